/** Tasks on the meaning of scores: queries that nothing answers, and calibration of the probabilities. */
import { leastScore, type Searcher } from '../../indexer/index.js';
import { table } from '../../src/cli/output.js';
import { groupBy } from '../../src/platform/lib/group.js';
import { calibrationError, isRightAboveHalf, JUDGED_FROM, renderedCurve, type Prediction } from './curve.js';
import { ACCOUNT } from './library.js';
import type { TaskResult } from './report.js';
import type { Task } from './tasks.js';
import { languageQuestions, unanswerable } from './unanswerable.js';

export const UNANSWERABLE = 'unanswerable';
export const LANGUAGES_LEFT_ALONE = 'unanswerable in five languages';
export const CALIBRATION = 'calibration';

/** Required: this share of the queries of each group has fewer than `fewerThan` results. */
const UNANSWERED = { share: 0.75, fewerThan: 3 };
/** Required in each language: shares of questions without a result, unanswerable ones and their answerable twins. */
const LEFT_ALONE = { unanswerable: 0.75, answerable: 0.05 };
/** Maximum calibration error of the scores that count. */
const MAX_ERROR = 0.06;
/** Shares of results above the threshold: a minimum of the relevant ones, a maximum of the others. */
const KEPT = { relevant: 0.97, others: 0.4 };
/** More than the number of items. */
const ALL = 10_000;

type Find = (
  text: string,
  more?: { minScore?: number; language?: string },
) => Promise<{ itemId: number; score: number }[]>;

const finding =
  (searcher: Searcher): Find =>
  async (text, more) => {
    const { results } = await searcher.search({
      text,
      mode: 'hybrid',
      filter: { accountId: ACCOUNT, publishedOnly: true },
      limit: ALL,
      offset: 0,
      passages: 0,
      ...more,
    });
    return results;
  };

/**
 * The share of questions that find nothing in each language: of those that no library answers, and of those that nearly
 * every one does.
 * @param folder of the questions
 */
export async function languagesLeftAloneTask(searcher: Searcher, folder: string): Promise<TaskResult> {
  const find = finding(searcher);
  const questions = languageQuestions(folder);
  const rows: string[][] = [];
  const missed: string[] = [];
  for (const [language, asked] of groupBy(questions, (question) => question.language)) {
    const shares: number[] = [];
    for (const isAnswered of [false, true]) {
      const texts = asked.filter((question) => question.isAnswered === isAnswered);
      let silent = 0;
      for (const { text } of texts) if ((await find(text, { language })).length === 0) silent++;
      shares.push(silent / texts.length);
    }
    const [unanswered = 0, answered = 0] = shares;
    rows.push([language, String(asked.length), unanswered.toFixed(3), answered.toFixed(3)]);
    if (unanswered < LEFT_ALONE.unanswerable || answered > LEFT_ALONE.answerable)
      missed.push(`${LANGUAGES_LEFT_ALONE}, ${language}: ${unanswered.toFixed(3)}, ${answered.toFixed(3)}`);
  }
  const headings = [LANGUAGES_LEFT_ALONE, 'queries', 'unanswerable: nothing', 'answerable: nothing'];
  return {
    task: LANGUAGES_LEFT_ALONE,
    queries: questions.length,
    columns: {},
    missed,
    details: table(headings, rows),
  };
}

export async function unanswerableTask(searcher: Searcher): Promise<TaskResult> {
  const find = finding(searcher);
  const rows: string[][] = [];
  const missed: string[] = [];
  let queries = 0;
  for (const group of unanswerable()) {
    const counts: number[] = [];
    for (const text of group.queries) counts.push((await find(text)).length);
    const share = counts.filter((count) => count < UNANSWERED.fewerThan).length / counts.length;
    const nothing = counts.filter((count) => count === 0).length / counts.length;
    rows.push([group.name, String(counts.length), nothing.toFixed(3), share.toFixed(3)]);
    if (share < UNANSWERED.share) missed.push(`${UNANSWERABLE}, ${group.name}: ${share.toFixed(3)}`);
    queries += counts.length;
  }
  const headings = [UNANSWERABLE, 'queries', 'nothing', `fewer than ${UNANSWERED.fewerThan}`];
  return { task: UNANSWERABLE, queries, columns: {}, missed, details: table(headings, rows) };
}

