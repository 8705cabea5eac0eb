/** The port for speech recognition: a server that speaks OpenAI's protocol, or a command on this machine. */
import type { Readable } from 'node:stream';
import type { FormatHint } from '../../content/transcripts/formats/readers.js';
import { STORE_UNAVAILABLE } from '../../platform/lib/errors.js';

/** Sound to transcribe: a WAV file with 16 kHz and one channel, or a media file as it was uploaded. */
export interface Sound {
  /** With the extension of its format. */
  filename: string;
  contentType: string;
  sizeBytes: number;
  durationMs: number | null;
  /** Can be opened again. */
  open(): Readable;
}

/** A transcript in any format that can be read. */
export interface TranscriptFile {
  bytes: Uint8Array;
  hint: FormatHint;
}

export interface Transcriber {
  /** What it is, for operators; without secrets. */
  description: string;
  /** BCP 47, where all recordings are in one; null if it is detected. */
  language: string | null;
  /** The longest part of a recording to give it at once. */
  partMs: number;
  /** Bytes of a media file that it takes as it is; 0 if it takes only WAV files. */
  maxFileBytes: number;
  /** The most recordings at once, of all accounts and of one. */
  limit: { total: number; perAccount: number };
  /**
   * @param folder for files of its own
   * @throws {TranscriptionError} when another attempt would end the same way
   * @throws {TranscriberUnavailableError} when it cannot be reached, or takes no more for now
   * @throws {Error} when it did not succeed this time
   */
  transcribe(sound: Sound, folder: string, signal: AbortSignal): Promise<TranscriptFile>;
  /** @throws {Error} when it cannot be reached */
  check(): Promise<void>;
}

/** What both kinds are told. */
export interface TranscriberOptions {
  /** BCP 47; null to have it detected. */
  language: string | null;
  partMs: number;
  /** For a part. */
  timeoutMs: number;
}

/** A transcript in bytes, at most; ten minutes of speech with the times of all words are below one MB. */
export const MAX_TRANSCRIPT_BYTES = 16 * 1024 * 1024;

/** It cannot be transcribed. The message says why, and what to do where that is known. */
export class TranscriptionError extends Error {
  override name = 'TranscriptionError';
}

/** The transcriber is down, or busy. */
export class TranscriberUnavailableError extends Error {
  override name = 'TranscriberUnavailableError';
  readonly code = STORE_UNAVAILABLE;

  constructor(
    message: string,
    /** When to try again, if it said so. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

const MAX_QUOTED = 200;

/** What a server or a program says of an error, on one line and cut: it may be anything. Begins with a colon. */
export const quoted = (text: string): string => {
  const words = text
    .slice(0, 10 * MAX_QUOTED)
    .replace(/<[^<>]*>|[^\P{C} ]+|\s+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return words ? `: ${words.slice(0, MAX_QUOTED).toWellFormed().replace(/\.$/, '')}.` : '.';
};
