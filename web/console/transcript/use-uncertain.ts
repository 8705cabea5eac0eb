/** Goes from one word that speech recognition was not sure of to the next. */
import { useState } from 'react';
import { useEditor, useStore } from './editor.js';
import { focusCaret } from './focus-caret.js';
import { uncertainWords } from './segments.js';

export const useUncertain = (): { hadAny: boolean; hasAny: boolean; next: () => void } => {
  const editor = useEditor();
  const hasAny = useStore((store) =>
    store.transcript().segments.some(({ words }) => uncertainWords(words).length > 0),
  );
  const [hadAny] = useState(hasAny);
  const next = (): void => {
    const { segments } = editor.store.transcript();
    const places = segments.flatMap(({ id, words }, index) =>
      uncertainWords(words).map(({ start, end }) => ({ id, index, start, end })),
    );
    const here = editor.lastCaret;
    const row = here ? editor.store.indexOf(here.id) : -1;
    const isAfter = ({ index, start }: (typeof places)[number]): boolean =>
      index > row || (index === row && start >= (here?.at ?? 0));
    const place = places.find(isAfter) ?? places[0];
    if (place) focusCaret(editor, { id: place.id, at: place.end });
  };
  return { hadAny, hasAny, next };
};
