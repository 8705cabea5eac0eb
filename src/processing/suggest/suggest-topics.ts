/** Suggests topics of a talk: of the account's, and phrases that could be new ones. */
import { findNewTopics, findTopics, type KnownTopic } from '../../../indexer/index.js';
import type { FoundTopic } from '../../content/suggestions/found-suggestions.js';
import type { SuggestSource } from './suggest-source.js';

/** @param topics of the account: what is named like one of them is not new */
export const suggestTopics = ({ outline }: SuggestSource, topics: readonly KnownTopic[]): FoundTopic[] => {
  const names = new Map(topics.map(({ id, name }) => [id, name]));
  const own = findTopics(outline, topics).map(({ id, score, startMs }) => ({
    ...{ topicId: id, name: names.get(id)! },
    ...{ score, startMs },
  }));
  const known = new Set(topics.map(({ name }) => name.toLowerCase()));
  const others = findNewTopics(outline).filter(({ name }) => !known.has(name.toLowerCase()));
  return [...own, ...others.map((topic) => ({ topicId: null, ...topic }))];
};
