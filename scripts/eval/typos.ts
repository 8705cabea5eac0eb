/**
 * The tasks with mistyped topics: they must find nearly what the correct spelling finds, and correct spelling
 * must not get worse.
 */
import type { SearchMode, Searcher } from '../../indexer/index.js';
import { createRandom, type Random } from '../random.js';
import { searchColumn } from './columns.js';
import { judge, meanScores, type Scores } from './metrics.js';
import { summarise, type TaskResult } from './report.js';
import type { Task } from './tasks.js';

/** Required: nDCG of mistyped topics as a share of that of the correct spelling. */
const SHARE = 0.9;
const SEED = 'typos';
const MODE: SearchMode = 'hybrid';
const COLUMNS = ['right spelling', 'one typo', 'two typos'] as const;
/** The correct spelling with spelling correction turned off. */
const AS_TYPED = 'right spelling, as typed';

const LETTER = /\p{L}/u;
/** Words that are long enough to be corrected. */
const LONG_WORD = /\p{L}{4,}/gu;

/**
 * Makes one edit in a word of four letters or more: a letter added, removed or replaced, or two neighbours
 * swapped.
 */
function withTypo(text: string, random: Random): string {
  const places = Array.from(text.matchAll(LONG_WORD), ({ 0: word, index }) =>
    Array.from({ length: word.length }, (_, at) => index + at),
  ).flat();
  if (places.length === 0) return text;
  for (;;) {
    const at = random.pick(places);
    const [before, here, next, after] = [
      text.slice(0, at),
      text[at]!,
      text[at + 1] ?? '',
      text.slice(at + 1),
    ];
    const other = String.fromCharCode(97 + random.int(26));
    const typo = [
      () => before + other + here + after,
      () => before + after,
      () => (LETTER.test(next) ? before + next + here + after.slice(1) : text),
      () => before + other + after,
    ][random.int(4)]!();
    if (typo !== text) return typo;
  }
}

/** @param task has correctly spelled queries */
export async function typosTask(
  task: Task,
  searcher: Searcher,
  update: (done: number) => void,
): Promise<TaskResult> {
  const random = createRandom(SEED);
  const find = searchColumn(searcher, MODE, task.unit);
  const exact = searchColumn(searcher, MODE, task.unit, { spelling: 'exact' });
  const scores: Record<string, Scores[]> = Object.fromEntries(
    [...COLUMNS, AS_TYPED].map((name) => [name, []]),
  );
  for (const [at, { text, relevant }] of task.queries.entries()) {
    const once = withTypo(text, random);
    const typed = [text, once, withTypo(once, random)];
    for (const [column, name] of COLUMNS.entries())
      scores[name]!.push(judge(await find(typed[column]!), relevant));
    scores[AS_TYPED]!.push(judge(await exact(text), relevant));
    update(at + 1);
  }
  const [right, ...mistyped] = COLUMNS.map((name) => meanScores(scores[name]!).ndcg);
  const missed = mistyped.flatMap((ndcg, at) =>
    ndcg < right! * SHARE
      ? `${typosName(task)}, ${COLUMNS[at + 1]!}: ${(ndcg / right!).toFixed(3)} of the right spelling`
      : [],
  );
  const before = meanScores(scores[AS_TYPED]!).ndcg;
  if (right! < before)
    missed.push(`${typosName(task)}: right spellings lose ${(before - right!).toFixed(4)}`);
  return { ...summarise({ ...task, name: typosName(task) }, scores), missed };
}

export const typosName = ({ name }: Task): string => `typos: ${name}`;
