/** Measures how long it takes from a key until its moment sounds: `lectern:key-to-sound`. */

const NAME = 'lectern:key-to-sound';

let hasPressed = false;
/** Time stamp of the key whose moment does not sound yet. */
let pressedAt: number | null = null;

const press = ({ timeStamp }: Event): void => {
  hasPressed = true;
  pressedAt = timeStamp;
};

export const pressedKeys = {
  /** Listens as long as the screen is there. @returns what ends it */
  listen: (): (() => void) => {
    hasPressed = false;
    pressedAt = null;
    document.addEventListener('keydown', press, true);
    document.addEventListener('click', press, true);
    return () => {
      document.removeEventListener('keydown', press, true);
      document.removeEventListener('click', press, true);
    };
  },
  isAny: (): boolean => hasPressed,
  sounded: (): void => {
    if (pressedAt !== null) performance.measure(NAME, { start: pressedAt, end: performance.now() });
    pressedAt = null;
  },
};
