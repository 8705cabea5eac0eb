/** Prepares the sound of a media file for transcribers. */
import { join } from 'node:path';
import type { Row } from '../../platform/db/tables.js';
import { mediaFilename, type MediaMimeType } from '../../content/media/media-types.js';
import { FfmpegError, type Ffmpeg } from '../media/ffmpeg.js';
import { containerOf } from '../media/media-problem.js';
import { PermanentError, quoted } from '../model-server/http-client.js';
import type { Sound } from './transcriber.js';
import { decodeWav, WavError, WAV_HEADER_BYTES } from './wav-file.js';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

const MIN_TIMEOUT_MS = 2 * 60_000;
const MAX_TIMEOUT_MS = 2 * 60 * 60_000;
/** A day, the longest that is accepted. */
const MAX_SECS = 86_400;

interface Decoding {
  asset: Row<'mediaAsset'>;
  path: string;
  folder: string;
  signal: AbortSignal;
}

/** Without ffmpeg, WAV files can be read. */
export const canDecode = (ffmpeg: Ffmpeg | null, asset: Row<'mediaAsset'>): boolean =>
  ffmpeg !== null || containerOf(asset) === 'wav';

/**
 * @param ffmpeg null if it is not installed
 * @returns path of a file in the folder with the raw samples
 * @throws {PermanentError} when the file has no sound that can be decoded
 */
export const decodeSound = async (ffmpeg: Ffmpeg | null, decoding: Decoding): Promise<string> => {
  const samples = join(decoding.folder, 'samples');
  if (ffmpeg) await decodeByFfmpeg(ffmpeg, decoding);
  else if (canDecode(ffmpeg, decoding.asset))
    await decodeWav(decoding.path, samples, decoding.signal).catch((error: unknown) => {
      throw error instanceof WavError
        ? new PermanentError(`${NO_FFMPEG} (${error.message}). ${NO_FFMPEG_HELP}`)
        : error;
    });
  else throw new PermanentError(`${NO_FFMPEG}. ${NO_FFMPEG_HELP}`);
  return samples;
};

const NO_FFMPEG = 'The recording cannot be transcribed, since ffmpeg is not installed on the server';
const NO_FFMPEG_HELP = 'Upload a WAV file or a transcript, or ask your operator.';

const decodeByFfmpeg = async (run: Ffmpeg, { asset, path, folder, signal }: Decoding): Promise<void> => {
  try {
    await run({
      input: { path, container: containerOf(asset) },
      folder,
      signal,
      timeoutMs: Math.min(MAX_TIMEOUT_MS, MIN_TIMEOUT_MS + (asset.durationSecs ?? MAX_SECS) * 1_000),
      maxBytes: MAX_SECS * 1_000 * BYTES_PER_MS,
      outputs: [['-map', '0:a:0', '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 's16le', 'samples']],
    });
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error;
    if (error.message.includes('matches no streams'))
      throw new PermanentError(
        'The file has no sound to transcribe. Upload a transcript, or a recording with sound.',
      );
    throw new PermanentError(
      `The sound of the file cannot be decoded${quoted(error.message)} Upload it in another format, or upload a transcript.`,
    );
  }
};

/** Formats that every server accepts: https://platform.openai.com/docs/api-reference/audio/createTranscription */
const ACCEPTED: ReadonlySet<string> = new Set(['mp3', 'mp4', 'ogg', 'webm', 'wav', 'flac', 'mpeg']);

/**
 * The whole file, if there is no decoder.
 * @throws {PermanentError} when it is too large or has another type
 */
export const wholeFile = (asset: Row<'mediaAsset'>, maxBytes: number): Omit<Sound, 'open'> => {
  const { fileSizeBytes, durationSecs } = asset;
  const mimeType = asset.mimeType as MediaMimeType;
  if (!ACCEPTED.has(containerOf(asset)) || fileSizeBytes === null || fileSizeBytes > maxBytes)
    throw new PermanentError(`${NO_FFMPEG}. ${NO_FFMPEG_HELP}`);
  return {
    filename: mediaFilename('recording', mimeType),
    contentType: mimeType,
    sizeBytes: fileSizeBytes,
    durationMs: durationSecs === null ? null : durationSecs * 1_000,
  };
};

const SAMPLE_RATE = 16_000;
const SAMPLE_BYTES = 2;
export const BYTES_PER_MS = (SAMPLE_RATE * SAMPLE_BYTES) / 1_000;

/** The header of a RIFF file with this many bytes of samples: http://soundfile.sapp.org/doc/WaveFormat/ */
const headerOf = (dataBytes: number): Buffer => {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'ascii');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'ascii');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  header.writeUInt16LE(SAMPLE_BYTES, 32);
  header.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  header.write('data', 36, 'ascii');
  header.writeUInt32LE(dataBytes, 40);
  return header;
};

/** Part of a file of raw samples as a WAV file; times in ms. */
export const wavPart = (path: string, startMs: number, endMs: number): Sound => {
  const start = startMs * BYTES_PER_MS;
  const dataBytes = (endMs - startMs) * BYTES_PER_MS;
  return {
    filename: 'sound.wav',
    contentType: 'audio/wav',
    sizeBytes: WAV_HEADER_BYTES + dataBytes,
    durationMs: endMs - startMs,
    open: () => Readable.from(wavBytes(path, start, dataBytes), { objectMode: false }),
  };
};

async function* wavBytes(path: string, start: number, dataBytes: number): AsyncGenerator<Buffer> {
  yield headerOf(dataBytes);
  yield* createReadStream(path, { start, end: start + dataBytes - 1 }) as AsyncIterable<Buffer>;
}
