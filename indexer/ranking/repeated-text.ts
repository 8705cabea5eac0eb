/**
 * Removes the overlap between neighbouring passages of a result: each chunk repeats the last sentence of the
 * previous one.
 */

interface Passage {
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
}

/** An overlap ends a sentence, or is too long to be a coincidence. */
const SENTENCE_END = /[.!?。！？…]["'”’」』)\]]*$/;
const MAX_CHANCE = 20;

/**
 * The same passages in the same order. The earlier of two neighbours ends before the sentence with which the
 * later one begins, and is dropped if nothing is left.
 */
export function withoutRepeats<P extends Passage>(passages: readonly P[]): P[] {
  const byOrdinal = new Map(passages.map((passage) => [passage.ordinal, passage]));
  return passages.flatMap((passage) => {
    const next = byOrdinal.get(passage.ordinal + 1);
    const shared = next ? sharedLength(passage.text, next.text) : 0;
    if (!next || shared === 0) return passage;
    const text = passage.text.slice(0, -shared).trimEnd();
    if (text === '') return [];
    return { ...passage, text, endMs: next.startMs ?? passage.endMs };
  });
}

/** Length of the longest suffix of `before` that `after` starts with, in whole words. */
function sharedLength(before: string, after: string): number {
  for (let length = Math.min(before.length, after.length); length > 0; length--) {
    const start = before.length - length;
    // Rejects nearly all lengths.
    if (before.charCodeAt(start) !== after.charCodeAt(0)) continue;
    if (!isBoundary(before, start) || !isBoundary(after, length) || !after.startsWith(before.slice(start)))
      continue;
    return length >= MAX_CHANCE || SENTENCE_END.test(before) ? length : 0;
  }
  return 0;
}

/** Sentences of some scripts follow each other without a space. */
const isBoundary = (text: string, at: number): boolean =>
  at === 0 || at === text.length || /\s/.test(text[at]!) || /[\s。！？]/.test(text[at - 1]!);
