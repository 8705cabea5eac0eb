/**
 * `npm run eval -- calibrate`: fits the probabilities in `indexer/ranking/relevance.ts` and prints them, with the curve
 * on the half of the queries that each fit has not seen.
 */
import { join } from 'node:path';
import {
  createSearcher,
  itemFeatures,
  logAnswered,
  parseQuery,
  RELEVANCE_FITS,
  relevanceOf,
  type Embedder,
  type RelevanceFit,
  type RelevanceSigns,
  type SearchMode,
} from '../../indexer/index.js';
import { print, progress } from '../../src/cli/output.js';
import { calibrationError, JUDGED_FROM, renderedCurve, type Prediction } from './curve.js';
import { readSermons, readTopics, type Sermon } from './data.js';
import { documentItems, documentNames, sampleAmong, sampleLibrary, sermonItems } from './documents.js';
import { ACCOUNT, type EvalItem, type Library } from './library.js';
import { fitLogistic } from './logistic.js';
import { SAMPLE_QUERIES, TALK_QUERIES, TALK_UNANSWERABLE } from './ordinary-queries.js';
import { naturalTask, readNaturalQuestions } from './natural-questions.js';
import { questionsToSermons } from './questions.js';
import { halvesToPassages, titlesToSermons, topicsToSermons } from './tasks.js';
import { unanswerable } from './unanswerable.js';
import { HALVES, SEED } from './seeds.js';

type Build = (name: string, items: readonly EvalItem[]) => Promise<Library>;

interface Group {
  queries: readonly { text: string; relevant: ReadonlySet<string> }[];
  isAnswered: boolean;
  /** Weight of a query in the fit of what is answered; groups differ in size, and questions matter most. */
  weight: number;
  /** Weight of a query in the fit of what is relevant. Default 1. */
  itemWeight?: number;
  /** Whether the relevant items are known. */
  isJudged: boolean;
}

interface Seen extends RelevanceSigns {
  group: Group;
  relevant: ReadonlySet<string>;
  half: number;
}

const MODES: SearchMode[] = ['hybrid', 'semantic', 'keyword'];
const ANSWER_RIDGE = 0.1;
const ITEM_RIDGE = 0.01;
/** Candidates further behind the best score are no part of the fit: few count, and they are most. */
const MAX_FITTED_GAP = 12;
/** Weight of a topic in the fit of what is relevant: its judgements are sparse. */
const TOPIC_WEIGHT = 0.3;

const none: ReadonlySet<string> = new Set();
const unjudged = (texts: readonly string[]) => texts.map((text) => ({ text, relevant: none }));

/**
 * @param root of the project
 * @param data the folder of the evaluation data, whose siblings are the sermons and talks that the model was trained on
 */
export async function calibrate(root: string, data: string, embedder: Embedder, build: Build): Promise<void> {
  const sermons = readSermons(join(data, 'sermons'));
  const more = readSermons(join(data, '../sermons'));
  const sample = await sampleLibrary(root);
  const libraries: { name: string; items: EvalItem[]; groups: (library: Library) => Group[] }[] = [
    {
      name: 'sermons',
      items: sermonItems(sermons),
      groups: (library) => [...sermonGroups(data, sermons, library), topicGroup(data, sermons)],
    },
    {
      name: 'more sermons',
      items: sermonItems([...sermons, ...more]),
      // What tells that a query is answered is fitted to each query once.
      groups: (library) => sermonGroups(data, sermons, library).map((group) => ({ ...group, weight: 0 })),
    },
    {
      name: 'talks',
      items: documentItems(join(data, '../talks')),
      groups: (library) => talkGroups(data, library),
    },
    { name: 'sample content', items: sample.items, groups: () => sampleGroups(sample.questions) },
    {
      name: 'sample content among sermons',
      items: sampleAmong(sample.items, documentItems(join(data, '../sermons'))),
      groups: () => [
        {
          queries: unjudged(sample.questions.map(({ q }) => q)),
          isAnswered: true,
          weight: 4,
          isJudged: false,
        },
      ],
    },
  ];
  const seen: Record<string, Seen[]> = { hybrid: [], semantic: [], keyword: [] };
  for (const { name, items, groups } of libraries) {
    const library = await build(name, items);
    for (const mode of MODES) seen[mode]!.push(...(await look(library, embedder, mode, groups(library))));
  }
  for (const mode of MODES) report(mode, seen[mode]!);
}

/** Of the natural questions those to tune by, the even lines of their file. */
function naturalGroup(
  data: string,
  folder: string,
  { chunks }: Pick<Library, 'chunks'>,
): Pick<Group, 'queries'> {
  const all = readNaturalQuestions(join(data, '../questions/questions.tsv'));
  const names = documentNames(join(data, '..', folder)).map((name) => `${folder}/${name}`);
  const even = all.filter(({ half }) => half === 'even');
  return { queries: naturalTask('', even, names, chunks).queries };
}

