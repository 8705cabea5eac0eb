/**
 * Tasks that parse queries without searching: Bible references as people write them, and queries in other
 * languages.
 */
import { citationOf, parseScriptureQuery, queryLanguage } from '../../indexer/index.js';
import { foreignQueries, referenceSpellings } from './queries.js';
import type { TaskResult } from './report.js';

/** People have typed each of these spellings. When a new one fails, fix the parser. */
const REFERENCES_READ = 1;
const LANGUAGES_SEEN = 0.8;

function references(): TaskResult {
  const all = [...referenceSpellings()].flatMap(([meant, spellings]) =>
    spellings.map((spelling) => ({ spelling, meant })),
  );
  const unread = all.filter(({ spelling, meant }) => {
    const read = parseScriptureQuery(spelling);
    return read?.rest !== '' || citationOf(read) !== meant;
  });
  return share(
    'references',
    all.length,
    unread.map(({ spelling }) => spelling),
    REFERENCES_READ,
  );
}

/** The language of a query must never be mistaken for another one. */
function languages(): TaskResult {
  const all = [...foreignQueries()].flatMap(([language, queries]) =>
    queries.map((query) => ({ query, language, seen: queryLanguage(query) })),
  );
  const unseen = all.filter(({ language, seen }) => seen !== language);
  const result = share(
    'languages',
    all.length,
    unseen.map(({ query }) => query),
    LANGUAGES_SEEN,
  );
  const mistaken = unseen.flatMap(({ query, seen }) =>
    seen === null ? [] : `languages: ${query} is not ${seen}`,
  );
  return { ...result, missed: [...result.missed, ...mistaken] };
}

function share(task: string, queries: number, failed: readonly string[], required: number): TaskResult {
  const right = queries - failed.length;
  const details = [`${task}: ${right} of ${queries} recognised`, ...failed].join('\n  ');
  const missed = right / queries < required ? [`${task}: less than ${required * 100}% recognised`] : [];
  return { task, queries, columns: {}, missed, details };
}

const TASKS: Readonly<Record<string, () => TaskResult>> = { references, languages };

/** Runs the tasks whose names contain one of the words; all tasks if there are none. */
export const wordingTasks = (isNamed: (task: string) => boolean): TaskResult[] =>
  Object.entries(TASKS).flatMap(([name, run]) => (isNamed(name) ? run() : []));
