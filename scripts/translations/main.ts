/**
 * `npm run translations [-- language…]`: makes `english.tsv` beside the tables of the included model, with the English
 * words nearest to each word, and the words of `words.tsv`. Takes about ten minutes for each language.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  createTransformersEmbedder,
  includedModel,
  tokenize,
  WORD_LIST,
  type Embedder,
} from '../../indexer/index.js';
import { note, progress } from '../../src/cli/output.js';
import { MAX_WORDS, readTaught, withTaught } from '../teach-words/taught.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const WORD = /^\p{L}{2,}$/u;
/** Least cosine of the nearest English word, and of further ones. */
const LEAST = 0.3;
const LEAST_FURTHER = 0.5;
/** How much less near a further word may be than the nearest one. */
const MAX_GAP = 0.2;
/** Number of nearest words among which those are sought. */
const NEAREST = 24;
const BATCH = 512;
/** Number of words that are compared at once. */
const BLOCK = 16;

/** @returns the exit code */
export const main = async (languages: readonly string[]): Promise<number> => {
  const model = includedModel(ROOT);
  const tables = model.tables ?? {};
  const unknown = languages.filter((language) => !(language in tables));
  if (unknown.length > 0) {
    note(`translations: no table for ${unknown.join(', ')}; there are ${Object.keys(tables).join(', ')}`);
    return 2;
  }
  const embedder = await createTransformersEmbedder({ ...model, cacheDir: tmpdir() });
  try {
    const english = await wordsOf(embedder, model.model, 'en');
    for (const language of languages.length > 0 ? languages : Object.keys(tables)) {
      const folder = join(ROOT, 'models', tables[language]!);
      const lines = translated(language, await wordsOf(embedder, folder, language), english);
      writeFileSync(join(folder, WORD_LIST), `${withTaught(lines, readTaught(folder)).join('\n')}\n`);
      note(`${language}: ${lines.length} words`);
    }
    return 0;
  } finally {
    await embedder.close();
  }
};

interface Words {
  words: string[];
  /** Vectors of the words, of unit length, one after the other. */
  vectors: Float32Array;
  dimensions: number;
}

/** The whole words of a table's vocabulary. */
async function wordsOf(embedder: Embedder, folder: string, language: string): Promise<Words> {
  const { model } = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const words = Object.keys(model.vocab).filter((word) => WORD.test(word));
  const { dimensions } = embedder;
  const vectors = new Float32Array(words.length * dimensions);
  for (let from = 0; from < words.length; from += BATCH) {
    const part = words.slice(from, from + BATCH);
    const embedded = await embedder.embedDocuments(
      part,
      part.map(() => language),
    );
    embedded.forEach((vector, at) => vectors.set(vector, (from + at) * dimensions));
  }
  return { words, vectors, dimensions };
}

function translated(language: string, own: Words, english: Words): string[] {
  const stems = english.words.map((word) => tokenize(word)[0]?.term ?? word);
  const bar = progress(language);
  const lines: string[] = [];
  for (let from = 0; from < own.words.length; from += BLOCK) {
    const to = Math.min(own.words.length, from + BLOCK);
    for (const [at, near] of nearest(own, from, to, english).entries()) {
      const chosen = choose(near, stems);
      const fields = chosen.map(({ place, cosine }) => `${english.words[place]!} ${cosine.toFixed(2)}`);
      if (fields.length > 0) lines.push([own.words[from + at]!, ...fields].join('\t'));
    }
    bar.update(to, own.words.length);
  }
  bar.stop();
  return lines;
}

interface Near {
  place: number;
  cosine: number;
}

/**
 * The English words nearest to each of the words, nearest first. Several words at once, because reading the English
 * vectors takes longest.
 */
function nearest(own: Words, from: number, to: number, english: Words): Near[][] {
  const { dimensions } = own;
  const best = Array.from({ length: to - from }, (): Near[] => []);
  for (let place = 0; place < english.words.length; place++) {
    const row = english.vectors.subarray(place * dimensions, (place + 1) * dimensions);
    for (let word = from; word < to; word++) {
      const near = best[word - from]!;
      const cosine = dotAt(own.vectors, word * dimensions, row);
      const last = near[NEAREST - 1];
      if (last && last.cosine >= cosine) continue;
      const after = near.findIndex((one) => one.cosine < cosine);
      near.splice(after < 0 ? near.length : after, 0, { place, cosine });
      if (near.length > NEAREST) near.pop();
    }
  }
  return best;
}

/** In four sums, which the processor adds at the same time. The length is a multiple of four. */
function dotAt(vectors: Float32Array, start: number, row: Float32Array): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let i = 0; i < row.length; i += 4) {
    one += vectors[start + i]! * row[i]!;
    two += vectors[start + i + 1]! * row[i + 1]!;
    three += vectors[start + i + 2]! * row[i + 2]!;
    four += vectors[start + i + 3]! * row[i + 3]!;
  }
  return one + two + three + four;
}

/** Those near enough, each of another stem. */
function choose(near: readonly Near[], stems: readonly string[]): Near[] {
  const [first] = near;
  if (!first || first.cosine < LEAST) return [];
  const chosen: Near[] = [];
  for (const one of near) {
    if (chosen.length === MAX_WORDS || one.cosine < first.cosine - MAX_GAP) break;
    if (chosen.length > 0 && one.cosine < LEAST_FURTHER) break;
    if (!chosen.some(({ place }) => stems[place] === stems[one.place])) chosen.push(one);
  }
  return chosen;
}
