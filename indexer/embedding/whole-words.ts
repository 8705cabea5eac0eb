/** Finds the whole words in the vocabulary of a model. */

/** Maximum number of words; of a larger vocabulary, the first ones are used. */
const MAX_WORDS = 60_000;
const WORD = /^\p{L}[\p{L}\p{M}]{2,}$/u;
/** SentencePiece and byte-level BPE mark the beginning of words; WordPiece marks all other pieces, with ##. */
const MARKED = /^[▁Ġ](?=\p{L})/u;
const MANY = 1_000;
const ENDINGS = ['s', 'd', 'ed', 'es', 'er', 'ing', 'ly'];

/** @param vocabulary numbers of the pieces */
const piecesOf = (vocabulary: ReadonlyMap<string, number>): string[] =>
  [...vocabulary].sort((a, b) => a[1] - b[1]).map(([piece]) => piece);

/** The pieces of a WordPiece vocabulary that can begin a word, in vocabulary order: words, and beginnings of words. */
export const wordPieces = (vocabulary: ReadonlyMap<string, number>): string[] =>
  piecesOf(vocabulary)
    .filter((piece) => WORD.test(piece))
    .slice(0, MAX_WORDS);

/**
 * Returns the words in lower case, in vocabulary order, which is roughly by frequency. Word beginnings ("forgiv")
 * are left out as far as they can be recognised: longer words start with them, and the vocabulary contains no
 * inflection of them. Pieces that were added to a WordPiece vocabulary beyond the learnt ones are whole words.
 *
 * @param vocabulary numbers of the pieces
 */
export function completeWords(vocabulary: ReadonlyMap<string, number>): string[] {
  const pieces = piecesOf(vocabulary);
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