interface Judgement extends Prediction {
  isResult: boolean;
}

interface Judged {
  name: string;
  predictions: Judgement[];
}

/**
 * @param tasks tasks whose relevant items are known
 * @param beside tasks that are only reported, because their judgements are sparse
 */
export async function calibrationTask(
  searcher: Searcher,
  tasks: readonly Task[],
  beside: readonly Task[],
  update: (done: number, of: number) => void,
): Promise<TaskResult> {
  const find = finding(searcher);
  const groups = [
    ...[...tasks, ...beside].map(({ name, queries }) => ({
      name,
      queries: queries.map(({ text, relevant }) => ({ text, relevant: itemsOf(relevant) })),
    })),
    ...unanswerable().map(({ name, queries }) => ({
      name,
      queries: queries.map((text) => ({ text, relevant: new Set<string>() })),
    })),
  ];
  const count = groups.reduce((sum, { queries }) => sum + queries.length, 0);
  let done = 0;
  const judged: Judged[] = [];
  for (const { name, queries } of groups) {
    const predictions: Judgement[] = [];
    for (const { text, relevant } of queries) {
      for (const [at, { itemId, score }] of (await find(text, { minScore: 0 })).entries())
        predictions.push({
          score,
          relevant: relevant.has(String(itemId)),
          isResult: score >= leastScore(at),
        });
      update(++done, count);
    }
    judged.push({ name, predictions });
  }
  const names = beside.map(({ name }) => name);
  const counted = judged
    .filter(({ name }) => !names.includes(name))
    .flatMap(({ predictions }) => predictions);
  const asides = judged.filter(({ name }) => names.includes(name)).flatMap(({ predictions }) => predictions);
  const error = calibrationError(counted, JUDGED_FROM);
  const answered = judged.filter(({ predictions }) => predictions.some(({ relevant }) => relevant));
  const pooled = answered
    .filter(({ name }) => !names.includes(name))
    .flatMap(({ predictions }) => predictions);
  const rows = [...answered, { name: 'all but topics', predictions: pooled }].map(({ name, predictions }) => [
    name,
    ...[true, false].map((relevant) => share(predictions, relevant).toFixed(3)),
  ]);
  const missed = [
    ...(error > MAX_ERROR ? [`${CALIBRATION}: an error of ${error.toFixed(3)}`] : []),
    ...(isRightAboveHalf(counted) ? [] : [`${CALIBRATION}: scores above .5 that are more often wrong`]),
    ...(share(pooled, true) < KEPT.relevant
      ? [`${CALIBRATION}: keeps ${share(pooled, true).toFixed(3)} of the relevant results`]
      : []),
    ...(share(pooled, false) > KEPT.others
      ? [`${CALIBRATION}: keeps ${share(pooled, false).toFixed(3)} of the other results`]
      : []),
  ];
  const details = [
    renderedCurve({ [CALIBRATION]: counted, [names.join(', ')]: asides }),
    `Calibration error: ${calibrationError(counted).toFixed(4)}; of scores from ${JUDGED_FROM}: ${error.toFixed(3)}`,
    table(['results without a minScore', 'relevant', 'others'], rows),
  ].join('\n\n');
  return { task: CALIBRATION, queries: count, columns: {}, missed, details };
}

/** The share of the predictions that are above the default threshold. */
function share(predictions: readonly Judgement[], relevant: boolean): number {
  const all = predictions.filter((one) => one.relevant === relevant);
  return all.filter(({ isResult }) => isResult).length / all.length;
}

/** Converts keys of passages to keys of their items. */
const itemsOf = (relevant: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(Array.from(relevant, (key) => key.split(':')[0]!));
