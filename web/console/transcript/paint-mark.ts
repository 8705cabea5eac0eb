/** Marks when a keystroke has been painted, for measurements: `detail.ms` is the time since the key was pressed. */

const NAME = 'lectern:key-to-paint';
/** So many marks stay, so that hours of typing do not fill the memory. */
const LIMIT = 2_000;
let count = 0;

/** @param pressedAt time stamp of the event of the key */
export const markAfterPaint = (pressedAt: number): void => {
  requestAnimationFrame(() => {
    // A message that is posted in a frame arrives after its paint.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      if (count++ % LIMIT === 0) performance.clearMarks(NAME);
      performance.mark(NAME, { detail: { ms: performance.now() - pressedAt } });
      port1.close();
    };
    port2.postMessage(null);
  });
};
