/** Puts the caret into a segment, which may not be rendered yet. */
import { flushSync } from 'react-dom';
import { fieldOf, type Editor } from './editor.js';
import type { Caret } from './edits.js';

const MAX_FRAMES = 30;

export const focusCaret = ({ store, reveal }: Editor, caret: Caret | null): void => {
  if (!caret) return;
  // The next key is for the new row, so it must be there before the key is.
  flushSync(() => undefined);
  const attempt = (frame: number): void => {
    const field = fieldOf(caret.id);
    if (field) {
      field.focus();
      field.setSelectionRange(caret.at, caret.at);
      return;
    }
    if (frame === 0) reveal.to(store.indexOf(caret.id));
    if (frame < MAX_FRAMES) requestAnimationFrame(() => attempt(frame + 1));
  };
  attempt(0);
};
