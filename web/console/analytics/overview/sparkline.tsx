/** A small curve without axes, as plain SVG. */

interface Props {
  values: readonly number[];
  /** Values of the previous period, drawn as a dashed line on the same scale. */
  previous?: readonly number[];
  className?: string;
}

const HEIGHT = 20;

export const Sparkline = ({ values, previous = [], className }: Props) => {
  const most = Math.max(1, ...values, ...previous);
  const last = Math.max(1, values.length - 1);
  const pointsOf = (all: readonly number[]): string => {
    const heights = all.map((value) => HEIGHT - (value / most) * (HEIGHT - 1));
    // A single value is a line, too.
    return (heights.length === 1 ? [...heights, ...heights] : heights)
      .map((height, at) => `${at},${height}`)
      .join(' ');
  };
  return (
    <svg viewBox={`0 -1 ${last} ${HEIGHT + 2}`} preserveAspectRatio="none" className={className} aria-hidden>
      {previous.length > 0 && (
        <polyline
          points={pointsOf(previous)}
          fill="none"
          strokeDasharray="5 4"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <polyline points={pointsOf(values)} fill="none" vectorEffect="non-scaling-stroke" />
    </svg>
  );
};
