/** Suggests topics of a talk: those from a list that it is about, and phrases that could become new ones. */
import { contentTerms } from '../text/analyze.js';
import { dot } from '../embedding/vectors.js';
import type { Outline } from './outline.js';
import { isEnglish, nounPhrases, readsAlone, tagWords, type TaggedWord } from './phrases.js';
import { termDensity } from './term-weights.js';

export interface KnownTopic {
  id: number;
  name: string;
  /** Embedding of the name. */
  embedding: Float32Array;
}

interface Found {
  /** Probability that the talk is about the topic. */
  score: number;
  /** Time of the part that is most about it; null for a transcript without times. */
  startMs: number | null;
}

export interface OutlineTopic extends Found {
  id: number;
}

export interface ProposedTopic extends Found {
  name: string;
}

/** Topics of shorter talks are too uncertain. */
const MIN_TALK_WORDS = 200;
/** Maximum number of known and of new topics per talk. */
const MAX_TOPICS = 5;
const MAX_NEW = 5;
/** Suggestions below this score are wrong more often than not. */
const MIN_SCORE = 0.2;
/** Minimum score of a new topic of one word; two adjacent words are rarer and say more. */
const MIN_WORD_SCORE = 0.5;
/**
 * Logistic regression over the square root of the share of chunks that have all words of the topic in one
 * sentence, and the cosine of its embedding with the mean of the talk's. Fitted on 200 sermons with 55 church
 * topics, and 88 talks with 25 technology topics. Positive examples are topics in a sermon's title, which is not
 * part of the input; they are weighted to be one in twenty pairs.
 */
const FIT = { intercept: -7.91, share: 12.14, cosine: 9.96 };
/** The cosine assumed if a talk has no embeddings: neither near nor far. */
const NEUTRAL_COSINE = 0.15;
/** Maximum number of sentences searched for new topics, and of characters read of each. */
const READ_SENTENCES = 30;
const MAX_SENTENCE = 400;
const MAX_PHRASE_WORDS = 3;
/** Minimum number of sentences that mention a new topic. */
const MIN_SENTENCES = 5;

