/** `npm run eval [-- task…] [--engine]`: measures the ranking with the product's own chunks, vectors, engine and search. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createSearcher,
  createTransformersEmbedder,
  type Embedder,
  type SearchMode,
} from '../../indexer/index.js';
import { note, print, progress } from '../../src/cli/output.js';
import { baselineColumns, searchColumn, type Column } from './columns.js';
import { readSermons, readTopics, readVerses } from './data.js';
import { calibrate } from './calibrate.js';
import { buildLibrary, type EvalItem, type Library } from './library.js';
import { judge, type Scores } from './metrics.js';
import { areOutlineTasks, outlineTasks } from './outline/outline-tasks.js';
import { questionsToSermons } from './questions.js';
import { CALIBRATION, calibrationTask, UNANSWERABLE, unanswerableTask } from './relevance-tasks.js';
import { rendered, summarise, type TaskResult } from './report.js';
import { HALVES, SEED } from './seeds.js';
import { halvesToPassages, titlesToSermons, topicsToSermons, topicsToVerses, type Task } from './tasks.js';
import { labelsIn, SUGGESTED_SCRIPTURES, suggestedScripturesTask } from './suggested-scriptures.js';
import { typosName, typosTask } from './typos.js';
import { areWordingTasks, wordingTasks } from './wording-tasks.js';

const MODES: SearchMode[] = ['keyword', 'semantic', 'hybrid'];
/** Searches by the engine, as libraries that do not fit into memory are searched. */
const ENGINE = '--engine';
const CALIBRATE = 'calibrate';

// Compiled, this lies one folder deeper.
const here = fileURLToPath(new URL('../../', import.meta.url));
const root = existsSync(join(here, 'models')) ? here : resolve(here, '..');

/** @returns the exit code: 1 where a required score is missed */
export const main = async (args: readonly string[]): Promise<number> => {
  const names = args.filter((arg) => arg !== ENGINE);
  const inMemory = names.length === args.length;
  const data = resolve(root, '../shared/data/eval');
  if (!existsSync(data)) {
    note(`Skipped: the evaluation data (${data}) is missing.`);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'lectern-eval-'));
  const embedder = await createTransformersEmbedder({
    model: join(root, 'models/lectern-en'),
    cacheDir: folder,
  });
  try {
    if (names.includes(CALIBRATE)) {
      await calibrate(root, data, embedder, building(folder, embedder, inMemory));
      return 0;
    }
    const results = await evaluate(data, folder, embedder, names, inMemory);
    print(rendered(results));
    mkdirSync(join(root, 'eval-results'), { recursive: true });
    const file = join(root, 'eval-results/eval.json');
    writeFileSync(file, `${JSON.stringify({ model: embedder.modelId, tasks: results }, null, 2)}\n`);
    note(`Written to ${file}`);
    return results.every(({ missed }) => missed.length === 0) ? 0 : 1;
  } finally {
    await embedder.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Builds libraries in the folder. */
const building =
  (folder: string, embedder: Embedder, inMemory: boolean) =>
  async (name: string, items: readonly EvalItem[]): Promise<Library> => {
    const bar = progress(`indexing ${name}`);
    const library = await buildLibrary(name, folder, embedder, items, inMemory, (done) =>
      bar.update(done, items.length),
    );
    bar.stop();
    return library;
  };

async function evaluate(
  data: string,
  folder: string,
  embedder: Embedder,
  names: readonly string[],
  inMemory: boolean,
): Promise<TaskResult[]> {
  const isNamed = (task: string): boolean => names.length === 0 || names.some((name) => task.includes(name));
  const results = wordingTasks(isNamed);
  if (isNamed(SUGGESTED_SCRIPTURES))
    results.push(suggestedScripturesTask(join(data, '../sermons'), labelsIn(root)));
  if (
    areWordingTasks(names) ||
    (names.length > 0 && names.every((name) => SUGGESTED_SCRIPTURES.includes(name)))
  )
    return results;
  const topics = readTopics(join(data, 'topic-verses-eval.tsv'));
  const sermons = readSermons(join(data, 'sermons'));
  results.push(...(await outlineTasks(isNamed, data, sermons, embedder)));
  if (areOutlineTasks(names)) return results;
  const verses = readVerses();
  const build = building(folder, embedder, inMemory);
  const isSelected = (task: Task): boolean => isNamed(task.name);
  const onSermons = await build(
    'sermons',
    sermons.map(({ segments }, at) => ({ itemId: at + 1, segments })),
  );
  const topicTask = topicsToSermons(topics, sermons);
  const sermonTasks = [topicTask, titlesToSermons(sermons), halvesToPassages(onSermons.chunks, HALVES, SEED)];
  const questions = questionsToSermons(sermons);
  for (const task of [...sermonTasks, questions].filter(isSelected))
    results.push(await run(task, onSermons, embedder));
  // The engine alone knows no vocabulary.
  const hasTypos = (task: Task): boolean => inMemory && isNamed(typosName(task));
  if (hasTypos(topicTask)) results.push(await runTypos(topicTask, onSermons, embedder));
  results.push(
    ...(await runRelevance(isNamed, onSermons, embedder, [topicTask], [...sermonTasks.slice(1), questions])),
  );
  const verseTask = topicsToVerses(topics, verses);
  if (isSelected(verseTask) || hasTypos(verseTask)) {
    const items = [...verses].map(([itemId, text]) => ({
      itemId,
      segments: [{ text, startMs: null, endMs: null }],
    }));
    const onVerses = await build('verses', items);
    if (hasTypos(verseTask)) results.push(await runTypos(verseTask, onVerses, embedder));
    if (isSelected(verseTask)) results.unshift(await run(verseTask, onVerses, embedder));
  }
  return results;
}

async function run(task: Task, library: Library, embedder: Embedder): Promise<TaskResult> {
  const searcher = createSearcher({ index: library.index, embedder });
  const columns: Record<string, Column> = {
    ...(task.baselines ? baselineColumns(library, embedder, task.unit) : {}),
    ...Object.fromEntries(MODES.map((mode) => [mode, searchColumn(searcher, mode, task.unit)])),
  };
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

/** The tasks for what a score means. */
async function runRelevance(
  isNamed: (task: string) => boolean,
  { index }: Library,
  embedder: Embedder,
  beside: readonly Task[],
  tasks: readonly Task[],
): Promise<TaskResult[]> {
  const searcher = createSearcher({ index, embedder });
  const results: TaskResult[] = [];
  if (isNamed(UNANSWERABLE)) results.push(await unanswerableTask(searcher));
  if (isNamed(CALIBRATION)) {
    const bar = progress(CALIBRATION);
    results.push(await calibrationTask(searcher, tasks, beside, bar.update));
    bar.stop();
  }
  return results;
}

async function runTypos(task: Task, { index }: Library, embedder: Embedder): Promise<TaskResult> {
  const bar = progress(typosName(task));
  const searcher = createSearcher({ index, embedder });
  const result = await typosTask(task, searcher, (done) => bar.update(done, task.queries.length));
  bar.stop();
  return result;
}

/** Neighbouring passages may share a sentence: only the first relevant one counts, and it is all there is to find. */
function judged(ranked: readonly string[], relevant: ReadonlySet<string>, unit: Task['unit']): Scores {
  if (unit === 'item') return judge(ranked, relevant);
  const first = ranked.find((key) => relevant.has(key));
  return judge(
    ranked.filter((key) => key === first || !relevant.has(key)),
    new Set([first ?? '']),
  );
}
