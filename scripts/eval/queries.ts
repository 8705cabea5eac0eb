/** The queries of the evaluation that were written or labelled by hand: a file for each kind in `queries/`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../src/platform/lib/package-folder.js';

/** The lines of a file, without comments. */
const linesOf = (file: string): string[] =>
  readFileSync(join(packageFolder(), 'scripts/eval/queries', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** The second column of a file by its first one. */
const byFirstColumn = (file: string): Map<string, string[]> => {
  const all = new Map<string, string[]>();
  for (const [key = '', value = ''] of linesOf(file).map((line) => line.split('\t')))
    all.set(key, [...(all.get(key) ?? []), value]);
  return all;
};

/** Queries of visitors on the site of the sample content; only whether it answers them is known, not which item does. */
export const sampleQueries = (): string[] => linesOf('sample.txt');

/** The same for podcasts on software and psychology, and queries that these do not answer. */
export const talkQueries = (): string[] => linesOf('talks.txt');
export const talkUnanswerable = (): string[] => linesOf('talks-unanswerable.txt');

/** A hundred questions that no sermon answers. */
export const unanswerableQuestions = (): string[] => linesOf('unanswerable.txt');

/** Natural questions, each written for a passage of a sermon, whose number in the order of the files comes first. */
export const sermonQuestions = (): [sermon: number, question: string][] =>
  linesOf('questions.tsv').map((line) => {
    const [sermon, question = ''] = line.split('\t');
    return [Number(sermon), question];
  });

/** Queries in languages other than English, by ISO 639-1 code. */
export const foreignQueries = (): Map<string, string[]> => byFirstColumn('languages.tsv');

/** Spellings of Bible references, by the citation that the API returns for them. */
export const referenceSpellings = (): Map<string, string[]> => byFirstColumn('references.tsv');
