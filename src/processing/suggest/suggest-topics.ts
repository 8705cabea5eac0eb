/** Suggests topics for a talk: existing ones of the account, and phrases that could become new ones. */
import {
  findNewTopics,
  findTopics,
  isTopicName,
  rateTopics,
  topicKey,
  type KnownTopic,
  type Outline,
} from '../../../indexer/index.js';
import { FROM_TRANSCRIPT, type FoundTopic } from '../../content/suggestions/found-suggestions.js';
import type { SuggestSource, Written } from './suggest-source.js';

/** Maximum number of topics that a model may add: existing ones, and new ones. */
const MAX_NAMED = 5;
const MAX_NEW = 3;
const MAX_NEW_WORDS = 4;

/** @param topics the account's topics; a topic with a similar name is not suggested as new */
export const suggestTopics = (
  { outline, written }: SuggestSource,
  topics: readonly KnownTopic[],
): FoundTopic[] => {
  const names = new Map(topics.map(({ id, name }) => [id, name]));
  const source = FROM_TRANSCRIPT;
  const own = findTopics(outline, topics).map(({ id, ...found }) => ({
    topicId: id,
    name: names.get(id)!,
    ...found,
    source,
  }));
  const known = new Set(topics.map(({ name }) => name.toLowerCase()));
  const others = findNewTopics(outline).filter(({ name }) => !known.has(name.toLowerCase()));
  const found = [...own, ...others.map((topic) => ({ topicId: null, ...topic, source }))];
  return written ? [...found, ...namedTopics(outline, written, topics, found)] : found;
};

/** The additional topics that a model named, under the account's names for them. Synonymous names count once. */
const namedTopics = (
  outline: Outline,
  { topics: names, source }: Written,
  topics: readonly KnownTopic[],
  found: readonly FoundTopic[],
): FoundTopic[] => {
  const known = new Map(topics.map((topic) => [topicKey(topic.name), topic]));
  const seen = new Set(found.map(({ name }) => topicKey(name)));
  const own: KnownTopic[] = [];
  const fresh: { name: string; id?: undefined }[] = [];
  for (const name of names) {
    const key = topicKey(name);
    if (seen.has(key)) continue;
    seen.add(key);
    const topic = known.get(key);
    if (topic) own.push(topic);
    else if (isTopicName(name) && name.split(' ').length <= MAX_NEW_WORDS) fresh.push({ name });
  }
  const named = [...own.slice(0, MAX_NAMED), ...fresh.slice(0, MAX_NEW)];
  const ratings = rateTopics(outline, named);
  return named.map((topic, at) => ({
    topicId: topic.id ?? null,
    name: topic.name,
    ...ratings[at]!,
    source,
  }));
};
