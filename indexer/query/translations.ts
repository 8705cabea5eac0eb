/** Reads a query in English and in the languages of the library too, word by word. */
import type { WeightedWord } from '../ports.js';
import { searchedTerms } from '../text/analyze.js';
import { ENGLISH, isFunctionWord } from '../text/language.js';
import { contentWords, type ContentWord } from './content-words.js';
import type { QueryEmbedder } from './query-embedder.js';
import type { SpelledQuery } from './spelling.js';
import type { QuerySynonym } from './synonyms.js';

/** Weight of a translated word beside a word of the query, which the library may contain too. */
const BESIDE = 0.6;
/** Weight of the query in English, when its meaning is compared, relative to what was typed. */
const ENGLISH_READING = 1;
/** What each further English word of a word weighs beside the one before. */
const FURTHER = 0.4;
/** Number of English words of each word that are translated into the languages of the library. */
const PIVOTS = 2;
/** Maximum number of words, often forms of one, per English word and language. */
const MAX_FORMS = 6;
/** Least cosine of a translated word to the English one that it comes from. */
const MIN_COSINE = 0.6;

export interface TranslatedQuery {
  query: SpelledQuery;
  /** The words that texts are expected to have. */
  subject: string;
  /** The words that may stand for these. */
  synonyms: QuerySynonym[];
}

export interface Translation {
  /** Of the query, ISO 639-1. */
  language: string;
  /** If the library does not contain the language: the query's names and quoted parts, which are searched as they are. */
  names: string | undefined;
  /** Languages of the library besides English. */
  held: readonly string[];
  /** Whether the library has the word. */
  has: (word: string) => boolean;
  /** Those of the words that its English texts may have. */
  inEnglish: (words: readonly string[]) => Promise<ReadonlySet<string>>;
  queries: Pick<QueryEmbedder, 'english' | 'fromEnglish'>;
}

interface TranslatedContent extends ContentWord {
  /** In the languages of the library. */
  forms: WeightedWord[];
}

/**
 * Adds English words to the query, and words of the languages that the library contains. If it does not contain the
 * query's own, they replace its words, which might be English ones of another meaning ("Gift"). Undefined if no word is
 * known in English.
 */
export async function translated(
  query: SpelledQuery,
  { language, names, held, has, inEnglish, queries }: Translation,
): Promise<TranslatedQuery | undefined> {
  const content = await contentWords(query.text, language, queries);
  const words = await withForms(content, { held, has, inEnglish, queries });
  if (!words.some(({ english }) => english.length > 0)) return undefined;
  const forms = words.flatMap((word) => word.forms);
  if (language === ENGLISH) {
    const own = query.words ?? searchedTerms(query.text);
    return {
      query: { ...query, words: [...own, ...forms] },
      subject: query.text,
      synonyms: synonymsOf(words),
    };
  }
  const readings = [
    ...(query.readings ?? [{ text: query.text, weight: 1 }]),
    { text: nearestEnglish(words), weight: ENGLISH_READING, language: ENGLISH },
  ];
  if (names === undefined) {
    const searched = query.words ?? searchedTerms(query.text);
    const own = searched.filter(({ word }) => !isFunctionWord(word, language));
    return {
      query: { ...query, readings, words: [...own, ...englishWords(words, BESIDE), ...forms] },
      subject: words.map(({ word }) => word).join(' '),
      synonyms: synonymsOf(
        words.map((word) => ({ ...word, forms: [...englishWords([word], BESIDE), ...word.forms] })),
      ),
    };
  }
  const known = words.filter(({ english }) => english.length > 0);
  const subject = [names, nearestEnglish(known)].join(' ').trim();
  return {
    query: {
      ...query,
      ...{ text: subject, readings },
      words: [...searchedTerms(names), ...englishWords(words, 1), ...forms],
    },
    subject,
    synonyms: synonymsOf(
      known.map((word) => {
        const [first, ...others] = word.english;
        return { ...word, word: first!.word, forms: [...others.map(asWeighted), ...word.forms] };
      }),
    ),
  };
}

/**
 * Adds their words in the languages of the library, but none that English has too: it would find English texts where it
 * means something else, such as the French "pain" for "bread".
 */
async function withForms(
  words: readonly ContentWord[],
  { held, has, inEnglish, queries }: Pick<Translation, 'held' | 'has' | 'inEnglish' | 'queries'>,
): Promise<TranslatedContent[]> {
  const pivots = words.map(({ english }) => english.slice(0, PIVOTS));
  const asked = pivots.flatMap((some) => some.map(({ word }) => word));
  const found = await Promise.all(
    held.map(async (language) =>
      (await queries.fromEnglish(asked, language)).map((forms) =>
        forms.filter(
          ({ word, cosine }) => cosine >= MIN_COSINE && has(word) && !isFunctionWord(word, language),
        ),
      ),
    ),
  );
  const ambiguous = await inEnglish([...new Set(found.flat(2).map(({ word }) => word))]);
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

const asWeighted = ({ word, cosine }: { word: string; cosine: number }): WeightedWord => ({
  word,
  weight: cosine,
});

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
