/** Adds to a query the words of the library that its words stand for in their own language. */
import type { SearchReader, Vocabulary, WeightedWord } from '../ports.js';
import { searchedTerms, termsOf } from '../text/analyze.js';
import { isFunctionWord } from '../text/language.js';
import { openTokens } from './content-words.js';
import { formsInLibrary, type LibraryForms } from './library-forms.js';
import type { QuerySynonym } from './synonyms.js';
import type { TranslatedQuery } from './translations.js';

/** Maximum number of words whose forms are looked up. */
const MAX_WORDS = 16;
/** Weight of a compound with the word, and of the parts of a compound, beside the word itself. */
const COMPOUND = 0.7;
/** The least rarity of a word, in nats. */
const MIN_RARITY = 0.1;

interface Library {
  /** Languages that the query's words may be in, ISO 639-1. */
  languages: readonly string[];
  vocabulary: Vocabulary;
  /** Those of the words that a language has. */
  knows: (words: readonly string[], language: string) => Promise<ReadonlySet<string>>;
  /** Those of the words that are English, unless the other language knows them too. */
  inEnglish: (words: readonly string[]) => Promise<ReadonlySet<string>>;
  reader: Pick<SearchReader, 'rarityOf'>;
}

/** Returns the query as it is where the library has no other forms of its words. */
export async function withOwnForms(
  read: TranslatedQuery,
  { languages, vocabulary, knows, inEnglish, reader }: Library,
): Promise<TranslatedQuery> {
  await vocabulary.prepare?.();
  const words = remembering(vocabulary);
  const formsOf = new Map<string, LibraryForms>();
  const tokens = openTokens(read.query.text).slice(0, MAX_WORDS);
  const typed = [...new Set(tokens.map((token) => token.word))];
  const ofEnglish = await inEnglish(typed);
  for (const language of languages) {
    const own = await knows(typed, language);
    for (const word of typed) {
      if (isFunctionWord(word, language) || (ofEnglish.has(word) && !own.has(word))) continue;
      const forms = await formsInLibrary(word, language, {
        vocabulary: words,
        knows: (some) => knows(some, language),
      });
      formsOf.set(word, merged(formsOf.get(word), forms));
    }
  }
  if (![...formsOf.values()].some(hasAny)) return read;
  const searched = read.query.words ?? searchedTerms(read.query.text);
  return {
    ...read,
    query: {
      ...read.query,
      words: searched.flatMap((one) => withForms(one, formsOf.get(one.word), reader)),
    },
    synonyms: [...read.synonyms, ...[...formsOf].flatMap(([word, forms]) => synonymOf(word, forms))],
  };
}

/** In most languages a word's forms have the same beginning, which is looked up once. */
function remembering(vocabulary: Vocabulary): Vocabulary {
  const found = new Map<string, ReturnType<Vocabulary['startingWith']>>();
  return {
    ...vocabulary,
    startingWith: (prefix, limit) => {
      const key = `${limit} ${prefix}`;
      const known = found.get(key) ?? vocabulary.startingWith(prefix, limit);
      found.set(key, known);
      return known;
    },
  };
}

const hasAny = ({ inflections, compounds, parts }: LibraryForms): boolean =>
  inflections.length + compounds.length + parts.length > 0;

const merged = (one: LibraryForms | undefined, other: LibraryForms): LibraryForms =>
  one
    ? {
        inflections: [...new Set([...one.inflections, ...other.inflections])],
        compounds: [...new Set([...one.compounds, ...other.compounds])],
        parts: one.parts.length > 0 ? one.parts : other.parts,
      }
    : other;

/** The word, its inflections, which count as the same word, and compounds. */
function withForms(
  { word, weight }: WeightedWord,
  forms: LibraryForms | undefined,
  reader: Pick<SearchReader, 'rarityOf'>,
): WeightedWord[] {
  if (!forms) return [{ word, weight }];
  const same = weightedAsOne([word, ...forms.inflections], reader);
  const others = [...forms.compounds, ...forms.parts].map((other) => ({ word: other, weight: COMPOUND }));
  return [...same, ...others].map((one) => ({ ...one, weight: one.weight * weight }));
}

/**
 * Weighs words so that together they are as rare as texts with any of them: of `df` texts, −ln(Σ e^−idf) is about the
 * idf of all.
 */
export function weightedAsOne(
  words: readonly string[],
  { rarityOf }: Pick<SearchReader, 'rarityOf'>,
): WeightedWord[] {
  if (!rarityOf) return words.map((word) => ({ word, weight: 1 }));
  const rarities = new Map(words.flatMap((word) => termsOf(word).map((term) => [term, rarityOf(term)])));
  const shares = [...rarities.values()].reduce((sum, rarity) => sum + Math.exp(-rarity), 0);
  const together = Math.max(MIN_RARITY, -Math.log(shares));
  return words.map((word) => {
    const own = Math.max(...termsOf(word).map((term) => rarities.get(term)!));
    return { word, weight: Math.min(1, together / Math.max(MIN_RARITY, own)) };
  });
}

/** A text with one of the forms has the word. */
function synonymOf(word: string, { inflections, compounds, parts }: LibraryForms): QuerySynonym[] {
  const instead = [...inflections, ...compounds, ...(parts.length > 0 ? [parts.join(' ')] : [])];
  return instead.length > 0 ? [{ typed: word, instead }] : [];
}
