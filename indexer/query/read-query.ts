/** Interprets a query: its language, spelling, meaning and restrictions. */
import type { SearchFilter, SearchIndex, SearchReader, Vocabulary } from '../ports.js';
import type { Meaning, QueryEmbedder } from './query-embedder.js';
import { onEnglishScale } from './english-scale.js';
import { likelyLanguage } from './query-language.js';
import { readWords } from './read-words.js';
import { restricted, restrictionOf, type Restriction } from './restriction.js';
import type { SearchRequest } from './request.js';
import type { SpelledQuery } from './spelling.js';
import { synonymReadings, synonymWords, type QuerySynonym } from './synonyms.js';
import { searchedTerms } from '../text/analyze.js';
import { ENGLISH } from '../text/language.js';

export interface QueryReaders {
  index: SearchReader & Pick<SearchIndex, 'reader'>;
  queries: QueryEmbedder;
}

export interface ReadQuery {
  /** Reader for the account; its cosines are on the scale of English passages. */
  reader: SearchReader;
  /**
   * `text` is searched by keyword, `meant` is embedded, `subject` is what texts are expected to say: the same, or in
   * English what the library has no words for.
   */
  query: SpelledQuery & { meant: string; subject: string };
  /** Of `subject`, ISO 639-1. */
  subjectLanguage: string;
  /** ISO 639-1 */
  language: string;
  /** Whether the library has texts in languages other than English. */
  isMixed: boolean;
  /** Whether the query is in a language that the library does not contain, and cannot be read in English either. */
  foreign: boolean;
  /** Those of the request, and the English words of another language. */
  synonyms: readonly QuerySynonym[];
  /**
   * The pending embedding; resolves to null if the query has no meaning to compare, or the embedder is
   * unavailable.
   */
  meaning: Promise<Meaning | null>;
  restriction: Restriction | null;
  /** The filter of the request, combined with the restriction. */
  filter: SearchFilter;
}

const NO_MEANING = Promise.resolve(null);

export async function readQuery(
  { index, queries }: QueryReaders,
  request: SearchRequest,
): Promise<ReadQuery> {
  const likely = likelyLanguage(request);
  const embedded = request.mode === 'keyword' ? NO_MEANING : queries.embed(request.text, likely);
  embedded.catch(() => undefined);
  const reader = (await index.reader?.(request.filter.accountId)) ?? index;
  const mode = reader.byWordsOnly ? 'keyword' : request.mode;
  const vocabulary = async (): Promise<Vocabulary | undefined> => reader.vocabulary?.(request.filter);
  const words = await readWords({ reader, queries, vocabulary }, request);
  const { language, held, foreign, hasTable, respelled, read } = words;
  const isUnread = foreign !== null && !read;
  const searched = read?.query ?? (isUnread ? { ...respelled, text: foreign.text } : respelled);
  const meant = foreign && !hasTable ? request.text : respelled.text;
  const query = request.synonyms?.length ? withSynonyms(searched, meant, request.synonyms) : searched;
  const hasMeaning = mode !== 'keyword' && (!isUnread || (await queries.knows(foreign.languages)));
  const meaning = !hasMeaning
    ? NO_MEANING
    : query.readings
      ? queries.embedAll(query.readings, language)
      : meant === request.text && language === likely
        ? embedded
        : queries.embed(meant, language);
  meaning.catch(() => undefined);
  const restriction = await restrictionOf(reader, request, request.filter, vocabulary);
  const isMixed = held.length > 0;
  return {
    reader: isMixed ? onEnglishScale(reader, () => queries.scales(language, held)) : reader,
    query: { ...query, meant, subject: read?.subject ?? (isUnread ? query.text : meant) },
    subjectLanguage: foreign ? ENGLISH : language,
    ...{ language, isMixed, meaning, restriction },
    foreign: isUnread,
    synonyms: [...(request.synonyms ?? []), ...(read?.synonyms ?? [])],
    filter: restriction ? restricted(request.filter, restriction) : request.filter,
  };
}

const withSynonyms = (
  query: SpelledQuery,
  meant: string,
  synonyms: readonly QuerySynonym[],
): SpelledQuery => ({
  ...query,
  words: [...(query.words ?? searchedTerms(query.text)), ...synonymWords(synonyms)],
  readings: [...(query.readings?.slice(1) ?? []), ...synonymReadings(meant, synonyms)],
});