/** The topics from the list that the talk is about, most likely first. */
export function findTopics(outline: Outline, topics: readonly KnownTopic[]): OutlineTopic[] {
  if (isShort(outline)) return [];
  return rateTopics(outline, topics)
    .map(({ score, startMs }, at) => ({ id: topics[at]!.id, score, startMs }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_TOPICS);
}

/** The probability that the talk is about each topic. */
export function rateTopics(
  outline: Outline,
  topics: readonly { name: string; embedding?: Float32Array }[],
): Found[] {
  const mean = meanOf(outline.embeddings);
  const places = placesOf(
    outline,
    topics.map(({ name }) => name),
  );
  return topics.map(({ embedding }, at) => {
    const cosine = mean && embedding?.length === mean.length ? dot(mean, embedding) : NEUTRAL_COSINE;
    return { score: scoreOf(outline, places[at]!, cosine), startMs: momentOf(outline, places[at]!) };
  });
}

/** A key that is equal for equivalent names: "Shepherds", "the shepherd". */
export const topicKey = (name: string): string => [...contentTerms(name).keys()].join(' ');

/** Phrases from the talk that could become topics, most likely first. English only. */
export function findNewTopics(outline: Outline): ProposedTopic[] {
  if (isShort(outline)) return [];
  const read = typicalSentences(outline);
  if (!isEnglish(read)) return [];
  const phrases = new Map<string, string>();
  for (const sentence of read) {
    const words = tagWords(sentence.slice(0, MAX_SENTENCE));
    for (const { from, to } of nounPhrases(words, MAX_PHRASE_WORDS)) {
      if (to - from > 1 && !readsAlone(words, { from, to })) continue;
      const own = words.slice(from, to).map(({ text }) => text);
      if (/^(?:an?|the|no|some|any)$/i.test(own[0]!)) own.shift();
      if (own.length === 1 && !canStandAlone(words[to - 1]!, outline)) continue;
      const name = own.join(' ');
      const key = topicKey(name);
      if (own.length > 0 && isTopicName(name) && !phrases.has(key)) phrases.set(key, name);
    }
  }
  const names = [...phrases.values()];
  const places = placesOf(outline, names);
  return names
    .map((name, at) => ({
      name: titled(name),
      score: scoreOf(outline, places[at]!, NEUTRAL_COSINE),
      startMs: momentOf(outline, places[at]!),
      sentences: places[at]!.length,
    }))
    .filter(
      ({ name, score, sentences }) =>
        score >= (name.includes(' ') ? MIN_SCORE : MIN_WORD_SCORE) && sentences >= MIN_SENTENCES,
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_NEW)
    .map(({ name, score, startMs }) => ({ name, score, startMs }));
}

/** Endings of abstract nouns, which talks are often about: "meekness", "forgiveness", "security". */
const ABSTRACT = /(?:ness|ity|tion|sion|ment|ship|hood|ism|ance|ence|ancy|ency|dom|acy|ology|ics|tude)$/i;
/** Abstract nouns without such an ending. */
const THEMES = new Set(
  (
    'faith hope love grace peace joy trust truth sin guilt shame fear anger wrath pride death heaven hell mercy prayer praise worship ' +
    'doubt grief sorrow comfort hunger poverty wealth money marriage family parents friendship loneliness gospel church baptism ' +
    'communion law covenant angels prophets miracles parables health stress sleep trauma addiction culture education science ' +
    'music art design software hardware testing accessibility privacy blockchain startups genes climate'
  ).split(' '),
);

/**
 * Whether a single word may be a new topic: a name or an abstract noun. "Eye" or "chair" are usually part of a
 * story.
 */
function canStandAlone({ text, tags }: TaggedWord, { sentences }: Outline): boolean {
  if (THEMES.has(text.toLowerCase()) || (text.length > 5 && ABSTRACT.test(text))) return true;
  // "Going", "thinking": activities are seldom the topic of a talk.
  if (!/^\p{Lu}/u.test(text) || tags.has('Gerund') || /ing$/i.test(text)) return false;
  return isWrittenAsName(text, sentences);
}

/** Whether the word is usually capitalised other than at the start of a sentence. */
function isWrittenAsName(name: string, sentences: Outline['sentences']): boolean {
  const lower = name.toLowerCase();
  let capitals = 0;
  let all = 0;
  for (const { text, heading } of sentences) {
    if (heading || !text.toLowerCase().includes(lower)) continue;
    for (const word of text.split(/[^\p{L}\p{N}]+/u).slice(1)) {
      if (word.toLowerCase() !== lower) continue;
      all++;
      if (word !== lower) capitals++;
    }
  }
  return all > 0 && capitals >= all * NAMED_SHARE;
}
/** Minimum share of mentions that are written as a name. */
const NAMED_SHARE = 0.9;

/** Letters only, without words that fit any topic. */
const NAME =
  /^(?!(?:that|it|what|there|here|he|she)['’]s |let['’]s|(?:these|those|such|other|others|another|many|more|most|all|both|each|every|several|same|own|few|first|last|next|only|new|good|great|big|little|dear|poor|going|saying|been|being|running) |.* (?:there|here|on|out|up|over|back|now|then|too|again)$|(?:.* )?(?:thing|way|lot|kind|sort|bit|stuff|people|person|guy|one|time|day|today|year|week|fact|point|part|end|man|men|woman|text|friend|brother|sister|word|place|hand|moment|case|question|example|idea|something|anything|nothing|everything|everybody|somebody|like|shall|going|morning|night)s?$)\p{L}(?:[\p{L}'’ ]|-(?!-)){2,40}$/iu;

/** Whether the name is suitable for a topic. */
export const isTopicName = (name: string): boolean => NAME.test(name);

const isShort = ({ sentences }: Outline): boolean =>
  sentences.reduce((sum, { words }) => sum + words, 0) < MIN_TALK_WORDS;

function scoreOf({ sentences }: Outline, places: readonly number[], cosine: number): number {
  const chunks = new Set(places.map((at) => sentences[at]!.chunk));
  const share = chunks.size / (sentences.at(-1)!.chunk + 1);
  return 1 / (1 + Math.exp(-(FIT.intercept + FIT.share * Math.sqrt(share) + FIT.cosine * cosine)));
}

/** For each name, the sentences that contain all of its words; none for a name without content words. */
function placesOf({ sentences, terms }: Outline, names: readonly string[]): number[][] {
  const ofNames = names.map((name) => [...contentTerms(name).keys()].map((term) => terms.numberOf(term)));
  const bySentence = new Map<number, number[]>();
  for (const number of ofNames.flat()) if (number !== undefined) bySentence.set(number, []);
  terms.vectors.forEach((vector, at) => {
    for (const number of vector.keys()) bySentence.get(number)?.push(at);
  });
  return ofNames.map((numbers) => {
    if (numbers.length === 0 || numbers.includes(undefined)) return [];
    const [first, ...others] = (numbers as number[]).map((number) => bySentence.get(number)!);
    const rest = others.map((places) => new Set(places));
    return first!.filter((at) => sentences[at] && rest.every((places) => places.has(at)));
  });
}

/** The start time of the chunk with the most mentions. */
function momentOf({ sentences }: Outline, places: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const at of places) counts.set(sentences[at]!.chunk, (counts.get(sentences[at]!.chunk) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const at = places.find((place) => counts.get(sentences[place]!.chunk) === most) ?? 0;
  return sentences[at]?.startMs ?? null;
}

/** The sentences with the most frequent words of the talk. */
function typicalSentences({ sentences, terms }: Outline): string[] {
  const logCount = (number: number): number => Math.log(terms.sentencesWith[number]!);
  const scored = sentences.map(({ text, words }, at) => ({
    text,
    score: termDensity(terms.vectors[at]!, words, logCount),
  }));
  scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, READ_SENTENCES).map(({ text }) => text);
}

function meanOf(vectors: readonly Float32Array[]): Float32Array | null {
  if (vectors.length === 0) return null;
  const mean = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < mean.length; i++) mean[i]! += vector[i]! / vectors.length;
  return mean;
}

/** "machine learning" → "Machine learning"; words in capitals for emphasis are lower-cased. */
const titled = (name: string): string => {
  const written = /^[\p{Lu} ]{4,}$/u.test(name) ? name.toLowerCase() : name;
  return written.charAt(0).toUpperCase() + written.slice(1);
};
