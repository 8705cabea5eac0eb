/** An item's whole text for keyword search, on both engines. */

/** A chunk repeats at most this many sentences of the previous one. */
const MAX_OVERLAP_SENTENCES = 3;
const SENTENCE_END = /[.!?]["'”’)\]]*\s+/g;

interface ItemText {
  title: string;
  description: string;
  chunks: readonly { text: string }[];
}

/** Title, description and chunks as one text, without the sentences that neighbouring chunks repeat. */
export function itemWords(item: ItemText): string {
  return wordsOf(item.title, item.description, joinChunks(item.chunks.map((chunk) => chunk.text)));
}

function wordsOf(title: string, description: string, body: string): string {
  return `${title}\n${description}\n${body}`;
}

function joinChunks(texts: readonly string[]): string {
  let before = '';
  return texts
    .map((text) => {
      const fresh = text.slice(overlapLength(before, text));
      before = text;
      return fresh;
    })
    .filter((text) => text !== '')
    .join('\n');
}

/** Length of the longest run of whole sentences at the end of `before` and the start of `text`. */
export function overlapLength(before: string, text: string): number {
  let longest = before.endsWith(text) ? text.length : 0;
  let seen = 0;
  for (const end of text.matchAll(SENTENCE_END)) {
    if (++seen > MAX_OVERLAP_SENTENCES) break;
    const prefix = text.slice(0, end.index + end[0].length);
    if (before.endsWith(prefix.trimEnd())) longest = Math.max(longest, prefix.length);
  }
  return longest;
}
