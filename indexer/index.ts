/** The public interface of the indexer, and the only one of its modules that others may import. */
export type * from './ports.js';
export { chunkSegments } from './chunking/chunk.js';
export { complete, EmbedderUnavailableError, IndexUnavailableError } from './ports.js';
export { embedItems, type UnembeddedItem } from './index-item.js';
export { knownLanguages } from './embedding/model-languages.js';
export { languagesOfNames } from './embedding/name-languages.js';
export { meanVector } from './embedding/vectors.js';
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
  passageExists,
  verseCount,
  type BibleBook,
} from './scripture/books.js';
export {
  citation,
  ENGLISH_READERS,
  VERSIFICATIONS,
  versificationOf,
  type Readers,
  type Versification,
  type VerseRange,
} from './scripture/versification.js';
export { sentenceSpans } from './text/sentences.js';
export { firstVerse } from './scripture/verse-numbers.js';
export { findReferences, withPlainSigns } from './scripture/references.js';
export { findScriptures } from './scripture/find-scriptures.js';
export { readVerseWords, type VerseWords } from './scripture/verse-words.js';
export { parseReferences, parseReferencesIn } from './scripture/parse-references.js';
export { isWholeName } from './scripture/book-names.js';
export { isWrittenReference } from './scripture/written-form.js';
export { citationOf, parseScriptureQuery, type ScriptureQuery } from './scripture/scripture-query.js';
export { excludedPrefix, MAX_PARTS, parseQuery, replaceWords, type ParsedQuery } from './query/syntax.js';
export { mayNameBook } from './scripture/book-names.js';
export { SEARCH_LANGUAGES, type SearchLanguage } from './text/search-languages.js';
export { ENGLISH, primarySubtag, queryLanguage } from './text/language.js';
export { fold, foldedWords } from './text/fold.js';
export { analyzeQuery, highlightRanges, tokenize } from './text/analyze.js';
export {
  createEmbeddedIndex,
  dropIndexFile,
  openEmbeddedIndex,
  type EmbeddedIndex,
} from './engines/embedded/embedded-index.js';
export { memoryNeeded } from './engines/embedded/accounts.js';
/** Loads hundreds of modules, so it is imported only when needed. */
export const loadQdrantEngine = () => import('./engines/qdrant/qdrant-index.js');
export type { NamedItems, QuerySynonym, ScriptureBoost, SearchMode, SearchRequest } from './query/request.js';
export { chunksDigest } from './engines/chunks-digest.js';
export { createSearcher, type Searcher } from './search.js';
export type { ExplainedItem, Explanation, MissingReason } from './search/explain.js';
export type { FoundPhrase } from './query/restriction.js';
export type { FoundItem, FoundPassage } from './ranking/shown-items.js';
export { createSearchThread, type SearchThread } from './search-thread/search-thread.js';
export { withoutRepeats } from './ranking/repeated-text.js';
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
export { normalizedWord, WORD_LIST } from './embedding/word-lists.js';
export { includedModel } from './embedding/included-model.js';
export { otherSpelling } from './text/english-spellings.js';
export { passageLanguage, textLanguage } from './text/text-language.js';
export { createTransformersEmbedder, type TransformersOptions } from './embedding/transformers-embedder.js';
export { highlightTyped } from './autocomplete/highlight.js';
export {
  countWeight,
  dateWeight,
  limitTypes,
  withinTypos,
  type AutocompleteRecord,
  type Completion,
} from './autocomplete/rank.js';
export {
  encodeVerses,
  completeScriptures,
  type BookCounts,
  type ScriptureCompletion,
} from './autocomplete/scripture.js';
export { withoutNames, type FoundName, type NamedRecord } from './query/name-index.js';
export { measureBackground, type Background } from './embedding/background.js';
export { groupQueries } from './search/group-queries.js';
export { nameKeys, initialOf } from './query/name-keys.js';
export { HONORIFICS } from './query/lead-words.js';
export {
  createSynonymIndex,
  MAX_SYNONYM_WORDS,
  type SynonymIndex,
  type SynonymRule,
} from './query/synonyms.js';
export { createAutocompleteIndex, type AutocompleteIndex } from './autocomplete/autocomplete-index.js';
