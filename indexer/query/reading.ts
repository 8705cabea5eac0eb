/** A query as far as it is read: each step takes a reading, and returns it with what it finds out. */
import { QUOTED, searchedTokens, tokenize, type SearchedTerm, type Token } from '../text/analyze.js';
import { ENGLISH, languagesOf, type TextLanguages } from '../text/language.js';
import type { SearchFilter, SearchReader, Vocabulary, WeightedWord } from '../ports.js';
import type { QueryEmbedder, WeightedText } from './query-embedder.js';
import type { QuerySynonym, SearchRequest } from './request.js';
import { replaceWords } from './syntax.js';

/** The words of a query, found once for each spelling of it. */
interface QueryText {
  /** With quotation marks, and asterisks after prefixes. */
  text: string;
  /** In order. */
  tokens: readonly Token[];
  /** Tokens that are not in quotation marks. */
  unquoted: readonly Token[];
  /** Those of them that are no prefixes. */
  openTokens: readonly Token[];
  /** Distinct terms, without stop words. */
  terms: readonly SearchedTerm[];
  /** The languages that `unquoted` may be in. */
  possible: TextLanguages;
}

export interface Reading extends QueryText {
  /** The text that is embedded: also the words that `text`, which is searched by keyword, has in English or lacks. */
  meant: string;
  /** What texts are expected to say: the query or, in English, what the library has no words for. */
  subject: string;
  /** What is searched by keyword, if not `terms`. */
  words?: readonly WeightedWord[];
  /** Texts that are embedded instead of `meant`. */
  variants?: readonly WeightedText[];
  /** Certain corrections, by the typed word in lower case. */
  corrections: ReadonlyMap<string, string>;
  /** Words that may stand for those of `subject`. */
  synonyms: readonly QuerySynonym[];
  /** ISO 639-1 */
  language: string;
  /** The language that the words tell by themselves; null if they do not. */
  certainLanguage: string | null;
  /** The language, if the model has a table for it besides that for English. */
  table: string | undefined;
  /** Null unless the library has no text in the language. */
  foreign: ForeignQuery | null;
  /** Whether the query is foreign, and cannot be read in English either. */
  isUnread: boolean;
}

export interface ForeignQuery {
  /** ISO 639-1; several if the words do not distinguish them. */
  languages: readonly string[];
  /** What is searched as it is: names, which texts capitalise, quoted parts and prefixes. */
  names: string;
}

/** What the steps of reading look words up in. */
export interface QueryContext {
  request: SearchRequest;
  reader: SearchReader;
  queries: QueryEmbedder;
  /** The part of the filter on which the words of the library depend. */
  account: Pick<SearchFilter, 'accountId' | 'publishedOnly'>;
  /** The words of the account's texts; undefined if the index cannot list any. */
  vocabulary: () => Promise<Vocabulary | undefined>;
  /** Languages that the model has tables for, besides English. */
  tables: readonly string[];
  /** Languages of the library's items. */
  languages: readonly string[];
  /** Those of `languages` that have a table. */
  held: readonly string[];
}

export async function queryContext(
  request: SearchRequest,
  reader: SearchReader,
  queries: QueryEmbedder,
): Promise<QueryContext> {
  const { accountId, publishedOnly } = request.filter;
  const account = { accountId, publishedOnly };
  const [tables, languages = []] = await Promise.all([queries.languages(), reader.languages?.(account)]);
  let vocabulary: Promise<Vocabulary | undefined> | undefined;
  return {
    request,
    reader,
    queries,
    account,
    vocabulary: () => (vocabulary ??= Promise.resolve(reader.vocabulary?.(account))),
    tables,
    languages,
    held: tables.filter((language) => languages.includes(language)),
  };
}

/** A query of which only the text is known so far. */
export const newReading = (text: string): Reading => ({
  ...analyzed(text),
  meant: text,
  subject: text,
  corrections: new Map(),
  synonyms: [],
  language: ENGLISH,
  certainLanguage: null,
  table: undefined,
  foreign: null,
  isUnread: false,
});

function analyzed(text: string): QueryText {
  const tokens = tokenize(text);
  // Keeps the offsets of what follows.
  const open = text.replace(QUOTED, (part) => ' '.repeat(part.length));
  const unquoted = open === text ? tokens : tokenize(open);
  return {
    text,
    tokens,
    unquoted,
    openTokens: unquoted.filter(({ end }) => open[end] !== '*'),
    terms: searchedTokens(tokens),
    possible: languagesOf(unquoted.map(({ word }) => word)),
  };
}

/** The reading with another text to search by keyword, and to expect of texts. */
export const withSubject = (reading: Reading, text: string): Reading =>
  text === reading.text ? reading : { ...reading, ...analyzed(text), subject: text };

/** The reading in another spelling. */
export const readingOfText = (reading: Reading, text: string): Reading =>
  text === reading.text ? reading : { ...withSubject(reading, text), meant: text };

/** The reading with words spelled otherwise. @param words by word, lower-case */
export const respelled = (reading: Reading, words: ReadonlyMap<string, string>): Reading =>
  words.size === 0 ? reading : readingOfText(reading, replaceWords(reading.text, words));

const NO_WORDS: ReadonlySet<string> = new Set();

/** The words that English texts of the library may have. */
export const inEnglish = (
  words: readonly string[],
  { languages, queries }: Pick<QueryContext, 'languages' | 'queries'>,
): Promise<ReadonlySet<string>> =>
  languages.includes(ENGLISH) ? queries.whole(words) : Promise.resolve(NO_WORDS);
