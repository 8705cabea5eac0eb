/** Notices that a name was corrected, which is likely to be wrong elsewhere in the transcript too. */

export interface Correction {
  from: string;
  to: string;
}

/** A correction has at most this many words on either side, as on the server, which suggests it for other talks. */
const MAX_WORDS = 3;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** Letters, also with hyphens and apostrophes. */
const WORDS = /^[\p{L}\p{M}]+(?:[ '’-][\p{L}\p{M}]+)*$/u;
const CAPITAL = /^\p{Lu}/u;

/** @returns null unless the texts differ in one place, where a name has replaced other words */
export const correctedName = (before: string, after: string): Correction | null => {
  const [old, fresh] = [before, after].map((text) => text.split(/\s+/).filter(Boolean)) as [
    string[],
    string[],
  ];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  const [removed, added] = [old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)];
  if (Math.max(removed.length, added.length) > MAX_WORDS) return null;
  const [from, to] = [removed, added].map((words) =>
    words
      .join(' ')
      .replace(EDGES, '')
      .replace(/['’]s$/, ''),
  ) as [string, string];
  if (!WORDS.test(from) || !WORDS.test(to) || from.toLowerCase() === to.toLowerCase()) return null;
  return CAPITAL.test(to) ? { from, to } : null;
};
