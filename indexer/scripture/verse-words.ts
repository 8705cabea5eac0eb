/** The verses of several translations as numbers of words, for comparing texts with all of them. */
import { plainWord } from './plain-words.js';

/** One translation: the words of its verses one after another. */
interface TranslationWords {
  words: Uint16Array;
  /** Where each verse begins in `words`, and the end of the last. */
  starts: Uint32Array;
}

export interface VerseWords {
  translations: readonly TranslationWords[];
  /** How much a word tells: the logarithm of the number of verses to one with the word; 0 of no word. */
  weights: Float32Array;
  /** The number of a word; 0 where no verse has it. */
  numberOf(written: string): number;
}

/** Words that the Bible seldom has may be frequent elsewhere. */
const MAX_WEIGHT = 6.5;
const LETTERS = /[a-z]+/g;
/** Apostrophes belong to words: "God's" is one word. */
const APOSTROPHES = /['’ʼ]/g;

/** The words of a text in lower-case letters, with where each begins. */
export function* plainTokens(text: string): Generator<{ word: string; at: number }> {
  // Same length, so that offsets stay.
  const plain = text
    .toLowerCase()
    .replace(/(?<=[a-z])['’ʼ]s\b/g, '  ')
    .replace(APOSTROPHES, ' ');
  for (const { 0: word, index } of plain.matchAll(LETTERS)) yield { word, at: index };
}

/** @param translations verses in canonical order, as many in each */
export function readVerseWords(translations: readonly (readonly string[])[]): VerseWords {
  const numbers = new Map<string, number>();
  const byWritten = new Map<string, number>();
  const verseCounts: number[] = [0];
  const numberFor = (written: string): number => {
    const known = byWritten.get(written);
    if (known !== undefined) return known;
    const stem = plainWord(written);
    const number = numbers.get(stem) ?? numbers.size + 1;
    numbers.set(stem, number);
    byWritten.set(written, number);
    return number;
  };
  const lastVerse: number[] = [];
  let verse = 0;
  const read = translations.map((verses): TranslationWords => {
    const words: number[] = [];
    const starts = new Uint32Array(verses.length + 1);
    for (const [i, text] of verses.entries()) {
      verse++;
      for (const word of text.toLowerCase().replace(APOSTROPHES, '').match(LETTERS) ?? []) {
        const number = numberFor(word);
        words.push(number);
        if (lastVerse[number] !== verse) verseCounts[number] = (verseCounts[number] ?? 0) + 1;
        lastVerse[number] = verse;
      }
      starts[i + 1] = words.length;
    }
    return { words: Uint16Array.from(words), starts };
  });
  const total = translations.reduce((sum, { length }) => sum + length, 0);
  const weights = Float32Array.from(verseCounts, (count) =>
    count > 0 ? Math.min(Math.log(total / count), MAX_WEIGHT) : 0,
  );
  return {
    translations: read,
    weights,
    numberOf: (written) => byWritten.get(written) ?? numbers.get(plainWord(written)) ?? 0,
  };
}
