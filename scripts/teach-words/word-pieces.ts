/** Splits words into the pieces of a WordPiece vocabulary, as the tables' tokenizers do. */
export const CONTINUES = '##';

/**
 * Longest piece first.
 *
 * @param word as `normalizedWord` gives it
 * @param without a piece that is not used
 * @returns numbers of the pieces; none if the vocabulary lacks one
 */
export function piecesOf(word: string, vocabulary: ReadonlyMap<string, number>, without?: string): number[] {
  const pieces: number[] = [];
  for (let start = 0; start < word.length;) {
    let end = word.length;
    let piece: number | undefined;
    for (; end > start; end--) {
      const text = (start > 0 ? CONTINUES : '') + word.slice(start, end);
      piece = text === without ? undefined : vocabulary.get(text);
      if (piece !== undefined) break;
    }
    if (piece === undefined) return [];
    pieces.push(piece);
    start = end;
  }
  return pieces;
}
