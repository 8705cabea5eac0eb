/** Speech recognition by a local program, run without a shell, with limits on time and output. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { transcriptExtensions } from '../../transcripts/formats/readers.js';
import { endingWithParent, lowerPriority } from '../../platform/lib/end-with-parent.js';
import { findProgram } from '../../platform/lib/find-program.js';
import { ModelUnavailableError, PermanentError, quoted } from '../model-server/http-client.js';
import {
  MAX_TRANSCRIPT_BYTES,
  type Transcriber,
  type TranscriberOptions,
  type TranscriptFile,
  type TranscriptionRequest,
} from './transcriber.js';

export interface CommandOptions extends TranscriberOptions {
  /** The program and its arguments, with `{input}`, `{output}`, `{language}` and `{prompt}`. */
  command: readonly [string, ...string[]];
  /** Path of setpriv, so that the program is killed when this process dies; null to do without. */
  setpriv: string | null;
  /** The program's entire environment. */
  env: Record<string, string>;
}

const OUTPUT = 'transcript';
/** If a program writes several files, the first of these is used, because it contains the most. */
const PREFERRED = ['.json', '.vtt', '.srt', '.tsv'];
const MAX_ERROR_LENGTH = 500;

export const createTranscriptionCommand = ({
  command: [name, ...template],
  setpriv,
  env,
  language,
  prompt: ownPrompt,
  partMs,
  timeoutMs,
}: CommandOptions): Transcriber => {
  const programOf = (): string | null =>
    name.includes('/') ? findProgram(basename(name), dirname(name)) : findProgram(name, env.PATH);
  const writesFile = template.some((argument) => argument.includes('{output}'));

  const argumentsFor = (
    input: string,
    output: string,
    { prompt, language: spokenIn }: TranscriptionRequest,
  ): string[] => {
    const values: Record<string, string> = {
      input,
      output,
      language: spokenIn?.split('-')[0] ?? 'auto',
      prompt,
    };
    return template.map((argument) =>
      argument.replace(
        /\{(input|output|language|prompt)\}/g,
        (_all, placeholder: string) => values[placeholder]!,
      ),
    );
  };

  const check = (): Promise<string> => {
    const program = programOf();
    return program === null
      ? Promise.reject(
          new ModelUnavailableError(
            `The program ${name} of TRANSCRIBE_COMMAND is not ${name.includes('/') ? 'there, or cannot be run' : 'on the PATH'}`,
          ),
        )
      : Promise.resolve(program);
  };

  return {
    description: `the program ${basename(name)}`,
    language,
    prompt: ownPrompt,
    partMs,
    maxFileBytes: 0,
    // The program uses all processor cores.
    limit: { total: 1, perAccount: 1 },
    transcribe: async (sound, request) => {
      const { folder, signal } = request;
      const program = await check();
      const own = join(folder, 'command');
      await rm(own, { recursive: true, force: true });
      await mkdir(own);
      const input = join(own, 'input.wav');
      await pipeline(sound.open(), createWriteStream(input), { signal });
      const args = argumentsFor(input, join(own, OUTPUT), request);
      const printed = await run(endingWithParent(setpriv, program, args), {
        env,
        signal,
        timeoutMs,
        maxBytes: writesFile ? 0 : MAX_TRANSCRIPT_BYTES,
      });
      return writesFile ? written(own) : { bytes: printed, hint: {} };
    },
    check: async () => {
      await check();
    },
  };
};

/** The file that the program wrote under the requested name. */
const written = async (folder: string): Promise<TranscriptFile> => {
  const names = (await readdir(folder)).filter(
    (name) =>
      name === OUTPUT || (name.startsWith(`${OUTPUT}.`) && transcriptExtensions.includes(extname(name))),
  );
  const rank = (name: string): number => {
    const place = PREFERRED.indexOf(extname(name));
    return place < 0 ? PREFERRED.length : place;
  };
  const [name] = names.sort((a, b) => rank(a) - rank(b));
  if (name === undefined)
    throw new PermanentError(
      'The transcription program has written no transcript: check TRANSCRIBE_COMMAND.',
    );
  const path = join(folder, name);
  if ((await stat(path)).size > MAX_TRANSCRIPT_BYTES)
    throw new PermanentError(
      `The transcription program has written more than ${MAX_TRANSCRIPT_BYTES} bytes.`,
    );
  const type = extname(name);
  return { bytes: await readFile(path), hint: type ? { type } : {} };
};

interface RunOptions {
  env: Record<string, string>;
  signal: AbortSignal;
  timeoutMs: number;
  /** Maximum size of its output; 0 to ignore it. */
  maxBytes: number;
}

/** @returns the program's output */
const run = (
  [program, args]: readonly [string, readonly string[]],
  { env, signal, timeoutMs, maxBytes }: RunOptions,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // Its own process group, so that its children can be killed too.
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of its processes have ended.
      }
    };
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      end();
      then();
    };
    const fail = (error: Error): void => settle(() => reject(error));
    const stop = (): void => fail(signal.reason as Error);
    const timer = setTimeout(
      () =>
        fail(
          new PermanentError(
            `The transcription program took longer than ${timeoutMs / 1_000} s and was ended.`,
          ),
        ),
      timeoutMs,
    );
    signal.addEventListener('abort', stop, { once: true });
    const printed: Buffer[] = [];
    let size = 0;
    let stderrTail = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (maxBytes === 0) return;
      size += chunk.length;
      if (size > maxBytes)
        fail(new PermanentError(`The transcription program printed more than ${maxBytes} bytes.`));
      else printed.push(chunk);
    });
    child.stderr.on(
      'data',
      (chunk: Buffer) => (stderrTail = (stderrTail + chunk.toString()).slice(-MAX_ERROR_LENGTH)),
    );
    lowerPriority(child);
    child.once('error', (error) =>
      fail(new ModelUnavailableError(`The transcription program cannot be started: ${error.message}`)),
    );
    // Its children may keep the output open.
    child.once('exit', end);
    child.once('close', (code, killedBy) => {
      if (code === 0) settle(() => resolve(Buffer.concat(printed)));
      else
        fail(
          new Error(
            `The transcription program failed (${killedBy ?? `exit code ${code}`})${quoted(stderrTail)}`,
          ),
        );
    });
  });
