/** The tasks with relevant results: their queries, the library that each searches, and which results are relevant. */
import type { Chunk } from '../../indexer/index.js';
import { versesOfTopic, type Sermon, type Topic, type VerseId } from './data.js';
import { randomFrom } from '../random.js';
import { sermonQuestions } from './queries.js';

export interface Query {
  text: string;
  /** Keys of the relevant results: item ids, or `item:ordinal` for passages. */
  relevant: Set<string>;
  /** The half, if it is not determined by the query's position. */
  half?: 'odd' | 'even';
}

export interface Task {
  name: string;
  library: 'verses' | 'sermons';
  /** A result is an item, or the first passage shown of it. */
  unit: 'item' | 'passage';
  /** Whether to run the passage baselines too. */
  baselines: boolean;
  /** Questions in visitors' own words, also measured without a threshold. */
  isNatural?: boolean;
  queries: Query[];
}

export function topicsToVerses(topics: readonly Topic[], verses: ReadonlyMap<VerseId, string>): Task {
  const queries = topics.map((topic) => ({
    text: topic.topic,
    relevant: new Set([...versesOfTopic(topic)].filter((id) => verses.has(id)).map(String)),
  }));
  return task('topic → verses', 'verses', 'item', queries);
}

/** A sermon's id is its position in the list, from 1. */
export function topicsToSermons(topics: readonly Topic[], sermons: readonly Sermon[]): Task {
  const queries = topics.map((topic) => {
    const voted = versesOfTopic(topic);
    const ids = sermons.flatMap((sermon, at) =>
      sermon.verses.some((id) => voted.has(id)) ? [String(at + 1)] : [],
    );
    return { text: topic.topic, relevant: new Set(ids) };
  });
  return task('topic → sermons', 'sermons', 'item', queries);
}

/** Without quotation marks, which would require an exact phrase that only the title contains. */
export function titlesToSermons(sermons: readonly Sermon[]): Task {
  const queries = sermons.map(({ title }, at) => ({
    text: title.replace(/["“”]/g, ''),
    relevant: new Set([String(at + 1)]),
  }));
  return task('title → sermon', 'sermons', 'item', queries);
}

export function questionsToSermons(sermons: readonly Sermon[]): Task {
  const queries = sermonQuestions()
    .filter(([sermon]) => sermon <= sermons.length)
    .map(([sermon, text]) => ({ text, relevant: new Set([String(sermon)]) }));
  // Each is written for a single passage, and there are few: not suitable for comparing rankings.
  return { name: 'question → sermon', library: 'sermons', unit: 'item', baselines: false, queries };
}

export const HALF_SENTENCES = 'half a sentence → passage';
/** Number of half sentences, and the seed of their choice. */
const HALVES = 400;
const HALVES_SEED = 20;
const SENTENCE = /[^.!?]+[.!?]+["”’')\]]*/g;
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];

/**
 * Sentences of 8 to 40 words with half of the words left out; every passage that contains the sentence is
 * relevant.
 */
export function halvesToPassages(chunksByItem: ReadonlyMap<number, readonly Chunk[]>): Task {
  const random = randomFrom(HALVES_SEED);
  const all = [...chunksByItem].flatMap(([itemId, chunks]) => chunks.map((chunk) => ({ itemId, chunk })));
  const queries: Query[] = [];
  while (queries.length < HALVES) {
    const { itemId, chunk } = all[Math.floor(random() * all.length)]!;
    const sentences = (chunk.text.match(SENTENCE) ?? []).map((sentence) => sentence.trim());
    const fit = sentences.filter(
      (sentence) => wordsOf(sentence).length >= 8 && wordsOf(sentence).length <= 40,
    );
    if (fit.length === 0) continue;
    const sentence = fit[Math.floor(random() * fit.length)]!;
    const matching = chunksByItem.get(itemId)!.filter(({ text }) => text.includes(sentence));
    queries.push({
      text: halfOf(wordsOf(sentence), random).join(' '),
      relevant: new Set(matching.map(({ ordinal }) => `${itemId}:${ordinal}`)),
    });
  }
  return task(HALF_SENTENCES, 'sermons', 'passage', queries);
}

/** A random half of the words, rounded up, in their original order. */
function halfOf(words: readonly string[], random: () => number): string[] {
  const drawn = words.map((word, at) => ({ word, at, lot: random() })).sort((a, b) => a.lot - b.lot);
  const chosen = drawn.slice(0, Math.ceil(words.length / 2)).sort((a, b) => a.at - b.at);
  return chosen.map(({ word }) => word);
}

function task(name: string, library: Task['library'], unit: Task['unit'], queries: readonly Query[]): Task {
  return {
    name,
    library,
    unit,
    baselines: library === 'sermons',
    queries: queries.filter(({ relevant }) => relevant.size > 0),
  };
}
