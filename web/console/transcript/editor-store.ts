/**
 * The transcript while it is edited. It lives outside the components, so that a keystroke renders the row that it
 * changes and no other.
 */
import {
  mergeWithPrevious,
  renameSpeaker,
  setSpeaker,
  setTexts,
  split,
  type Caret,
  type Transcript,
} from './edits.js';
import { closed, newHistory, redone, undone, withChange, type History } from './history.js';
import { replay } from './replay.js';
import type { EditorSegment, Operation } from './segments.js';

export interface EditorStore {
  subscribe(listener: () => void): () => void;
  transcript(): Transcript;
  /** Ids of the segments in order: the same array until one is added or removed. */
  ids(): readonly string[];
  indexOf(id: string): number;
  segment(id: string): EditorSegment | undefined;
  /** Numbers of steps that can be undone and done again. */
  canUndo(): boolean;
  canRedo(): boolean;
  type(id: string, text: string): void;
  /** Each of these returns where the caret goes; null if nothing has changed. */
  split(caret: Caret): Caret | null;
  mergeWithPrevious(id: string): Caret | null;
  undo(): Caret | null;
  redo(): Caret | null;
  setSpeaker(id: string, speaker: string | null): void;
  renameSpeaker(from: string, to: string): void;
  replace(texts: ReadonlyMap<string, string>): void;
  /** From now on, the operations so far stay as they are: they are being applied. */
  beginApplying(): void;
  /** They were not applied. */
  stopApplying(): void;
  /** They were applied, and these are the segments now; what was edited meanwhile stays. */
  rebase(segments: readonly EditorSegment[]): void;
}

/** What is typed without a longer pause is undone in one step. */
const TYPING_MS = 1_000;
const newId = (): string => crypto.randomUUID().slice(0, 18);

export const createEditorStore = (
  segments: readonly EditorSegment[],
  operations: readonly Operation[],
): EditorStore => {
  const listeners = new Set<() => void>();
  let history: History<Transcript> = newHistory({ segments, operations, sent: 0 });
  let index = indexed(segments);
  let typedAt = -Infinity;

  const show = (next: History<Transcript>): void => {
    if (next === history) return;
    history = next;
    index = reindexed(index, next.present.segments);
    for (const listener of listeners) listener();
  };
  const change = (present: Transcript, group?: string): void => show(withChange(history, present, group));
  /** While operations are being applied, undoing them would come too late. */
  const isApplying = (): boolean => history.present.sent > 0;
  const step = (next: History<Transcript>): Caret | null => {
    if (isApplying() || next === history) return null;
    const before = history.present.segments;
    show(next);
    return changedPlace(before, next.present.segments);
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    transcript: () => history.present,
    ids: () => index.ids,
    indexOf: (id) => index.places.get(id) ?? -1,
    segment: (id) => history.present.segments[index.places.get(id) ?? -1],
    canUndo: () => history.past.length > 0 && !isApplying(),
    canRedo: () => history.future.length > 0 && !isApplying(),
    type: (id, text) => {
      const now = performance.now();
      if (now - typedAt > TYPING_MS) history = closed(history);
      typedAt = now;
      change(setTexts(history.present, new Map([[id, text]])), id);
    },
    split: (caret) => {
      const id = newId();
      const next = split(history.present, caret, id);
      if (!next) return null;
      change(next);
      return { id, at: 0 };
    },
    mergeWithPrevious: (id) => {
      const merged = mergeWithPrevious(history.present, id);
      if (!merged) return null;
      change(merged.transcript);
      return merged.caret;
    },
    undo: () => step(undone(history)),
    redo: () => step(redone(history)),
    setSpeaker: (id, speaker) => {
      if (history.present.segments[index.places.get(id) ?? -1]?.speaker !== speaker)
        change(setSpeaker(history.present, id, speaker));
    },
    renameSpeaker: (from, to) => {
      if (from !== to) change(renameSpeaker(history.present, from, to));
    },
    replace: (texts) => {
      if (texts.size > 0) change(setTexts(history.present, texts));
    },
    beginApplying: () => {
      const { present } = history;
      show({ ...history, present: { ...present, sent: present.operations.length }, group: null });
    },
    stopApplying: () => show({ ...history, present: { ...history.present, sent: 0 }, group: null }),
    rebase: (applied) => {
      const { segments: former, operations: all, sent } = history.present;
      show(newHistory(replay(applied, all.slice(sent), former)));
    },
  };
};

interface Index {
  ids: readonly string[];
  places: ReadonlyMap<string, number>;
}

const indexed = (segments: readonly EditorSegment[]): Index => ({
  ids: segments.map(({ id }) => id),
  places: new Map(segments.map(({ id }, place) => [id, place])),
});

const reindexed = (index: Index, segments: readonly EditorSegment[]): Index =>
  index.ids.length === segments.length && segments.every(({ id }, i) => index.ids[i] === id)
    ? index
    : indexed(segments);

/** Behind the first text that differs. */
const changedPlace = (before: readonly EditorSegment[], after: readonly EditorSegment[]): Caret | null => {
  const segment = after.find((one, i) => one !== before[i]);
  if (!segment) return null;
  const former = before.find(({ id }) => id === segment.id)?.text ?? '';
  const { id, text } = segment;
  let tail = 0;
  while (tail < text.length && tail < former.length && text.at(-1 - tail) === former.at(-1 - tail)) tail++;
  return { id, at: text.length - tail };
};
