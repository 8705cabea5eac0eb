/**
 * Questions in visitors' own words, each written for a passage (`shared/data/questions`). Measures which item
 * they find, and whether that passage is shown.
 */
import { readFileSync } from 'node:fs';
import { parseQuery, type Chunk, type Searcher } from '../../indexer/index.js';
import type { Column } from './columns.js';
import { ACCOUNT } from './library.js';
import { DEPTH } from './metrics.js';
import type { Query, Task } from './tasks.js';

interface NaturalQuestion {
  text: string;
  /** Files that answer it, relative to the data folder. */
  files: readonly string[];
  /** The first words of the passage in the first of these files. */
  passage: string;
  half: 'odd' | 'even';
}

export type NaturalTask = Omit<Task, 'queries'> & { queries: (Query & { passages: Set<string> })[] };

/** Reads the questions. Line 1 of the file is a header; even lines are for tuning, odd ones for checking. */
export function readNaturalQuestions(file: string): NaturalQuestion[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1);
  return lines.map((line, at) => {
    const [text = '', answer = '', alternatives = '', passage = ''] = line.split('\t');
    const others = alternatives.split(',').map((name) => name.trim());
    return {
      text,
      files: [answer, ...others].filter((name) => name !== ''),
      passage,
      half: at % 2 === 0 ? 'even' : 'odd',
    };
  });
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The chunk in which the passage starts (both if its first words are split), and the next one, because passages
 * are 80 to 200 words long.
 */
function chunksOf(passage: string, chunks: readonly Chunk[]): number[] {
  const words = plain(passage).split(' ');
  const half = Math.floor(words.length / 2);
  const starts = [words, words.slice(half), words.slice(0, half)].map((part) => {
    const found = chunks.filter(({ text }) => plain(text).includes(part.join(' ')));
    return found.map(({ ordinal }) => ordinal);
  });
  const start = starts.find((ordinals) => ordinals.length > 0) ?? [];
  return [...new Set(start.flatMap((ordinal) => [ordinal, ordinal + 1]))];
}

/** @param files of the items, whose ids are their positions from 1 */
export function naturalTask(
  name: string,
  questions: readonly NaturalQuestion[],
  files: readonly string[],
  chunksByItem: ReadonlyMap<number, readonly Chunk[]>,
): NaturalTask {
  const idOf = new Map(files.map((file, at) => [file, at + 1]));
  const queries = questions.flatMap(({ text, files: answers, passage, half }) => {
    const itemId = idOf.get(answers[0]!);
    if (itemId === undefined) return [];
    const ids = answers.flatMap((file) => idOf.get(file) ?? []);
    const ordinals = chunksOf(passage, chunksByItem.get(itemId)!);
    return {
      text,
      half,
      relevant: new Set(ids.map(String)),
      passages: new Set(ordinals.map((ordinal) => `${itemId}:${ordinal}`)),
    };
  });
  return { name, library: 'sermons', unit: 'item', baselines: true, isNatural: true, queries };
}

interface Shown {
  key: string;
  score: number;
}

/** The items on the first page, each with its passages. */
async function firstPage(searcher: Searcher, text: string): Promise<Shown[][]> {
  const { results } = await searcher.search({
    ...parseQuery(text),
    mode: 'hybrid',
    filter: { accountId: ACCOUNT, publishedOnly: true },
    limit: DEPTH,
    offset: 0,
    passages: 3,
  });
  return results.map(({ itemId, passages }) =>
    passages.map(({ ordinal, score }) => ({ key: `${itemId}:${ordinal}`, score })),
  );
}

/**
 * The passages on the first page as one list: the first of each item; all of them, grouped by item; and all of
 * them by score. The last two should find the passage equally well.
 */
export const passageColumns = (searcher: Searcher): Record<string, Column> => ({
  'first passage of each': async (text) =>
    (await firstPage(searcher, text)).flatMap(([first]) => (first ? [first.key] : [])),
  'passages, by item': async (text) => (await firstPage(searcher, text)).flat().map(({ key }) => key),
  'passages, by score': async (text) =>
    (await firstPage(searcher, text))
      .flat()
      .sort((a, b) => b.score - a.score)
      .map(({ key }) => key),
});
