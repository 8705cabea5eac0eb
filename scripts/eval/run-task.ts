/** Runs one task: each query with each of the compared rankings. */
import { createSearcher, type Embedder, type SearchMode } from '../../indexer/index.js';
import { progress } from '../../src/cli/output.js';
import { baselineColumns, searchColumn, type Column } from './columns.js';
import type { Library } from './library.js';
import { judge, type Scores } from './metrics.js';
import { passageColumns, type NaturalTask } from './natural-questions.js';
import { summarise, type TaskResult } from './report.js';
import type { Task } from './tasks.js';

const MODES: SearchMode[] = ['keyword', 'semantic', 'hybrid'];

export async function runTask(task: Task, library: Library, embedder: Embedder): Promise<TaskResult> {
  const searcher = createSearcher({ index: library.index, embedder });
  const columns: Record<string, Column> = {
    ...(task.baselines ? baselineColumns(library, embedder, task.unit) : {}),
    ...Object.fromEntries(MODES.map((mode) => [mode, searchColumn(searcher, mode, task.unit)])),
  };
  if (task.isNatural)
    columns['hybrid, minScore=0'] = searchColumn(searcher, 'hybrid', task.unit, { minScore: 0 });
  return runColumns(task, columns);
}

/** Measures whether the results show the passage that a question was written for. */
export function runPassages(task: NaturalTask, library: Library, embedder: Embedder): Promise<TaskResult> {
  const searcher = createSearcher({ index: library.index, embedder });
  const queries = task.queries.map((query) => ({ ...query, relevant: query.passages }));
  const name = `${task.name}, its passage`;
  return runColumns({ ...task, name, unit: 'passage', queries }, passageColumns(searcher));
}

async function runColumns(task: Task, columns: Readonly<Record<string, Column>>): Promise<TaskResult> {
  const scores: Record<string, Scores[]> = {};
  const bar = progress(task.name);
  let done = 0;
  for (const { text, relevant } of task.queries) {
    for (const [name, column] of Object.entries(columns))
      (scores[name] ??= []).push(judged(await column(text), relevant, task.unit));
    bar.update(++done, task.queries.length);
  }
  bar.stop();
  return summarise(task, scores);
}

/**
 * Neighbouring passages may share a sentence: only the first relevant one counts, and finding it counts as full
 * recall.
 */
function judged(ranked: readonly string[], relevant: ReadonlySet<string>, unit: Task['unit']): Scores {
  if (unit === 'item') return judge(ranked, relevant);
  const first = ranked.find((key) => relevant.has(key));
  return judge(
    ranked.filter((key) => key === first || !relevant.has(key)),
    new Set([first ?? '']),
  );
}
