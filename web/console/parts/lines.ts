/** Lists that people type as lines of a text. */

export const textOfLines = (lines: readonly string[] | null): string => (lines ?? []).join('\n');

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
