/**
 * `npm run eval [-- task…] [--qdrant=URL]`: measures ranking quality with the product's own chunks, vectors,
 * engine and search.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  createSearcher,
  createTransformersEmbedder,
  includedModel,
  type Embedder,
} from '../../indexer/index.js';
import { note, print, progress } from '../../src/cli/output.js';
import { packageFolder } from '../../src/platform/lib/package-folder.js';
import { inFolder, readOptions } from '../harness/command.js';
import { calibrate } from './calibrate.js';
import { readSermons, readTopics, readVerses } from './data.js';
import { documentItems, documentNames, sampleAmong, sampleLibrary, sermonItems } from './documents.js';
import { FOREIGN, foreignTask } from './foreign.js';
import { buildLibrary, type EvalItem, type IndexPlace, type Library } from './library.js';
import { naturalTask, readNaturalQuestions } from './natural-questions.js';
import { OTHER_SPELLINGS, otherSpellingsTask } from './other-spellings.js';
import { outlineTasks } from './outline/outline-tasks.js';
import {
  CALIBRATION,
  calibrationTask,
  LANGUAGES_LEFT_ALONE,
  languagesLeftAloneTask,
  UNANSWERABLE,
  unanswerableTask,
} from './relevance-tasks.js';
import { rendered, type TaskResult } from './report.js';
import { runPassages, runTask } from './run-task.js';
import { labelsIn, SUGGESTED_SCRIPTURES, suggestedScripturesTask } from './suggested-scriptures.js';
import {
  HALF_SENTENCES,
  halvesToPassages,
  questionsToSermons,
  titlesToSermons,
  topicsToSermons,
  topicsToVerses,
  type Task,
} from './tasks.js';
import { TRANSCRIBE, transcribeTask } from './transcribe.js';
import { typosName, typosTask } from './typos.js';
import { wordingTasks } from './wording-tasks.js';

const ROOT = packageFolder();
const DATA = resolve(ROOT, '../shared/data/eval');
const CALIBRATE = 'calibrate';
const NATURAL = 'natural question';
/** The sample content among sermons, as after the import in README. */
const SAMPLE = 'README’s questions';

const usage = `npm run eval [-- task…] [--model=FOLDER] [--qdrant=URL]
task: words of the names of tasks (default: all), or ${CALIBRATE}
--model=FOLDER: an embedding model to use instead of the included one
--qdrant=URL: a Qdrant server to use as the engine`;

/** @returns the exit code: 1 when a required score is missed */
export const main = async (args: readonly string[]): Promise<number> => {
  const read = readOptions(args, usage, { model: 'text', qdrant: 'text' });
  if (!read) return 2;
  if (!existsSync(DATA)) {
    note(`Skipped: the evaluation data (${DATA}) is missing.`);
    return 0;
  }
  return inFolder('eval', async (folder) => {
    const { model } = read.options;
    const chosen = model === undefined ? includedModel(ROOT) : { model: resolve(model) };
    const embedder = await createTransformersEmbedder({ ...chosen, cacheDir: folder });
    const build = building({ folder, qdrantUrl: read.options.qdrant }, embedder);
    try {
      if (read.words.includes(CALIBRATE)) {
        await calibrate(ROOT, DATA, embedder, build);
        return 0;
      }
      const results = await evaluate(build, embedder, read.words);
      print(rendered(results));
      mkdirSync(join(ROOT, 'eval-results'), { recursive: true });
      const file = join(ROOT, 'eval-results/eval.json');
      writeFileSync(file, `${JSON.stringify({ model: embedder.modelId, tasks: results }, null, 2)}\n`);
      note(`Written to ${file}`);
      return results.every(({ missed }) => missed.length === 0) ? 0 : 1;
    } finally {
      await embedder.close();
    }
  });
};

type Build = (name: string, items: readonly EvalItem[]) => Promise<Library>;

const building =
  (place: IndexPlace, embedder: Embedder): Build =>
  async (name, items) => {
    const bar = progress(`indexing ${name}`);
    const library = await buildLibrary(name, place, embedder, items, (done) =>
      bar.update(done, items.length),
    );
    bar.stop();
    return library;
  };

/** Makes a value when it is first needed. */
const lazy = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let value: Promise<T> | undefined;
  return () => (value ??= make());
};

