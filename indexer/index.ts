/** The public interface of the indexer: the only module that others may import. */
export type * from './ports.js';
export { chunkSegments } from './chunk.js';
export { EmbedderUnavailableError, IndexUnavailableError } from './errors.js';
export { embedItems, type UnembeddedItem } from './index-item.js';
export { meanVector } from './mean-vector.js';
export { findChapters } from './outline/chapters.js';
export { findDescriptions, rateDescription } from './outline/descriptions.js';
export { excerptOf } from './outline/excerpt.js';
export { findServiceParts, type ServicePart } from './outline/service-parts.js';
export {
  findNewTopics,
  findTopics,
  isTopicName,
  rateTopics,
  topicKey,
  type KnownTopic,
} from './outline/topics.js';
export { outlineOf, type Outline } from './outline/outline.js';
export {
  BIBLE_BOOKS,
  bibleBook,
  bibleBookByOsis,
  chapterCount,
  citation,
  passageExists,
  verseCount,
  type BibleBook,
} from './scripture/books.js';
export { sentenceSpans } from './sentences.js';
export { firstVerse } from './scripture/verse-numbers.js';
export { findReferences } from './scripture/references.js';
export { findScriptures } from './scripture/find-scriptures.js';
export { readVerseWords, type VerseWords } from './scripture/verse-words.js';
export { parseReferences, type Passage } from './scripture/parse-references.js';
export { citationOf, parseScriptureQuery, type ScriptureQuery } from './scripture-query.js';
export { excludedPrefix, MAX_PARTS, parseQuery, withWords, type ParsedQuery } from './query-syntax.js';
export { queryLanguage } from './query-language.js';
export { analyzeQuery, highlightRanges, tokenize } from './analyze.js';
export {
  createEmbeddedIndex,
  dropIndexFile,
  openEmbeddedIndex,
  type EmbeddedIndex,
} from './engines/embedded/embedded-index.js';
export { memoryNeeded } from './engines/embedded/accounts.js';
export { loadQdrantEngine } from './vectors/engines.js';
export type { SearchMode, SearchRequest } from './read-query.js';
export { createSearcher, type Searcher } from './search.js';
export type { FoundPhrase } from './restriction.js';
export type { FoundItem, FoundPassage } from './shown-items.js';
export { createSearchThread, type SearchThread } from './threads/search-thread.js';
export type { ScriptureBoost } from './ranking/fetch-all.js';
export type { NamedItems } from './ranking/named-items.js';
export { withoutRepeats } from './ranking/repeated-text.js';
export { CANDIDATES } from './ranking/weights.js';
export {
  itemFeatures,
  logAnswered,
  FIRST_MIN_SCORE,
  leastScore,
  MIN_SCORE,
  relevanceOf,
  type RelevanceFit,
  type RelevanceSigns,
} from './ranking/relevance.js';
export { createTransformersEmbedder, type TransformersOptions } from './embedders/transformers-embedder.js';
export { highlightTyped } from './suggest/highlight.js';
export {
  countWeight,
  dateWeight,
  limitTypes,
  withinTypos,
  type SuggestedRecord,
  type Suggestion,
} from './suggest/rank.js';
export {
  passageKey,
  suggestScriptures,
  type BookCounts,
  type ScriptureSuggestion,
} from './suggest/scripture.js';
export type { NamedRecord } from './suggest/name-index.js';
export { withoutNames } from './suggest/without-names.js';
export { createSuggestIndex, type SuggestIndex } from './suggest/suggest-index.js';
