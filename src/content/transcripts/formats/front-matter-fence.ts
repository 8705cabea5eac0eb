/** Splits off the front matter of a document: YAML between `---` at its beginning. */

const FENCE = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** The YAML, null if there is none, and the rest. */
export const splitFrontMatter = (text: string): { yaml: string | null; body: string } => {
  const match = FENCE.exec(text);
  return match ? { yaml: match[1] ?? '', body: text.slice(match[0].length) } : { yaml: null, body: text };
};
