/**
 * Runs ffmpeg on untrusted files: without a shell, with an explicit demuxer, so that nothing in the file can
 * select one that opens other files, and with limits on time, picture size, memory and output.
 */
import { spawn } from 'node:child_process';
import { endingWithParent, lowerPriority } from '../../platform/lib/end-with-parent.js';
import type { Container } from './media-facts.js';

/** Names of ffmpeg's demuxers (`ffmpeg -demuxers`). */
const DEMUXERS: Record<Container, string> = {
  mp3: 'mp3',
  mp4: 'mov',
  aac: 'aac',
  ogg: 'ogg',
  webm: 'matroska',
  wav: 'wav',
  flac: 'flac',
  aiff: 'aiff',
  mpeg: 'mpeg',
  ts: 'mpegts',
  avi: 'avi',
};

/** 8K: 7680 × 4320. */
const MAX_PIXELS = 33_177_600;
const MAX_ALLOCATION_BYTES = 1024 ** 3;
/** Maximum duration of output: a day, the longest that is accepted. */
const MAX_OUTPUT_SECS = 86_400;
const MAX_ERROR_LENGTH = 500;

export interface FfmpegInput {
  path: string;
  container: Container;
  /** Start position. */
  fromSecs?: number;
}

export interface FfmpegOptions {
  input: FfmpegInput;
  /** Arguments of each output. The limits on time and bytes apply to each. */
  outputs: readonly (readonly string[])[];
  /** Working directory, for outputs with relative names. */
  folder: string;
  timeoutMs: number;
  /** Maximum size of each output. */
  maxBytes: number;
  signal: AbortSignal;
  /** Receives the output `pipe:1`. */
  onData?(chunk: Buffer): void;
  /** Seconds of output written so far. */
  onProgress?(secs: number): void;
}

/** ffmpeg failed; the message is its last output. */
export class FfmpegError extends Error {
  override name = 'FfmpegError';
}

export type Ffmpeg = (options: FfmpegOptions) => Promise<void>;

/**
 * @param program absolute path
 * @param setpriv its path, so that ffmpeg is killed when this process dies; null to do without
 * @returns a function that throws FfmpegError when the file cannot be decoded in time, and the signal's reason
 * when it
 *   aborts
 */
export const createFfmpeg =
  (program: string, setpriv: string | null): Ffmpeg =>
  ({ input, outputs, folder, timeoutMs, maxBytes, signal, onData, onProgress }) => {
    const limits = ['-t', String(MAX_OUTPUT_SECS), '-fs', String(maxBytes)];
    const args = [
      ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', '-max_alloc', String(MAX_ALLOCATION_BYTES)],
      ['-progress', 'pipe:3', '-stats_period', '1'],
      ['-protocol_whitelist', 'file,pipe', '-max_pixels', String(MAX_PIXELS), '-threads', '2'],
      input.fromSecs ? ['-ss', String(input.fromSecs)] : [],
      ['-f', DEMUXERS[input.container], '-i', `file:${input.path}`],
      outputs.flatMap((output) =>
        [['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'], limits, output].flat(),
      ),
    ].flat();
    const command = endingWithParent(setpriv, program, args);
    return run(command, folder, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]), {
      onData,
      onProgress,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  };

const run = (
  [program, args]: readonly [string, readonly string[]],
  cwd: string,
  signal: AbortSignal,
  { onData, onProgress }: Pick<FfmpegOptions, 'onData' | 'onProgress'>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    // An empty environment: ours contains the passwords of the stores.
    const child = spawn(program, args, {
      cwd,
      env: {},
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    let stderrTail = '';
    child.stdout!.on('data', (chunk: Buffer) => onData?.(chunk));
    child.stderr!.on(
      'data',
      (chunk: Buffer) => (stderrTail = (stderrTail + chunk.toString()).slice(-MAX_ERROR_LENGTH)),
    );
    child.stdio[3]!.on('data', (chunk: Buffer) => {
      const micros = /out_time_us=(\d+)/g;
      for (const [, time] of chunk.toString().matchAll(micros)) onProgress?.(Number(time) / 1e6);
    });
    lowerPriority(child);
    child.once('error', (error) => reject(signal.aborted ? new FfmpegError('ffmpeg took too long') : error));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new FfmpegError(`ffmpeg failed: ${stderrTail.trim() || `exit code ${code}`}`));
    });
  });
