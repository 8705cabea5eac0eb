/** Reads a query in English and in the languages of the library too, word by word. */
import type { TranslatedWord, WeightedWord } from '../ports.js';
import { contentTerms, isStopWord, QUOTED, searchedTerms, tokenize } from '../text/analyze.js';
import { otherSpelling } from '../text/english-spellings.js';
import { ENGLISH, isFunctionWord } from '../text/language.js';
import { BUILDS_COMPOUNDS, knownParts } from './compounds.js';
import type { QueryEmbedder } from './query-embedder.js';
import { inEnglish, withSubject, type QueryContext, type Reading } from './reading.js';
import type { QuerySynonym } from './request.js';

/** Weight of a translated word beside a word of the query, which the library may contain too. */
const BESIDE = 0.6;
/** Weight of the query in English, when its meaning is compared, relative to what was typed. */
const ENGLISH_VARIANT = 1;
/** What each further English word of a word weighs beside the one before. */
const FURTHER = 0.4;
/** Maximum number of content words that are read. */
const MAX_WORDS = 32;
/** Minimum length of a beginning that stands for a word, in letters and as a share of the word. */
const MIN_BEGINNING = 5;
const MIN_SHARE = 0.65;
/** Number of English words of each word that are translated into the languages of the library. */
const PIVOTS = 2;
/** Maximum number of words, often forms of one, per English word and language. */
const MAX_FORMS = 6;
/** Minimum cosine of a translated word to the English one that it comes from. */
const MIN_COSINE = 0.6;

/** A word that says what the query is about. */
interface ContentWord {
  word: string;
  /** Nearest first; none if the word is unknown. */
  english: readonly TranslatedWord[];
}

interface TranslatedContent extends ContentWord {
  /** In the languages of the library. */
  forms: WeightedWord[];
}

/**
 * Adds English words to the query, and words of the languages that the library contains. If it does not contain the
 * query's own, they replace its words, which might be English ones of another meaning ("Gift"). Null if no word is known
 * in English, or the model has no table for the language.
 */
export async function translated(reading: Reading, context: QueryContext): Promise<Reading | null> {
  const { language, table, foreign, words: searched = reading.terms } = reading;
  if (table === undefined && (language !== ENGLISH || context.held.length === 0 || foreign)) return null;
  const words = await withForms(await contentWords(reading, context.queries), context);
  if (!words.some(({ english }) => english.length > 0)) return null;
  const forms = words.flatMap((word) => word.forms);
  if (language === ENGLISH)
    return { ...reading, words: [...searched, ...forms], synonyms: synonymsOf(words) };
  const variants = [
    ...(reading.variants ?? [{ text: reading.text, weight: 1 }]),
    { text: nearestEnglish(words), weight: ENGLISH_VARIANT, language: ENGLISH },
  ];
  if (!foreign) {
    const kept = searched.filter(({ word }) => !isFunctionWord(word, language));
    return {
      ...reading,
      variants,
      words: [...kept, ...englishWords(words, BESIDE), ...forms],
      subject: words.map(({ word }) => word).join(' '),
      synonyms: synonymsOf(
        words.map((word) => ({ ...word, forms: [...englishWords([word], BESIDE), ...word.forms] })),
      ),
    };
  }
  const known = words.filter(({ english }) => english.length > 0);
  const names = tokenize(foreign.names).map(({ word }) => word);
  const subject = words.filter(({ word, english }) => english.length > 0 || !names.includes(word));
  return {
    ...withSubject(reading, [foreign.names, nearestEnglish(subject)].join(' ').trim()),
    variants,
    words: [...searchedTerms(foreign.names), ...englishWords(words, 1), ...forms],
    synonyms: synonymsOf(
      known.map((word) => {
        const [nearest, ...further] = word.english;
        const forms = further.map((found) => ({ word: found.word, weight: found.cosine }));
        return { ...word, word: nearest!.word, forms: [...forms, ...word.forms] };
      }),
    ),
  };
}

