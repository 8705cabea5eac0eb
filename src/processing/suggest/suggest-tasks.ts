/** Makes the suggestions for a transcript, in a thread, with one producer per kind. */
import {
  excerptOf,
  findServiceParts,
  outlineOf,
  findChapters,
  findDescriptions,
  rateDescription,
  findScriptures,
  readVerseWords,
  findNewTopics,
  findTopics,
  isTopicName,
  rateTopics,
  topicKey,
  type KnownTopic,
  type Outline,
  type Segment,
  type ServicePart,
  type VerseWords,
} from '../../../indexer/index.js';
import {
  FROM_TRANSCRIPT,
  type FoundSuggestions,
  type FoundChapter,
  type FoundDescription,
  type ScriptureSuggestion,
  type FoundTopic,
} from '../../suggestions/found-suggestions.js';
import { descriptionIds, type DescriptionId } from '../../content/items/suggested-descriptions.js';
import { TRANSLATIONS, versesOf } from '../../content/scriptures/bible.js';

/** What a model wrote about a talk: plain texts of the right length, but possibly off topic. */
export type WrittenSuggestions = Partial<Record<DescriptionId, string>> & {
  /** Names of topics, existing or new. */
  topics: readonly string[];
  /** Name of the model. */
  source: string;
};

interface SuggestSource {
  segments: readonly Segment[];
  outline: Outline;
  /** The parts of a whole service; empty for a single talk. */
  parts: readonly ServicePart[];
  written: WrittenSuggestions | null;
}

let verses: VerseWords | undefined;

/** The first is proposed as the key verse. */
const suggestScriptures = ({ segments }: { segments: readonly Segment[] }): ScriptureSuggestion[] => {
  verses ??= readVerseWords(TRANSLATIONS.map(versesOf));
  return findScriptures(segments, verses).map((found, i) => ({ ...found, isKey: i === 0 }));
};

/** A written description comes before the talk's own sentences, unless it is off topic. */
const suggestDescriptions = ({ outline, parts, written }: SuggestSource): FoundDescription[] => {
  const sermon = parts.find(({ kind }) => kind === 'sermon');
  const found = findDescriptions(outline, sermon?.from, sermon?.to);
  return descriptionIds.flatMap((id) => {
    const text = written?.[id];
    const rating = text === undefined ? null : rateDescription(outline, text, sermon?.from, sermon?.to);
    if (written && text !== undefined && rating) return [{ id, text, ...rating, source: written.source }];
    const one = found[id];
    return one ? [{ id, ...one, source: FROM_TRANSCRIPT }] : [];
  });
};

/** A transcript without times gets none. */
const suggestChapters = ({ outline, parts }: SuggestSource): FoundChapter[] =>
  findChapters(outline, parts).flatMap(({ title, startMs, score }) =>
    startMs === null ? [] : { title, startMs, score },
  );

interface Talk {
  /** JSON of the segments. */
  segments: string;
  /** Whether it is a whole service rather than a single talk. */
  fullService: boolean;
}

export interface SuggestInput extends Talk {
  /** Vectors of the item's chunks; empty if they are not indexed. */
  embeddings: readonly Float32Array[];
  /** The account's topics. */
  topics: readonly KnownTopic[];
  written: WrittenSuggestions | null;
}

export interface ExcerptInput extends Talk {
  maxLength: number;
}

const promptPartsOf = (outline: Outline, fullService: boolean): ServicePart[] =>
  fullService ? findServiceParts(outline) : [];

export const suggestTasks = {
  suggest: ({ segments: json, embeddings, topics, fullService, written }: SuggestInput): FoundSuggestions => {
    const segments = JSON.parse(json) as Segment[];
    const outline = outlineOf({ segments, embeddings });
    const source: SuggestSource = { segments, outline, parts: promptPartsOf(outline, fullService), written };
    return {
      scriptures: suggestScriptures(source),
      chapters: suggestChapters(source),
      descriptions: suggestDescriptions(source),
      topics: suggestTopics(source, topics),
    };
  },

  /** The text of a talk, or of the sermon of a whole service, shortened to excerpts if it is too long. */
  excerpt: ({ segments: json, fullService, maxLength }: ExcerptInput): string => {
    const outline = outlineOf({ segments: JSON.parse(json) as Segment[], embeddings: [] });
    const sermon = promptPartsOf(outline, fullService).find(({ kind }) => kind === 'sermon');
    return excerptOf(outline, maxLength, sermon?.from, sermon?.to);
  },
};

/** Maximum number of topics that a model may add: existing ones, and new ones. */
const MAX_NAMED = 5;
const MAX_NEW = 3;
const MAX_NEW_WORDS = 4;

/** @param topics the account's topics; a topic with a similar name is not suggested as new */
const suggestTopics = ({ outline, written }: SuggestSource, topics: readonly KnownTopic[]): FoundTopic[] => {
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
  { topics: names, source }: WrittenSuggestions,
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
