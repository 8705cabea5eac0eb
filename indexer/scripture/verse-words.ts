/** Encodes the verses of several translations as word numbers, for comparing texts with all of them. */

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

/** Modern forms of archaic words, and of others in which translations differ. */
const MODERN = new Map(
  (
    'thou:you thee:you ye:you yourselves:you thyself:you yourself:you thy:your thine:your mine:my hath:has doth:does dost:do hast:have ' +
    'art:are wast:was wert:were shalt:shall wilt:will wouldest:would shouldest:should canst:can couldest:could mayest:may mightest:might ' +
    'saith:say says:say said:say sayest:say saying:say spake:speak spoke:speak spoken:speak unto:to upon:on into:in toward:to towards:to ' +
    'whosoever:whoever whatsoever:whatever wheresoever:wherever wherefore:therefore thereof:it lo:behold yea:yes nay:no ' +
    'jehovah:lord gone:go went:go goeth:go came:come cometh:come children:child men:man women:woman loveth:love known:know knew:know ' +
    'gave:give given:give took:take taken:take seen:see saw:see made:make brought:bring thought:think sought:seek found:find ' +
    'bare:bear bore:bear borne:bear born:bear slew:slay slain:slay eaten:eat ate:eat fell:fall fallen:fall stood:stand sent:send ' +
    'drawn:draw drew:draw written:write wrote:write chose:choose chosen:choose forgave:forgive forgiven:forgive kept:keep held:hold ' +
    'burthen:burden honour:honor labour:labor saviour:savior favour:favor heart:heart every:every everyone:every spirit:spirit ghost:spirit'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const ENDINGS = /(?:eth|est|edst|ings?|ed|es|s)$/;
const SHORT = 3;

/**
 * @param word lower-case letters
 * @returns its truncated stem, useful only for comparison
 */
function plainWord(word: string): string {
  const modern = MODERN.get(word) ?? word;
  if (modern.length <= SHORT) return modern;
  const cut = modern.replace(ENDINGS, '');
  const stem = cut.length >= SHORT && /[aeiouy]/.test(cut) ? cut : modern;
  return stem.length > SHORT ? stem.replace(/(?:e|([bdgmnprt])\1)$/, '$1').replace(/i$/, 'y') : stem;
}