/** The content words of the query, without those in quotation marks and prefixes. */
async function contentWords(
  { text, openTokens, language }: Reading,
  queries: QueryEmbedder,
): Promise<ContentWord[]> {
  if (language === ENGLISH)
    return [...contentTerms(text.replace(QUOTED, ' ')).values()].slice(0, MAX_WORDS).map((word) => ({
      word,
      english: [...new Set([word, otherSpelling(word)])].map((spelling) => ({ word: spelling, cosine: 1 })),
    }));
  const words = openTokens
    .map(({ word }) => word)
    .filter((word) => !isFunctionWord(word, language))
    .slice(0, MAX_WORDS);
  const english = await queries.english(words, language);
  return Promise.all(
    words.map(async (word, at) => {
      const meant = english[at]!.length > 0 ? english[at]! : await nearestOfParts(word, language, queries);
      const content = meant.filter((found) => !isStopWord(found.word));
      return { word, english: content.length > 0 ? content : meant };
    }),
  );
}

/** English words for the parts of a compound or, if it is an inflection that the table lacks, its longest known beginning. */
async function nearestOfParts(
  word: string,
  language: string,
  queries: QueryEmbedder,
): Promise<TranslatedWord[]> {
  const compound = language === BUILDS_COMPOUNDS ? await knownParts(word, queries) : undefined;
  if (compound) return compound.english.toReversed();
  const least = Math.max(MIN_BEGINNING, Math.ceil(MIN_SHARE * word.length));
  const beginnings = Array.from({ length: Math.max(0, word.length - least) }, (_, at) =>
    word.slice(0, word.length - 1 - at),
  );
  const english = await queries.english(beginnings, language);
  return english.find((words) => words.length > 0) ?? [];
}

/**
 * Adds their words in the languages of the library, but none that English has too: it would find English texts where it
 * means something else, such as the French "pain" for "bread".
 */
async function withForms(words: readonly ContentWord[], context: QueryContext): Promise<TranslatedContent[]> {
  const { held, queries } = context;
  if (held.length === 0) return words.map((word) => ({ ...word, forms: [] }));
  const vocabulary = await context.vocabulary();
  const isInLibrary = (word: string): boolean => !vocabulary || vocabulary.isPartial || vocabulary.has(word);
  const pivots = words.map(({ english }) => english.slice(0, PIVOTS));
  const asked = pivots.flatMap((english) => english.map(({ word }) => word));
  const found = await Promise.all(
    held.map(async (language) => {
      const isForm = ({ word, cosine }: TranslatedWord): boolean =>
        cosine >= MIN_COSINE && isInLibrary(word) && !isFunctionWord(word, language);
      return (await queries.fromEnglish(asked, language)).map((forms) => forms.filter(isForm));
    }),
  );
  const ambiguous = await inEnglish([...new Set(found.flat(2).map(({ word }) => word))], context);
  let next = 0;
  return words.map((word, at) => {
    const forms = pivots[at]!.flatMap((pivot) => {
      const place = next++;
      return found.flatMap((inLanguage) =>
        inLanguage[place]!.filter((form) => !ambiguous.has(form.word))
          .slice(0, MAX_FORMS)
          .map((form) => ({ word: form.word, weight: BESIDE * pivot.cosine * form.cosine })),
      );
    });
    return { ...word, forms: forms.filter((form) => form.word !== word.word) };
  });
}

/** The English words of the content words, each weighted by its cosine, and the nearest most. */
const englishWords = (words: readonly ContentWord[], weight: number): WeightedWord[] =>
  words.flatMap(({ english }) =>
    english.map(({ word, cosine }, at) => ({ word, weight: weight * cosine * FURTHER ** at })),
  );

/** The content words in order, each as its nearest English word; unknown ones as they are. */
const nearestEnglish = (words: readonly ContentWord[]): string =>
  words.map(({ word, english }) => english[0]?.word ?? word).join(' ');

const synonymsOf = (words: readonly TranslatedContent[]): QuerySynonym[] =>
  words.flatMap(({ word, forms }) =>
    forms.length > 0 ? { typed: word, instead: forms.map((form) => form.word) } : [],
  );