function sermonGroups(data: string, sermons: readonly Sermon[], library: Library): Group[] {
  const own = new Map([...library.chunks].filter(([itemId]) => itemId <= sermons.length));
  const halves = halvesToPassages(own, HALVES, SEED).queries.map(({ text, relevant }) => ({
    text,
    relevant: new Set(Array.from(relevant, (key) => key.split(':')[0]!)),
  }));
  const [nonsense, mixed, questions] = unanswerable().map(({ queries }) => unjudged(queries));
  const answered = { isAnswered: true, isJudged: true };
  const not = { isAnswered: false, isJudged: true };
  return [
    { ...answered, queries: titlesToSermons(sermons).queries, weight: 1 },
    { ...answered, queries: halves, weight: 0.3 },
    { ...answered, queries: questionsToSermons(sermons).queries, weight: 2, itemWeight: 2 },
    { ...answered, ...naturalGroup(data, 'eval/sermons', library), weight: 2, itemWeight: 2 },
    { ...not, queries: nonsense!, weight: 0.2 },
    { ...not, queries: mixed!, weight: 1 },
    { ...not, queries: questions!, weight: 3 },
  ];
}

function topicGroup(data: string, sermons: readonly Sermon[]): Group {
  const { queries } = topicsToSermons(readTopics(join(data, 'topic-verses-eval.tsv')), sermons);
  return { queries, isAnswered: true, weight: 2, itemWeight: TOPIC_WEIGHT, isJudged: true };
}

function talkGroups(data: string, library: Library): Group[] {
  const [nonsense, mixed] = unanswerable().map(({ queries }) => unjudged(queries));
  return [
    { ...naturalGroup(data, 'talks', library), isAnswered: true, weight: 4, itemWeight: 2, isJudged: true },
    { queries: unjudged(TALK_QUERIES), isAnswered: true, weight: 2, isJudged: false },
    { queries: unjudged(TALK_UNANSWERABLE), isAnswered: false, weight: 3, isJudged: false },
    { queries: nonsense!, isAnswered: false, weight: 0.2, isJudged: false },
    { queries: mixed!, isAnswered: false, weight: 1, isJudged: false },
  ];
}

function sampleGroups(questions: readonly { q: string }[]): Group[] {
  const answered = { isAnswered: true, isJudged: false };
  const [, , other] = unanswerable().map(({ queries }) => unjudged(queries));
  return [
    { ...answered, queries: unjudged(SAMPLE_QUERIES), weight: 2 },
    { ...answered, queries: unjudged(questions.map(({ q }) => q)), weight: 4 },
    { queries: other!, isAnswered: false, weight: 3, isJudged: false },
  ];
}

/** Searches for all queries, and keeps what the scores are made of. */
async function look(
  { index }: Library,
  embedder: Embedder,
  mode: SearchMode,
  groups: readonly Group[],
): Promise<Seen[]> {
  const seen: Seen[] = [];
  let signs: RelevanceSigns | undefined;
  const searcher = createSearcher({ index, embedder, inspect: (made) => (signs = made) });
  const bar = progress(mode);
  const count = groups.reduce((sum, { queries }) => sum + queries.length, 0);
  const filter = { accountId: ACCOUNT, publishedOnly: true };
  for (const group of groups)
    for (const [at, { text, relevant }] of group.queries.entries()) {
      await searcher.search({ ...parseQuery(text), mode, filter, limit: 1, offset: 0, passages: 0 });
      seen.push({ ...signs!, group, relevant, half: at % 2 });
      bar.update(seen.length, count);
    }
  bar.stop();
  return seen;
}

function fit(seen: readonly Seen[], answeredFrom: number): RelevanceFit {
  const answer = fitLogistic(
    seen.map(({ answer: x, group }) => ({ x, y: group.isAnswered, weight: group.weight })),
    ANSWER_RIDGE,
  );
  const judged = seen.filter(({ group }) => group.isJudged);
  const item = fitLogistic(
    judged.flatMap(({ answer: signs, field, candidates, relevant, group: { itemWeight = 1 } }) => {
      const offset = logAnswered(signs, { answer, answeredFrom });
      const near = candidates.filter(({ score }) => field.best - score < MAX_FITTED_GAP);
      return near.map(({ itemId, score }) => ({
        x: itemFeatures(score, field),
        y: relevant.has(String(itemId)),
        offset,
        weight: itemWeight,
      }));
    }),
    ITEM_RIDGE,
  );
  return { answer, answeredFrom, item };
}

function predictions(seen: readonly Seen[], fitted: RelevanceFit): Prediction[] {
  return seen.flatMap(({ answer, field, candidates, relevant }) => {
    const relevance = relevanceOf(answer, field, fitted);
    return candidates.map(({ itemId, score }) => ({
      score: relevance(score),
      relevant: relevant.has(String(itemId)),
    }));
  });
}

function report(mode: SearchMode, seen: readonly Seen[]): void {
  const { answeredFrom } = RELEVANCE_FITS[mode];
  const half = (which: number): Seen[] => seen.filter((one) => one.half === which);
  const unseen = [0, 1].flatMap((which) => {
    const judged = half(which).filter(({ group }) => group.isJudged);
    return predictions(judged, fit(half(1 - which), answeredFrom));
  });
  const { answer, item } = fit(seen, answeredFrom);
  const list = (values: readonly number[]): string => values.map((value) => value.toFixed(3)).join(', ');
  print(`${mode}: {\n  answer: [${list(answer)}],\n  item: [${list(item)}],\n}`);
  print(renderedCurve({ [`${mode}, by the other half`]: unseen }));
  print(`calibration error from ${JUDGED_FROM}: ${calibrationError(unseen, JUDGED_FROM).toFixed(3)}\n`);
}
