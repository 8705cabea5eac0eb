/** Environment variables for speech recognition. */
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { oneOf, optionalHttpUrl, optional, wholeNumber } from './environment-values.js';
import { languageTag } from '../platform/lib/fields.js';
import { packageFolder } from '../platform/lib/package-folder.js';

/**
 * Splits a command line at white space. Quotes group words and a backslash escapes the next character; nothing
 * else is special, because no shell is involved.
 */
const commandLine = z.string().transform((text, { addIssue }): [string, ...string[]] => {
  const argument = /(?:[^\s"'\\]|\\[^]|"(?:[^"\\]|\\[^])*"|'[^']*')+/y;
  const command: string[] = [];
  let rest = text.trim();
  while (rest) {
    argument.lastIndex = 0;
    const [found] = argument.exec(rest) ?? [];
    if (found === undefined) break;
    command.push(found.replace(/\\([^])|"((?:[^"\\]|\\[^])*)"|'([^']*)'/g, unquoted));
    const next = rest.slice(found.length);
    if (next && !/^\s/.test(next)) break;
    rest = next.trimStart();
  }
  const [program, ...args] = command;
  if (rest) addIssue('must close its quotes');
  else if (!program || !args.some((each) => each.includes('{input}')))
    addIssue('must be a program with {input} among its arguments');
  return [program ?? '', ...args];
});

const unquoted = (_all: string, escaped?: string, double?: string, single?: string): string =>
  escaped ?? single ?? (double ?? '').replace(/\\(["\\])/g, '$1');

export const transcriptionVariables = {
  TRANSCRIBE: oneOf('on', 'off').default('on'),
  HF_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .default('https://huggingface.co'),
  TRANSCRIBE_URL: optionalHttpUrl,
  TRANSCRIBE_API_KEY: optional,
  TRANSCRIBE_MODEL: optional,
  TRANSCRIBE_COMMAND: commandLine.optional(),
  TRANSCRIBE_LANGUAGE: languageTag.optional(),
  TRANSCRIBE_PROMPT: z.string().trim().max(400, 'must be at most 400 characters').optional(),
  // A part of the maximum length is a WAV file of 25 MB, the limit of most servers.
  TRANSCRIBE_PART_SECS: wholeNumber(10, 780).default(600),
  TRANSCRIBE_TIMEOUT_SECS: wholeNumber(1, 86_400).default(3_600),
};

/** Variables that programs need to find their files and graphics cards; none contains passwords. */
const PASSED_ON = /^(?:PATH|HOME|LANG|LC_ALL|TMPDIR|LD_LIBRARY_PATH|(?:CUDA|NVIDIA|HIP|ROCR|GGML|OMP)_\w+)$/;

export const INCLUDED_MODEL = 'base';

/** The folder of models that `lectern transcriber install` has fetched. */
export const speechModels = (dataDir: string): string => join(dataDir, 'models');

/** @param model a folder, or the name of an installed model; undefined for the included one */
export const speechModel = (dataDir: string, model = INCLUDED_MODEL): { folder: string; name: string } => {
  if (/[\\/]/.test(model)) return { folder: resolve(model), name: basename(model) };
  const name = `whisper-${model}`;
  const root = model === INCLUDED_MODEL ? join(packageFolder(), 'models') : speechModels(dataDir);
  return { folder: join(root, name), name };
};

export type TranscriptionConfig = {
  /** BCP 47; null to detect it. */
  language: string | null;
  /** What recordings are about, for the transcriber. */
  prompt: string | null;
  /** Maximum length of the parts of a recording that are transcribed at once. */
  partMs: number;
  /** Per part. */
  timeoutMs: number;
} & (
  | { url: string; apiKey: string | null; model: string }
  | { command: [string, ...string[]]; env: Record<string, string> }
  | { folder: string; name: string }
);

/** @throws {Error} when both a server and a command are configured */
export const transcriptionConfig = (
  e: z.output<z.ZodObject<typeof transcriptionVariables>>,
  env: NodeJS.ProcessEnv,
  dataDir: string,
): TranscriptionConfig | null => {
  const { TRANSCRIBE_URL: url, TRANSCRIBE_COMMAND: command, TRANSCRIBE_MODEL: model } = e;
  if (url && command)
    throw new Error('Invalid configuration: set TRANSCRIBE_URL or TRANSCRIBE_COMMAND, not both');
  if (e.TRANSCRIBE === 'off') return null;
  const common = {
    language: e.TRANSCRIBE_LANGUAGE ?? null,
    prompt: e.TRANSCRIBE_PROMPT || null,
    partMs: e.TRANSCRIBE_PART_SECS * 1_000,
    timeoutMs: e.TRANSCRIBE_TIMEOUT_SECS * 1_000,
  };
  if (url) return { ...common, url, apiKey: e.TRANSCRIBE_API_KEY ?? null, model: model ?? 'whisper-1' };
  if (!command) return { ...common, ...speechModel(dataDir, model) };
  const [program, ...args] = command;
  const passedOn = Object.entries(env).filter((entry): entry is [string, string] => PASSED_ON.test(entry[0]));
  return {
    ...common,
    command: [program.includes('/') ? resolve(program) : program, ...args],
    env: Object.fromEntries(passedOn),
  };
};
