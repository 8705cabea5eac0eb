/** What the parts of the editor share. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Correction } from './corrected-name.js';
import type { Caret } from './edits.js';
import { createEditorStore, type EditorStore } from './editor-store.js';
import type { Search } from './find.js';
import { speakersOf, type EditorSegment, type Operation } from './segments.js';
import { createSound, type Sound } from './sound.js';
import { createValue, type Value } from '../parts/value.js';

export interface Editor {
  store: EditorStore;
  sound: Sound;
  readOnly: boolean;
  /** Names to choose from; the first nine have keys. */
  speakers: Value<readonly string[]>;
  /** Whether the text scrolls along with the sound. */
  isFollowing: Value<boolean>;
  /** What is looked for; null while that is closed. */
  search: Value<Search | null>;
  /** A name that was corrected, and may be wrong elsewhere. */
  correction: Value<Correction | null>;
  /** Brings a segment into view; the list sets it. */
  reveal: { to(index: number): void };
  /** When somebody typed last, in ms as events have it. */
  typedAt: { ms: number };
  /** Where the caret was last, for what goes on from there. */
  lastCaret: Caret | null;
}

/** @param names of speakers that the item has */
export const createEditor = (
  segments: readonly EditorSegment[],
  operations: readonly Operation[],
  { names, readOnly }: { names: readonly string[]; readOnly: boolean },
): Editor => {
  const store = createEditorStore(segments, operations);
  return {
    store,
    sound: createSound(store),
    readOnly,
    speakers: createValue<readonly string[]>([...new Set([...speakersOf(segments), ...names])]),
    isFollowing: createValue(true),
    search: createValue<Search | null>(null),
    correction: createValue<Correction | null>(null),
    reveal: { to: () => undefined },
    typedAt: { ms: -Infinity },
    lastCaret: null,
  };
};

export const EditorContext = createContext<Editor | null>(null);

/** @throws {Error} outside the editor */
export const useEditor = (): Editor => {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('No transcript is open');
  return editor;
};

/** What a part shows of the transcript; it renders when this changes. */
export const useStore = <T>(read: (store: EditorStore) => T): T => {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribe, () => read(store));
};

export const fieldOf = (id: string): HTMLTextAreaElement | null =>
  document.querySelector(`[data-segment-id="${CSS.escape(id)}"] textarea`);
