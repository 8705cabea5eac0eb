/** Marks when a keystroke has been painted, for measurements: `detail.ms` is the time since the key was pressed. */
import { afterPaint } from '../parts/after-paint.js';

const NAME = 'lectern:key-to-paint';
/** So many marks stay, so that hours of typing do not fill the memory. */
const LIMIT = 2_000;
let count = 0;

/** @param pressedAt time stamp of the event of the key */
export const markAfterPaint = (pressedAt: number): void =>
  afterPaint(() => {
    if (count++ % LIMIT === 0) performance.clearMarks(NAME);
    performance.mark(NAME, { detail: { ms: performance.now() - pressedAt } });
  });
