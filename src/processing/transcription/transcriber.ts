/** The port for speech recognition: a server that speaks OpenAI's protocol, or a command on this machine. */
import type { Readable } from 'node:stream';
import type { FormatHint } from '../../content/transcripts/formats/readers.js';

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
   * @throws {PermanentError} when another attempt would end the same way
   * @throws {ModelUnavailableError} when it cannot be reached, or takes no more for now
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
