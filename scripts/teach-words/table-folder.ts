/** Reads a table from its folder, and writes it back: weights, tokenizer and list of English words together. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORD_LIST } from '../../indexer/index.js';
import { readRows, withRows, type Rows } from './onnx-rows.js';

const WEIGHTS = 'onnx/model_quantized.onnx';
const TOKENIZER = 'tokenizer.json';
const CONFIG = 'config.json';

export interface Table {
  /** Numbers of the WordPiece pieces, which are also those of their rows. */
  vocabulary: ReadonlyMap<string, number>;
  rows: Rows;
}

interface Tokenizer {
  model: { type: string; vocab: Record<string, number> };
}

const readJson = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** @throws {Error} naming the folder if a file is missing or damaged, or is of another kind */
export function readTable(folder: string): Table {
  try {
    const { model } = readJson(folder, TOKENIZER) as Tokenizer;
    const vocabulary = new Map(Object.entries(model.vocab));
    const rows = readRows(readFileSync(join(folder, WEIGHTS)));
    if (model.type !== 'WordPiece') throw new Error(`the tokenizer is ${model.type}, but not WordPiece`);
    if (vocabulary.size !== rows.scales.length)
      throw new Error(`${vocabulary.size} pieces, but ${rows.scales.length} rows. Restore the folder.`);
    return { vocabulary, rows };
  } catch (error) {
    throw new Error(`${folder}: ${(error as Error).message}`, { cause: error });
  }
}

/** The lines of the list of English words. */
export const readList = (folder: string): string[] =>
  readFileSync(join(folder, WORD_LIST), 'utf8').trimEnd().split('\n');

/** Replaces each file as a whole, and only after all are written. */
export function writeTable(folder: string, { vocabulary, rows }: Table, list: readonly string[]): void {
  const tokenizer = readJson(folder, TOKENIZER) as Tokenizer;
  tokenizer.model.vocab = Object.fromEntries(vocabulary);
  const config = { ...(readJson(folder, CONFIG) as object), vocab_size: vocabulary.size };
  const weights = withRows(readFileSync(join(folder, WEIGHTS)), rows);
  replaceFiles(folder, {
    [WEIGHTS]: weights,
    [TOKENIZER]: JSON.stringify(tokenizer),
    [CONFIG]: JSON.stringify(config, null, 1),
    [WORD_LIST]: `${list.join('\n')}\n`,
  });
}

function replaceFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  const paths = Object.keys(files).map((file) => join(folder, file));
  const draftOf = (path: string): string => `${path}.new`;
  try {
    for (const [at, content] of Object.values(files).entries()) writeFileSync(draftOf(paths[at]!), content);
    for (const path of paths) renameSync(draftOf(path), path);
  } finally {
    for (const path of paths) rmSync(draftOf(path), { force: true });
  }
}
