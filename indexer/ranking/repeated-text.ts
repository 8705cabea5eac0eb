/** Removes what neighbouring passages of one result share: chunks repeat the last sentence of the one before. */

interface Passage {
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
}

/** What is shared ends a sentence, or is too long to be the same by chance. */
const SENTENCE_END = /[.!?。！？…]["'”’」』)\]]*$/;
const MAX_CHANCE = 20;

/**
 * The same passages in the same order. Of two neighbours the earlier one ends before the sentence with which the later
 * one begins, and is left out where nothing else is in it.
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

/** Length of the longest end of `before` that `after` begins with, in whole words. */
function sharedLength(before: string, after: string): number {
  for (let length = Math.min(before.length, after.length); length > 0; length--) {
    const start = before.length - length;
    // Nearly all lengths end here.
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
