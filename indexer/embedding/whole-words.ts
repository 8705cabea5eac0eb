/** The words among the pieces of a model's vocabulary. */

/** Of the models that know more, the first. */
const MAX_WORDS = 60_000;
const WORD = /^\p{L}[\p{L}\p{M}]{2,}$/u;
/** SentencePiece and byte-level BPE mark the beginnings of words; WordPiece marks all other pieces, with ##. */
const MARKED = /^[▁Ġ](?=\p{L})/u;
const MANY = 1_000;
const ENDINGS = ['s', 'd', 'ed', 'es', 'er', 'ing', 'ly'];

/**
 * Lower-case, in the order of the vocabulary, which is roughly by frequency. Beginnings of words ("forgiv") are left
 * out as far as they can be told: longer words begin with them, and no inflection of them is there. What WordPiece was
 * given beyond the pieces that it learnt is whole.
 *
 * @param vocabulary numbers of the pieces
 */
export function wholeWords(vocabulary: ReadonlyMap<string, number>): string[] {
  const pieces = [...vocabulary].sort((a, b) => a[1] - b[1]).map(([piece]) => piece);
  const marked = pieces.filter((piece) => MARKED.test(piece));
  const beginnings = marked.length < MANY ? pieces : marked.map((piece) => piece.slice(1));
  const words = new Set(beginnings.map((piece) => piece.toLowerCase()).filter((piece) => WORD.test(piece)));
  const inOrder = [...words].sort();
  const isBeginning = new Set(inOrder.filter((word, at) => inOrder[at + 1]?.startsWith(word)));
  const given = pieces.slice(pieces.findLastIndex((piece) => piece.startsWith('##')) + 1);
  if (given.length >= MANY && given.length < pieces.length)
    for (const piece of given) isBeginning.delete(piece.toLowerCase());
  return [...words]
    .filter((word) => !isBeginning.has(word) || ENDINGS.some((ending) => words.has(word + ending)))
    .slice(0, MAX_WORDS);
}
