/** Questions of other languages over English sermons: each should find what the same question finds in English. */
import { readFileSync } from 'node:fs';
import { ENGLISH, type Searcher } from '../../indexer/index.js';
import { table } from '../../src/cli/output.js';
import { ACCOUNT } from './library.js';
import type { TaskResult } from './report.js';

export const FOREIGN = 'foreign question';

/** The English question's first sermon counts within as many first results. */
const WITHIN = 5;
/** Required shares, by language. */
const REQUIRED: Readonly<Record<string, number>> = { de: 0.72, es: 0.8, fr: 0.8, pt: 0.75 };

/**
 * @param file tab-separated: a heading of languages, then a question in each of them per line
 * @returns the questions in the order of the file, by ISO 639-1 code
 */
export function questionsByLanguage(file: string): Map<string, string[]> {
  const [languages = [], ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  return new Map(languages.map((language, column) => [language, rows.map((row) => row[column]!)]));
}

/** @param file as `questionsByLanguage` reads it */
export async function foreignTask(file: string, searcher: Searcher): Promise<TaskResult> {
  const find = async (text: string, language: string): Promise<number[]> => {
    const filter = { accountId: ACCOUNT, publishedOnly: true };
    const page = { limit: 10, offset: 0, passages: 0 };
    const { results } = await searcher.search({ text, language, mode: 'hybrid', filter, ...page });
    return results.map(({ itemId }) => itemId);
  };
  const found = await Promise.all(
    [...questionsByLanguage(file)].map(async ([language, questions]) => {
      const lists: number[][] = [];
      for (const question of questions) lists.push(await find(question, language));
      return { language, lists };
    }),
  );
  const english = found.find(({ language }) => language === ENGLISH)!.lists;
  const answered = english.flatMap((list, at) => (list.length > 0 ? at : []));
  const lines: string[][] = [];
  const missed: string[] = [];
  for (const { language, lists } of found.filter((one) => one.language !== ENGLISH)) {
    const mean = (of: (at: number) => number): number =>
      answered.reduce((sum, at) => sum + of(at), 0) / answered.length;
    const first = mean((at) => Number(lists[at]!.slice(0, WITHIN).includes(english[at]![0]!)));
    const overlap = mean(
      (at) => english[at]!.filter((itemId) => lists[at]!.includes(itemId)).length / english[at]!.length,
    );
    const silent = mean((at) => Number(lists[at]!.length === 0));
    lines.push([language, first.toFixed(3), overlap.toFixed(3), silent.toFixed(3)]);
    const least = REQUIRED[language] ?? 0;
    if (first < least) missed.push(`${FOREIGN}, ${language}: ${first.toFixed(3)} of ${least}`);
  }
  const headings = [`${FOREIGN}: English first in five`, 'share', 'overlap of ten', 'no result'];
  return { task: FOREIGN, queries: answered.length, columns: {}, missed, details: table(headings, lines) };
}
