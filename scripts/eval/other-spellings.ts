/** Queries in British and American spelling: both should find the same. */
import { complete, otherSpelling, parseQuery, type Embedder, type Searcher } from '../../indexer/index.js';
import { table } from '../../src/cli/output.js';
import { ACCOUNT } from './library.js';
import type { TaskResult } from './report.js';

export const OTHER_SPELLINGS = 'other spelling';

/** Required overlap of the first ten in hybrid search. */
const REQUIRED = 0.9;
const MODES = ['hybrid', 'keyword'] as const;

const respelled = (text: string, words: ReadonlySet<string>): string =>
  text.replace(/\p{L}+/gu, (word) => {
    const other = otherSpelling(word.toLowerCase());
    return words.has(other) ? other : word;
  });

/** The other spellings in the texts that are words: the model knows them as a whole. */
async function otherWords(texts: readonly string[], embedder: Embedder): Promise<Set<string>> {
  const all = texts.flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
  const others = [...new Set(all)].flatMap((word) =>
    otherSpelling(word) === word ? [] : [otherSpelling(word)],
  );
  const pieces = others.length > 0 ? await complete(embedder).countPieces(others) : [];
  return new Set(others.filter((_word, at) => pieces[at] === 1));
}

/** @param texts queries, of which those with a word that has another spelling are used */
export async function otherSpellingsTask(
  texts: readonly string[],
  searcher: Searcher,
  embedder: Embedder,
): Promise<TaskResult> {
  const words = await otherWords(texts, embedder);
  const pairs = [...new Set(texts)].flatMap((text): [string, string][] => {
    const other = respelled(text, words);
    return other === text ? [] : [[text, other]];
  });
  const lines: string[][] = [];
  const missed: string[] = [];
  for (const mode of MODES) {
    const find = async (text: string): Promise<number[]> => {
      const filter = { accountId: ACCOUNT, publishedOnly: true };
      const page = { limit: 10, offset: 0, passages: 0 };
      const { results } = await searcher.search({ ...parseQuery(text), mode, filter, ...page });
      return results.map(({ itemId }) => itemId);
    };
    const overlaps: number[] = [];
    let first = 0;
    for (const [text, other] of pairs) {
      const [found, instead] = [await find(text), await find(other)];
      if (found.length === 0) continue;
      overlaps.push(found.filter((itemId) => instead.includes(itemId)).length / found.length);
      first += Number(found[0] === instead[0]);
    }
    const overlap = overlaps.reduce((sum, one) => sum + one, 0) / overlaps.length;
    lines.push([mode, String(overlaps.length), overlap.toFixed(3), (first / overlaps.length).toFixed(3)]);
    if (mode === 'hybrid' && !(overlap >= REQUIRED))
      missed.push(`${OTHER_SPELLINGS}: ${overlap.toFixed(3)} of ${REQUIRED}`);
  }
  const details = table([OTHER_SPELLINGS, 'queries', 'overlap of ten', 'same first'], lines);
  return { task: OTHER_SPELLINGS, queries: pairs.length, columns: {}, missed, details };
}
