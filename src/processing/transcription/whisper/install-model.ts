/** Installs speech models: from the model hub, resumed and checked by hash, or from a folder. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { findWhisperFiles, whisperFileNames } from './whisper-files.js';

/** Models of the hub that know when each word was spoken. */
const REPOSITORIES: Record<string, string> = {
  tiny: 'onnx-community/whisper-tiny_timestamped',
  small: 'onnx-community/whisper-small_timestamped',
  medium: 'onnx-community/whisper-medium_timestamped',
  'large-v3-turbo': 'onnx-community/whisper-large-v3-turbo_timestamped',
};

export const hubModels = Object.keys(REPOSITORIES);

const PREFIX = 'whisper-';
/** Of a folder whose files are not complete. */
const UNFINISHED = '.unfinished';

interface InstallOptions {
  /** A name of `hubModels`, or a folder. */
  source: string;
  /** The folder of all installed models. */
  root: string;
  hubUrl: string;
  signal: AbortSignal;
  /** In MB. */
  onProgress(done: number, total: number): void;
}

/** Names of the installed models, without the included one. */
export const installedModels = async (root: string): Promise<string[]> => {
  const names = await readdir(root).catch(() => []);
  return names
    .filter((name) => name.startsWith(PREFIX) && !name.endsWith(UNFINISHED))
    .map((name) => name.slice(PREFIX.length))
    .sort();
};

/**
 * @returns the model's name
 * @throws {Error} naming the file or the address that is wrong
 */
export const installModel = async (options: InstallOptions): Promise<string> => {
  const { source, root, onProgress } = options;
  const repository = REPOSITORIES[source];
  const name = repository ? source : basename(source).replace(PREFIX, '');
  if (!/^[\w.-]+$/.test(name))
    throw new Error(`${source} is neither a folder nor one of ${hubModels.join(', ')}`);
  const folder = join(root, PREFIX + name);
  const unfinished = folder + UNFINISHED;
  if (repository) await fetchModel(repository, unfinished, options);
  else {
    if (!(await stat(source).catch(() => null))?.isDirectory())
      throw new Error(`${source} is neither a folder nor one of ${hubModels.join(', ')}`);
    findWhisperFiles(source);
    await rm(unfinished, { recursive: true, force: true });
    await cp(source, unfinished, { recursive: true });
    onProgress(1, 1);
  }
  findWhisperFiles(unfinished);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  return name;
};

const listing = z.array(
  z.object({
    path: z.string(),
    size: z.number(),
    /** SHA-1 of the file as Git has it. */
    oid: z.string(),
    /** Of large files: SHA-256. */
    lfs: z.object({ oid: z.string() }).optional(),
  }),
);
type HubFile = z.output<typeof listing>[number];

const MB = 1_000_000;

const fetchModel = async (
  repository: string,
  folder: string,
  { hubUrl, signal, onProgress }: InstallOptions,
) => {
  const hub = hubUrl.replace(/\/+$/, '');
  const url = `${hub}/api/models/${repository}/tree/main?recursive=true`;
  const response = await request(url, {}, signal);
  if (!response.ok) throw new Error(`${url} returned HTTP ${response.status}`);
  const files = listing.parse(await response.json());
  const wanted = whisperFileNames().map((name) => {
    const file = files.find(({ path }) => path === name);
    if (!file) throw new Error(`${repository} has no file ${name}`);
    return file;
  });
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const file of wanted) {
    const from = `${hub}/${repository}/resolve/main/${file.path}`;
    await fetchFile(from, join(folder, file.path), file, signal, (bytes) =>
      onProgress(Math.round((before + bytes) / MB), Math.ceil(total / MB)),
    );
    before += file.size;
  }
};

/** Continues a file that was started before. */
const fetchFile = async (
  url: string,
  path: string,
  file: HubFile,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const present = (await stat(path).catch(() => null))?.size ?? 0;
  if (present < file.size) {
    const response = await request(url, present > 0 ? { Range: `bytes=${present}-` } : {}, signal);
    if (!response.ok || !response.body) throw new Error(`${url} returned HTTP ${response.status}`);
    let bytes = response.status === 206 ? present : 0;
    const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        onBytes(bytes);
        yield chunk;
      }
    };
    const flags = response.status === 206 ? 'a' : 'w';
    await pipeline(Readable.fromWeb(response.body as never), counted, createWriteStream(path, { flags }), {
      signal,
    });
  }
  onBytes(file.size);
  if ((await hashOf(path, file)) === (file.lfs?.oid ?? file.oid)) return;
  await rm(path);
  throw new Error(`${url} arrived damaged: run the command again`);
};

const hashOf = async (path: string, { lfs }: HubFile): Promise<string> => {
  const { size } = await stat(path);
  const hash = lfs ? createHash('sha256') : createHash('sha1').update(`blob ${size}\0`);
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

const request = async (
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> => {
  try {
    return await fetch(url, { headers, signal });
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = error as Error;
    throw new Error(
      `${url} cannot be reached: ${(cause as Error | undefined)?.message ?? message}. HF_ENDPOINT names a mirror`,
      { cause: error },
    );
  }
};
