/** Locates a model, checks its files and derives its id. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbedderUnavailableError } from '../ports.js';

interface ModelPlace {
  /** Parent of the model's folder; `name` is the folder's name or the id of a model on the hub. */
  localModelPath: string;
  name: string;
  dtype: string;
  remote: boolean;
}

/** Weight files by transformers.js `dtype`, in order of preference. */
const WEIGHTS: Record<string, string> = {
  q8: 'onnx/model_quantized.onnx',
  fp32: 'onnx/model.onnx',
  fp16: 'onnx/model_fp16.onnx',
  int8: 'onnx/model_int8.onnx',
  uint8: 'onnx/model_uint8.onnx',
  q4: 'onnx/model_q4.onnx',
};
const OTHERS = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
const HUB_ID = /^[\w.-]+\/[\w.-]+$/;
/**
 * Number of bytes hashed at the start and end of the weights: reading hundreds of megabytes at every start would
 * take too long.
 */
const HASHED_BYTES = 1024 * 1024;

/**
 * @param model folder or, if there is no such folder, hub id `owner/name`
 * @throws {EmbedderUnavailableError} naming the file that is missing or broken
 */
export const placeModel = (model: string, dtype?: string): ModelPlace => {
  const folder = resolve(model);
  if (!existsSync(folder)) {
    if (HUB_ID.test(model)) return { localModelPath: '/', name: model, dtype: dtype ?? 'fp32', remote: true };
    throw new EmbedderUnavailableError(`The model folder ${folder} is missing`);
  }
  const chosen = dtype ?? Object.keys(WEIGHTS).find((name) => existsSync(join(folder, WEIGHTS[name] ?? '')));
  const weights = chosen && WEIGHTS[chosen];
  if (!weights)
    throw new EmbedderUnavailableError(`The model folder ${folder} has no weights (such as onnx/model.onnx)`);
  for (const file of [weights, ...OTHERS]) checkFile(join(folder, file));
  return { localModelPath: dirname(folder), name: basename(folder), dtype: chosen, remote: false };
};

const checkFile = (path: string): void => {
  if (!existsSync(path)) throw new EmbedderUnavailableError(`The model file ${path} is missing`);
  if (statSync(path).size === 0) throw new EmbedderUnavailableError(`The model file ${path} is empty`);
  if (!path.endsWith('.json')) return;
  try {
    JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new EmbedderUnavailableError(`The model file ${path} is truncated or corrupt`);
  }
};

/** The model's name and a short hash of its weights and settings: letters, digits, `-` and `.`. */
export const modelIdOf = ({ localModelPath, name, dtype, remote }: ModelPlace, use: object): string => {
  const hash = createHash('sha256').update(JSON.stringify([name, dtype, use]));
  if (!remote) hash.update(endsOf(join(localModelPath, name, WEIGHTS[dtype] ?? '')));
  return `${name.replace(/[^A-Za-z0-9.]+/g, '-').toLowerCase()}-${hash.digest('hex').slice(0, 8)}`;
};

const endsOf = (path: string): Buffer => {
  const { size } = statSync(path);
  const file = openSync(path, 'r');
  try {
    const length = Math.min(size, HASHED_BYTES);
    const ends = Buffer.alloc(2 * length);
    readSync(file, ends, 0, length, 0);
    readSync(file, ends, length, length, size - length);
    return Buffer.concat([ends, Buffer.from(String(size))]);
  } finally {
    closeSync(file);
  }
};
