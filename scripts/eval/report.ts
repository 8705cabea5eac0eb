/** Summarises the scores as a table, with the required ratios that were missed. */
import { table } from '../../src/cli/output.js';
import { meanScores, type Scores } from './metrics.js';
import type { Task } from './tasks.js';

export interface TaskResult {
  task: string;
  queries: number;
  /** Means over all queries and over each half (odd and even): the difference between the halves shows the noise. */
  columns: Record<string, Scores & { odd: Scores; even: Scores }>;
  /** What tasks that rank nothing measure, by name. */
  figures?: Record<string, number>;
  /** Required ratios that were missed, as sentences. */
  missed: string[];
  /** To print below the table. */
  details?: string;
}

/** Hybrid may be this much below the best column. */
const NEAR_BEST = 0.98;
/** … and must be this much above reciprocal-rank fusion where `leads` says so. */
const LEAD = 1.15;
const leads = (task: string): boolean => task === 'topic → sermons' || task === 'title → sermon';

export function summarise(task: Task, scores: Record<string, Scores[]>): TaskResult {
  const half = (all: readonly Scores[], which: number): Scores =>
    meanScores(all.filter((_, at) => at % 2 === which));
  const columns = Object.fromEntries(
    Object.entries(scores).map(([name, all]) => [
      name,
      { ...meanScores(all), odd: half(all, 0), even: half(all, 1) },
    ]),
  );
  return { task: task.name, queries: task.queries.length, columns, missed: missedBy(task.name, columns) };
}

function missedBy(task: string, columns: TaskResult['columns']): string[] {
  const missed: string[] = [];
  const hybrid = columns.hybrid?.ndcg;
  if (hybrid === undefined) return [];
  for (const [name, { ndcg }] of Object.entries(columns)) {
    if (hybrid < ndcg * NEAR_BEST)
      missed.push(`${task}: hybrid ${fixed(hybrid)} is more than 2% below ${name} ${fixed(ndcg)}`);
  }
  const fused = columns['the two by ranks']?.ndcg;
  if (fused !== undefined && leads(task) && hybrid < fused * LEAD)
    missed.push(
      `${task}: hybrid ${fixed(hybrid)} is less than 15% above reciprocal-rank fusion ${fixed(fused)}`,
    );
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

/** Against reciprocal-rank fusion, or the right spelling. */
function versusBase(ndcg: number, columns: TaskResult['columns']): string {
  const base = columns['the two by ranks'] ?? columns['right spelling'];
  return base ? fixed(ndcg / base.ndcg) : '';
}
