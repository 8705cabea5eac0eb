/** The queries to which the score probabilities are fitted, and the libraries they search. */
import { join } from 'node:path';
import { readSermons, readTopics, type Sermon } from './data.js';
import { documentItems, documentNames, sampleAmong, sampleLibrary, sermonItems } from './documents.js';
import type { EvalItem, Library } from './library.js';
import { naturalTask, readNaturalQuestions } from './natural-questions.js';
import { sampleQueries, talkQueries, talkUnanswerable, unanswerableQuestions } from './queries.js';
import { halvesToPassages, questionsToSermons, titlesToSermons, topicsToSermons } from './tasks.js';
import { languageQuestions, unanswerable } from './unanswerable.js';

export interface Group {
  name: string;
  queries: readonly { text: string; language?: string; relevant: ReadonlySet<string> }[];
  isAnswered: boolean;
  /** Whether the queries are in several languages: words alone do not tell what answers them. */
  isInLanguages?: boolean;
  /** Weight of a query in the fit of whether it is answered. Groups differ in size, and questions matter most. */
  weight: number;
  /** Weight of a query in the fit of whether an item is relevant. Default: 1. */
  itemWeight?: number;
  /** Whether the relevant items are known. */
  isJudged: boolean;
}

export interface CalibrationLibrary {
  name: string;
  items: EvalItem[];
  groups: (library: Pick<Library, 'chunks'>) => Group[];
}

/** Weight of a topic in the fit of relevance: its judgements are sparse. */
const TOPIC_WEIGHT = 0.3;

/** Weight of a question in one of five languages in the fit of whether it is answered. */
const LANGUAGE_WEIGHT = 2.5;

/** The groups that determine the threshold above which a query counts as answered. */
const NATURAL = 'natural questions';
const ANSWERED_IN_LANGUAGES = 'answered, in five languages';
export const DECISIVE: readonly string[] = [NATURAL, ANSWERED_IN_LANGUAGES];

const none: ReadonlySet<string> = new Set();
const unjudged = (texts: readonly string[]) => texts.map((text) => ({ text, relevant: none }));

/**
 * @param root of the project
 * @param data the folder of the evaluation data, beside the sermons and talks that the model was trained on
 */
export async function calibrationLibraries(root: string, data: string): Promise<CalibrationLibrary[]> {
  const sermons = readSermons(join(data, 'sermons'));
  const more = readSermons(join(data, '../sermons'));
  const sample = await sampleLibrary(root);
  return [
    {
      name: 'sermons',
      items: sermonItems(sermons),
      groups: (library) => [...sermonGroups(data, sermons, library), topicGroup(data, sermons)],
    },
    {
      name: 'more sermons',
      items: sermonItems([...sermons, ...more]),
      // Weight 0: the answered fit uses each query only once.
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
          name: 'README’s questions',
          queries: unjudged(sample.questions.map(({ q }) => q)),
          isAnswered: true,
          weight: 4,
          isJudged: false,
        },
        // With titles, one of which contains a word of nearly every question.
        {
          name: 'questions about other things',
          queries: unjudged(unanswerableQuestions()),
          isAnswered: false,
          weight: 3,
          isJudged: true,
        },
        ...languageGroups(join(data, '../questions')),
      ],
    },
  ];
}

function languageGroups(folder: string): Group[] {
  const questions = languageQuestions(folder).map((question) => ({ ...question, relevant: none }));
  const group = (name: string, isAnswered: boolean): Group => ({
    name,
    queries: questions.filter((question) => question.isAnswered === isAnswered),
    isAnswered,
    isInLanguages: true,
    weight: LANGUAGE_WEIGHT,
    isJudged: false,
  });
  return [group(ANSWERED_IN_LANGUAGES, true), group('unanswered, in five languages', false)];
}

/** The natural questions. Even lines of their file are for tuning; odd ones are only reported. */
function naturalGroups(
  data: string,
  folder: string,
  { chunks }: Pick<Library, 'chunks'>,
  weight: number,
): Group[] {
  const all = readNaturalQuestions(join(data, '../questions/questions.tsv'));
  const names = documentNames(join(data, '..', folder)).map((name) => `${folder}/${name}`);
  const of = (which: 'even' | 'odd') =>
    naturalTask(
      '',
      all.filter(({ half }) => half === which),
      names,
      chunks,
    ).queries;
  const answered = { isAnswered: true, isJudged: true };
  return [
    { ...answered, name: NATURAL, queries: of('even'), weight, itemWeight: 2 },
    { ...answered, name: `${NATURAL}, odd lines`, queries: of('odd'), weight: 0, itemWeight: 0 },
  ];
}

function sermonGroups(data: string, sermons: readonly Sermon[], library: Pick<Library, 'chunks'>): Group[] {
  const own = new Map([...library.chunks].filter(([itemId]) => itemId <= sermons.length));
  const halves = halvesToPassages(own).queries.map(({ text, relevant }) => ({
    text,
    relevant: new Set(Array.from(relevant, (key) => key.split(':')[0]!)),
  }));
  const [nonsense, mixed, questions] = unanswerable().map(({ queries }) => unjudged(queries));
  const answered = { isAnswered: true, isJudged: true };
  const not = { isAnswered: false, isJudged: true };
  return [
    { ...answered, name: 'titles', queries: titlesToSermons(sermons).queries, weight: 1 },
    { ...answered, name: 'half sentences', queries: halves, weight: 0.3 },
    {
      ...answered,
      name: '63 questions',
      queries: questionsToSermons(sermons).queries,
      weight: 2,
      itemWeight: 2,
    },
    ...naturalGroups(data, 'eval/sermons', library, 2),
    { ...not, name: 'nonsense', queries: nonsense!, weight: 0.2 },
    { ...not, name: 'keyboard runs beside words', queries: mixed!, weight: 1 },
    { ...not, name: 'questions about other things', queries: questions!, weight: 3 },
  ];
}

function topicGroup(data: string, sermons: readonly Sermon[]): Group {
  const { queries } = topicsToSermons(readTopics(join(data, 'topic-verses-eval.tsv')), sermons);
  return { name: 'topics', queries, isAnswered: true, weight: 2, itemWeight: TOPIC_WEIGHT, isJudged: true };
}

function talkGroups(data: string, library: Pick<Library, 'chunks'>): Group[] {
  const [nonsense, mixed] = unanswerable().map(({ queries }) => unjudged(queries));
  return [
    ...naturalGroups(data, 'talks', library, 4),
    {
      name: 'what podcasts answer',
      queries: unjudged(talkQueries()),
      isAnswered: true,
      weight: 2,
      isJudged: false,
    },
    {
      name: 'questions about other things',
      queries: unjudged(talkUnanswerable()),
      isAnswered: false,
      weight: 9,
      isJudged: false,
    },
    { name: 'nonsense', queries: nonsense!, isAnswered: false, weight: 0.2, isJudged: false },
    { name: 'keyboard runs beside words', queries: mixed!, isAnswered: false, weight: 1, isJudged: false },
  ];
}

function sampleGroups(questions: readonly { q: string }[]): Group[] {
  const answered = { isAnswered: true, isJudged: false };
  const [, , other] = unanswerable().map(({ queries }) => unjudged(queries));
  return [
    { ...answered, name: 'what samples answer', queries: unjudged(sampleQueries()), weight: 2 },
    { ...answered, name: 'README’s questions', queries: unjudged(questions.map(({ q }) => q)), weight: 4 },
    { name: 'questions about other things', queries: other!, isAnswered: false, weight: 3, isJudged: false },
  ];
}
