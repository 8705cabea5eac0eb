/** Renders the scores as a table, with the required ratios that were missed. */
import { table } from '../../src/cli/output.js';
import { meanScores, type Scores } from './metrics.js';
import type { Task } from './tasks.js';

export interface TaskResult {
  task: string;
  queries: number;
  /** Means over all queries and over each half (odd and even): the difference between the halves shows the noise. */
  columns: Record<string, Scores & { odd: Scores; even: Scores }>;
  /** Measurements of tasks that do not rank, by name. */
  figures?: Record<string, number>;
  /** Missed requirements, as sentences. */
  missed: string[];
  /** Printed below the table. */
  details?: string;
}

interface Required {
  /** Minimum ratio of hybrid to the best column. */
  nearBest: number;
  /** Minimum ratio of hybrid to reciprocal rank fusion. */
  lead?: number;
  /** Minimum nDCG@10 of hybrid. */
  least?: number;
}

const REQUIRED: Readonly<Record<string, Required>> = {
  'natural question → sermon': { nearBest: 1, lead: 1.2 },
  'question → sermon': { nearBest: 0.98, least: 0.55 },
  'topic → sermons': { nearBest: 0.98, lead: 1.15, least: 0.31 },
  'title → sermon': { nearBest: 0.98, lead: 1.15, least: 0.775 },
  'half a sentence → passage': { nearBest: 0.98, least: 0.905 },
};
const ELSEWHERE: Required = { nearBest: 0.98 };

export function summarise(task: Task, scores: Record<string, Scores[]>): TaskResult {
  const halfOf = (at: number): 'odd' | 'even' => task.queries[at]?.half ?? (at % 2 === 0 ? 'odd' : 'even');
  const half = (all: readonly Scores[], which: 'odd' | 'even'): Scores =>
    meanScores(all.filter((_, at) => halfOf(at) === which));
  const columns = Object.fromEntries(
    Object.entries(scores).map(([name, all]) => [
      name,
      { ...meanScores(all), odd: half(all, 'odd'), even: half(all, 'even') },
    ]),
  );
  return { task: task.name, queries: task.queries.length, columns, missed: missedBy(task.name, columns) };
}

function missedBy(task: string, columns: TaskResult['columns']): string[] {
  const missed: string[] = [];
  const hybrid = columns.hybrid?.ndcg;
  if (hybrid === undefined) return [];
  const { nearBest, lead, least } = REQUIRED[task] ?? ELSEWHERE;
  const falls = (name: string, least: number): void => {
    if (hybrid < least) missed.push(`${task}: hybrid ${fixed(hybrid)}, required ${fixed(least)} (${name})`);
  };
  for (const [name, { ndcg }] of Object.entries(columns))
    if (!name.startsWith('hybrid')) falls(`${nearBest} of ${name}`, ndcg * nearBest);
  const fused = columns['the two by ranks']?.ndcg;
  if (fused !== undefined && lead !== undefined) falls(`${lead} of the two by ranks`, fused * lead);
  if (least !== undefined) falls('fixed', least);
  return missed;
}

const fixed = (value: number): string => value.toFixed(3);

export function rendered(results: readonly TaskResult[]): string {
  const rows = results.flatMap(({ task, queries, columns }) =>
    Object.entries(columns).map(([name, { ndcg, recall, mrr, odd, even }], at) => [
      at === 0 ? task : '',
      at === 0 ? String(queries) : '',
      name,
      ...[ndcg, recall, mrr, odd.ndcg, even.ndcg].map(fixed),
      versusBase(ndcg, columns),
    ]),
  );
  const headings = ['task', 'queries', 'ranking', 'nDCG@10', 'recall@10', 'MRR', 'odd', 'even', '÷ base'];
  const missed = results.flatMap((result) => result.missed);
  return [
    ...(rows.length > 0 ? [table(headings, rows)] : []),
    ...results.flatMap(({ details }) => details ?? []),
    missed.length > 0 ? `MISSED\n${missed.join('\n')}` : 'All required metrics are met.',
  ].join('\n\n');
}

/** Ratio to reciprocal rank fusion, or to the correct spelling. */
function versusBase(ndcg: number, columns: TaskResult['columns']): string {
  const base = columns['the two by ranks'] ?? columns['right spelling'];
  return base ? fixed(ndcg / base.ndcg) : '';
}
