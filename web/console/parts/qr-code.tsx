/** A text as a QR code, dark on light in both color schemes, as cameras want it. */
import { encode } from 'uqr';

interface Props {
  text: string;
  label: string;
}

const WIDTH_PX = 200;

export const QrCode = ({ text, label }: Props) => {
  const { data, size } = encode(text, { border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} width={WIDTH_PX} height={WIDTH_PX} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
};
