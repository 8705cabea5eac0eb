/** Encodes the verses of several translations as word numbers, for comparing texts with all of them. */
import { plainWord } from './plain-words.js';

/** A translation: the words of all verses in sequence. */
interface TranslationWords {
  words: Uint16Array;
  /** Start of each verse in `words`, and the end of the last one. */
  starts: Uint32Array;
}

export interface VerseWords {
  translations: readonly TranslationWords[];
  /** Weight of each word: ln(verses / verses with the word); 0 for number 0, which is no word. */
  weights: Float32Array;
  /** The number of a word; 0 if no verse contains it. */
  numberOf(written: string): number;
}

/** Words that are rare in the Bible may be frequent elsewhere. */
const MAX_WEIGHT = 6.5;
const LETTERS = /[a-z]+/g;
/** Apostrophes are part of words: "God's" is one word. */
const APOSTROPHES = /['’ʼ]/g;

/** The words of a text in lower-case letters, with their offsets. */
export function* plainTokens(text: string): Generator<{ word: string; at: number }> {
  // Keeps the length, so that offsets stay valid.
  const plain = text
    .toLowerCase()
    .replace(/(?<=[a-z])['’ʼ]s\b/g, '  ')
    .replace(APOSTROPHES, ' ');
  for (const { 0: word, index } of plain.matchAll(LETTERS)) yield { word, at: index };
}

/** @param translations verses in canonical order, the same number in each */
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