/** Runs the tasks whose names contain one of the words; all if there are none. Libraries are made as tasks need them. */
async function evaluate(build: Build, embedder: Embedder, words: readonly string[]): Promise<TaskResult[]> {
  const isNamed = (task: string): boolean => words.length === 0 || words.some((word) => task.includes(word));
  const results = wordingTasks(isNamed);
  const add = async (name: string, run: () => TaskResult | Promise<TaskResult>): Promise<void> => {
    if (isNamed(name)) results.push(await run());
  };
  await add(TRANSCRIBE, transcribeTask);
  await add(SUGGESTED_SCRIPTURES, () => suggestedScripturesTask(join(DATA, '../sermons'), labelsIn(ROOT)));
  const topics = readTopics(join(DATA, 'topic-verses-eval.tsv'));
  const sermons = readSermons(join(DATA, 'sermons'));
  results.push(...(await outlineTasks(isNamed, DATA, sermons, embedder)));

  const onSermons = lazy(() => build('sermons', sermonItems(sermons)));
  const onTalks = lazy(() => build('talks', documentItems(join(DATA, '../talks'))));
  const searcherOf = ({ index }: Library) => createSearcher({ index, embedder });
  const run = async (task: Task): Promise<void> =>
    add(task.name, async () => runTask(task, await onSermons(), embedder));

  // Those on the talks are reported separately, because the model was trained on them.
  for (const [what, folder, library] of [
    ['sermon', 'eval/sermons', onSermons],
    ['talk', 'talks', onTalks],
  ] as const)
    await add(`${NATURAL} → ${what}`, async () => {
      const task = naturalOn(what, folder, await library());
      results.push(await runTask(task, await library(), embedder));
      return runPassages(task, await library(), embedder);
    });
  const onSample = lazy(() => buildSample(build));
  await add(SAMPLE, async () => sampleResult(await onSample(), embedder));
  await add(FOREIGN, async () =>
    foreignTask(join(DATA, '../questions/languages.tsv'), searcherOf(await onSermons())),
  );
  await add(OTHER_SPELLINGS, async () => {
    const texts = [...topics.map(({ topic }) => topic), ...sermons.map(({ title }) => title)];
    const all = [...texts, ...naturalQuestions().map(({ text }) => text)];
    return otherSpellingsTask(all, searcherOf(await onSermons()), embedder);
  });
  const topicTask = topicsToSermons(topics, sermons);
  const [titles, questions] = [titlesToSermons(sermons), questionsToSermons(sermons)];
  await run(topicTask);
  await run(titles);
  await add(HALF_SENTENCES, async () =>
    runTask(halvesToPassages((await onSermons()).chunks), await onSermons(), embedder),
  );
  await run(questions);
  await add(typosName(topicTask), async () => runTypos(topicTask, await onSermons(), embedder));
  await add(UNANSWERABLE, async () => unanswerableTask(searcherOf(await onSermons())));
  await add(LANGUAGES_LEFT_ALONE, async () =>
    languagesLeftAloneTask(searcherOf((await onSample()).library), join(DATA, '../questions')),
  );
  await add(CALIBRATION, async () => {
    const library = await onSermons();
    const natural = naturalOn('sermon', 'eval/sermons', library);
    const judged = [titles, halvesToPassages(library.chunks), questions, natural];
    const bar = progress(CALIBRATION);
    const result = await calibrationTask(searcherOf(library), judged, [topicTask], bar.update);
    bar.stop();
    return result;
  });

  const verses = readVerses();
  const verseTask = topicsToVerses(topics, verses);
  const onVerses = lazy(() =>
    build(
      'verses',
      Array.from(verses, ([itemId, text]) => ({
        itemId,
        segments: [{ text, startMs: null, endMs: null }],
      })),
    ),
  );
  await add(typosName(verseTask), async () => runTypos(verseTask, await onVerses(), embedder));
  if (isNamed(verseTask.name)) results.unshift(await runTask(verseTask, await onVerses(), embedder));
  return results;
}

const naturalQuestions = () => readNaturalQuestions(join(DATA, '../questions/questions.tsv'));

/** @param folder of the documents that the library consists of, beside the evaluation data */
const naturalOn = (what: string, folder: string, { chunks }: Library) => {
  const files = documentNames(join(DATA, '..', folder)).map((name) => `${folder}/${name}`);
  return naturalTask(`${NATURAL} → ${what}`, naturalQuestions(), files, chunks);
};

/** The sample content among sermons. */
async function buildSample(build: Build) {
  const sample = await sampleLibrary(ROOT);
  const sermons = documentItems(join(DATA, '../sermons'));
  return { ...sample, library: await build('sample content', sampleAmong(sample.items, sermons)) };
}

async function sampleResult(
  { items, questions, library }: Awaited<ReturnType<typeof buildSample>>,
  embedder: Embedder,
): Promise<TaskResult> {
  const queries = questions.map(({ q, item }) => ({
    text: q,
    relevant: new Set([String(items.findIndex(({ title }) => title === item) + 1)]),
  }));
  const task: Task = { name: SAMPLE, library: 'sermons', unit: 'item', baselines: true, queries };
  return runTask(task, library, embedder);
}

async function runTypos(task: Task, { index }: Library, embedder: Embedder): Promise<TaskResult> {
  const bar = progress(typosName(task));
  const searcher = createSearcher({ index, embedder });
  const result = await typosTask(task, searcher, (done) => bar.update(done, task.queries.length));
  bar.stop();
  return result;
}
