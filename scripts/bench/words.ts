/** Words for synthetic items: the shipped model's vocabulary, drawn by Zipf's law. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../harness/program.js';

/** The most frequent words of English, in order. */
const FREQUENT =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which you were her she all their we there been one has who him no if out so when up into what more my them some me then will would could only do its now about your our these can upon any first over such than other man new time very after most also made even back through years much where too well'.split(
    ' ',
  );

/** The model's vocabulary starts with word pieces, then has whole words by frequency. */
const SUBWORDS = 8_000;
/** Size of the quantile table: fine enough for the rarest word to be drawn. */
const QUANTILES = 1 << 20;
const EXPONENT = 1.0;

export interface Words {
  /** Most frequent first. */
  list: readonly string[];
  /** `length` words, none of them among the most frequent. */
  phrase(random: () => number, length: number): string;
  sentence(random: () => number, length: number): string;
}

const vocabulary = (): string[] => {
  const { model } = JSON.parse(readFileSync(join(ROOT, 'models/lectern-en/tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const known = new Set(FREQUENT);
  const words = Object.entries(model.vocab)
    .filter(([word, at]) => at >= SUBWORDS && /^[a-z]{3,}$/.test(word) && !known.has(word))
    .sort(([, a], [, b]) => a - b)
    .map(([word]) => word);
  return [...FREQUENT, ...words];
};

export const loadWords = (): Words => {
  const list = vocabulary();
  const quantiles = zipfQuantiles(list.length);
  const draw = (random: () => number): number => quantiles[Math.floor(random() * QUANTILES)]!;
  const rare = (random: () => number): string => {
    let at = draw(random);
    while (at < FREQUENT.length) at = draw(random);
    return list[at]!;
  };
  return {
    list,
    phrase: (random, length) => Array.from({ length }, () => rare(random)).join(' '),
    sentence: (random, length) => {
      const text = Array.from({ length }, () => list[draw(random)]!).join(' ');
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    },
  };
};

/** The rank at each of equal steps of probability, so that a draw is a single look-up. */
const zipfQuantiles = (ranks: number): Uint32Array => {
  let sum = 0;
  for (let rank = 1; rank <= ranks; rank++) sum += rank ** -EXPONENT;
  const quantiles = new Uint32Array(QUANTILES);
  let reached = 0;
  let at = 0;
  for (let rank = 1; rank <= ranks; rank++) {
    reached += rank ** -EXPONENT / sum;
    const until = rank === ranks ? QUANTILES : Math.round(reached * QUANTILES);
    while (at < until) quantiles[at++] = rank - 1;
  }
  return quantiles;
};
