/** A part of a picture in one proportion: moved with the pointer or the arrow keys, enlarged with a slider. */
import { Slider, Stack, Text } from '@mantine/core';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { itemTexts } from '../../../strings/console/item/en.js';
import { withValues } from '../parts/with-values.js';
import { fitted, MAX_ZOOM, partOf, PROPORTIONS, type Crop, type Size, type Variant } from './crop.js';
import classes from './crop.module.css';

/** Distance that an arrow key moves the crop, as a share of the part that is shown. */
const STEP = 0.05;
const ZOOM_STEP = 0.1;

const ARROWS: Readonly<Partial<Record<string, readonly [number, number]>>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const CropFrame = ({
  variant,
  url,
  picture,
  crop,
  change,
}: {
  variant: Variant;
  url: string;
  picture: Size;
  crop: Crop;
  change: (crop: Crop) => void;
}) => {
  const proportion = PROPORTIONS[variant];
  const part = partOf(picture, proportion, crop);
  const dragged = useRef<{ x: number; y: number } | null>(null);
  const set = (changes: Partial<Crop>): void => change(fitted(picture, proportion, { ...crop, ...changes }));
  /** By shares of the part that is shown. */
  const move = (right: number, down: number): void =>
    set({
      x: crop.x + (right * part.width) / picture.width,
      y: crop.y + (down * part.height) / picture.height,
    });
  const press = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    move(arrow[0] * STEP, arrow[1] * STEP);
  };
  const drag = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLDivElement>): void => {
    const from = dragged.current;
    if (!from) return;
    // The picture follows the pointer, so that the part moves the other way.
    move((from.x - clientX) / currentTarget.clientWidth, (from.y - clientY) / currentTarget.clientHeight);
    dragged.current = { x: clientX, y: clientY };
  };
  const drop = (): void => {
    dragged.current = null;
  };
  const label = itemTexts.proportions[variant];
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <div
        className={classes.frame}
        style={{ aspectRatio: String(proportion) }}
        role="group"
        tabIndex={0}
        aria-label={withValues(itemTexts.cropOf, { proportion: label })}
        aria-description={itemTexts.cropKeys}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <img
          src={url}
          alt=""
          draggable={false}
          className={classes.picture}
          style={{
            width: `${(picture.width / part.width) * 100}%`,
            left: `${(-part.left / part.width) * 100}%`,
            top: `${(-part.top / part.height) * 100}%`,
          }}
        />
      </div>
      <Slider
        thumbLabel={withValues(itemTexts.zoomOf, { proportion: label })}
        label={null}
        min={1}
        max={MAX_ZOOM}
        step={ZOOM_STEP}
        value={crop.zoom}
        onChange={(zoom) => set({ zoom })}
      />
    </Stack>
  );
};
