/**
 * `npm run eval [-- task…] [--qdrant=URL]`: measures ranking quality with the product's own chunks, vectors,
 * engine and search.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createSearcher,
  createTransformersEmbedder,
  includedModel,
  type Embedder,
} from '../../indexer/index.js';
import { note, print, progress } from '../../src/cli/output.js';
import { documentItems, documentNames, sampleAmong, sampleLibrary, sermonItems } from './documents.js';
import { naturalTask, readNaturalQuestions, type NaturalTask } from './natural-questions.js';
import { runPassages, runTask } from './run-task.js';
import { readSermons, readTopics, readVerses } from './data.js';
import { calibrate } from './calibrate.js';
import type { IndexPlace } from './empty-index.js';
import { FOREIGN, foreignTask } from './foreign.js';
import { buildLibrary, type EvalItem, type Library } from './library.js';
import { OTHER_SPELLINGS, otherSpellingsTask } from './other-spellings.js';
import { areOutlineTasks, outlineTasks } from './outline/outline-tasks.js';
import { questionsToSermons } from './questions.js';
import { CALIBRATION, calibrationTask, UNANSWERABLE, unanswerableTask } from './relevance-tasks.js';
import { rendered, type TaskResult } from './report.js';
import { HALVES, SEED } from './seeds.js';
import { halvesToPassages, titlesToSermons, topicsToSermons, topicsToVerses, type Task } from './tasks.js';
import { labelsIn, SUGGESTED_SCRIPTURES, suggestedScripturesTask } from './suggested-scriptures.js';
import { typosName, typosTask } from './typos.js';
import { areWordingTasks, wordingTasks } from './wording-tasks.js';

/** URL of a Qdrant server to use as the engine. */
const QDRANT = '--qdrant=';
const CALIBRATE = 'calibrate';

// The compiled script lies one folder deeper.
const here = fileURLToPath(new URL('../../', import.meta.url));
const root = existsSync(join(here, 'models')) ? here : resolve(here, '..');

/** @returns the exit code: 1 when a required score is missed */
export const main = async (args: readonly string[]): Promise<number> => {
  const names = args.filter((arg) => !arg.startsWith(QDRANT));
  const qdrantUrl = args.find((arg) => arg.startsWith(QDRANT))?.slice(QDRANT.length);
  const data = resolve(root, '../shared/data/eval');
  if (!existsSync(data)) {
    note(`Skipped: the evaluation data (${data}) is missing.`);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'lectern-eval-'));
  const embedder = await createTransformersEmbedder({
    ...includedModel(root),
    cacheDir: folder,
  });
  const build = building({ folder, qdrantUrl }, embedder);
  try {
    if (names.includes(CALIBRATE)) {
      await calibrate(root, data, embedder, build);
      return 0;
    }
    const results = await evaluate(data, build, embedder, names);
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

const building =
  (place: IndexPlace, embedder: Embedder) =>
  async (name: string, items: readonly EvalItem[]): Promise<Library> => {
    const bar = progress(`indexing ${name}`);
    const library = await buildLibrary(name, place, embedder, items, (done) =>
      bar.update(done, items.length),
    );
    bar.stop();
    return library;
  };

async function evaluate(
  data: string,
  build: ReturnType<typeof building>,
  embedder: Embedder,
  names: readonly string[],
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
  const isSelected = (task: Task): boolean => isNamed(task.name);
  const onSermons = await build('sermons', sermonItems(sermons));
  results.push(...(await naturalResults(isNamed, data, onSermons, build, embedder)));
  if (isNamed(FOREIGN)) {
    const searcher = createSearcher({ index: onSermons.index, embedder });
    results.push(await foreignTask(join(data, '../questions/languages.tsv'), searcher));
  }
  const topicTask = topicsToSermons(topics, sermons);
  if (isNamed(OTHER_SPELLINGS)) {
    const searcher = createSearcher({ index: onSermons.index, embedder });
    const texts = [...topics.map(({ topic }) => topic), ...sermons.map(({ title }) => title)];
    results.push(
      await otherSpellingsTask([...texts, ...questionsOf(data).map(({ text }) => text)], searcher, embedder),
    );
  }
  const sermonTasks = [topicTask, titlesToSermons(sermons), halvesToPassages(onSermons.chunks, HALVES, SEED)];
  const questions = questionsToSermons(sermons);
  for (const task of [...sermonTasks, questions].filter(isSelected))
    results.push(await runTask(task, onSermons, embedder));
  const hasTypos = (task: Task): boolean => isNamed(typosName(task));
  if (hasTypos(topicTask)) results.push(await runTypos(topicTask, onSermons, embedder));
  const judged = [...sermonTasks.slice(1), questions, naturalOnSermons(data, onSermons)];
  results.push(...(await runRelevance(isNamed, onSermons, embedder, [topicTask], judged)));
  const verseTask = topicsToVerses(topics, verses);
  if (isSelected(verseTask) || hasTypos(verseTask)) {
    const items = [...verses].map(([itemId, text]) => ({
      itemId,
      segments: [{ text, startMs: null, endMs: null }],
    }));
    const onVerses = await build('verses', items);
    if (hasTypos(verseTask)) results.push(await runTypos(verseTask, onVerses, embedder));
    if (isSelected(verseTask)) results.unshift(await runTask(verseTask, onVerses, embedder));
  }
  return results;
}

const NATURAL = 'natural question';
/** The sample content among sermons, as after the import in README. */
const SAMPLE = 'README’s questions';

const questionsOf = (data: string) => readNaturalQuestions(join(data, '../questions/questions.tsv'));
const inFolder = (data: string, folder: string): string[] =>
  documentNames(join(data, '..', folder)).map((name) => `${folder}/${name}`);

const naturalOnSermons = (data: string, { chunks }: Library): NaturalTask =>
  naturalTask(`${NATURAL} → sermon`, questionsOf(data), inFolder(data, 'eval/sermons'), chunks);

/** Tasks with natural questions. Those on the talks are reported separately, because the model was trained on them. */
async function naturalResults(
  isNamed: (task: string) => boolean,
  data: string,
  onSermons: Library,
  build: ReturnType<typeof building>,
  embedder: Embedder,
): Promise<TaskResult[]> {
  const results: TaskResult[] = [];
  const measure = async (name: string, folder: string, library: () => Promise<Library>): Promise<void> => {
    if (!isNamed(name)) return;
    const searched = await library();
    const task = naturalTask(name, questionsOf(data), inFolder(data, folder), searched.chunks);
    results.push(await runTask(task, searched, embedder));
    results.push(await runPassages(task, searched, embedder));
  };
  await measure(`${NATURAL} → sermon`, 'eval/sermons', () => Promise.resolve(onSermons));
  await measure(`${NATURAL} → talk`, 'talks', () => build('talks', documentItems(join(data, '../talks'))));
  if (isNamed(SAMPLE)) results.push(await sampleResult(data, build, embedder));
  return results;
}

async function sampleResult(
  data: string,
  build: ReturnType<typeof building>,
  embedder: Embedder,
): Promise<TaskResult> {
  const { items, questions } = await sampleLibrary(root);
  const sermons = documentItems(join(data, '../sermons'));
  const library = await build('sample content', sampleAmong(items, sermons));
  const queries = questions.map(({ q, item }) => ({
    text: q,
    relevant: new Set([String(items.findIndex(({ title }) => title === item) + 1)]),
  }));
  const task: Task = { name: SAMPLE, library: 'sermons', unit: 'item', baselines: true, queries };
  return runTask(task, library, embedder);
}

/** The tasks on the meaning of scores. */
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
