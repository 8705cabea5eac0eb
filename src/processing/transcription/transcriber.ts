/** Port for speech recognition: a model on this machine, an OpenAI-compatible server, or a local command. */
import type { Readable } from 'node:stream';
import type { FormatHint } from '../../transcripts/formats/readers.js';

/** Sound to transcribe: a WAV file (16 kHz, mono), or a media file as uploaded. */
export interface Sound {
  /** With the extension of its format. */
  filename: string;
  contentType: string;
  sizeBytes: number;
  durationMs: number | null;
  /** Can be called repeatedly. */
  open(): Readable;
}

/** A transcript in any readable format. */
export interface TranscriptFile {
  bytes: Uint8Array;
  hint: FormatHint;
  /** Processor time that it took on this machine; absent if unknown. */
  processorMs?: number;
}

export interface TranscriptionRequest {
  /** For temporary files. */
  folder: string;
  signal: AbortSignal;
  /** Text with words that the recording may have; empty without one. */
  prompt: string;
  /** BCP 47; null to detect it. */
  language: string | null;
}

export interface Transcriber {
  /** Description for operators, without secrets. */
  description: string;
  /** BCP 47 if all recordings are in one language; null to detect it. */
  language: string | null;
  /** What recordings are about; null without a text. */
  prompt: string | null;
  /** Maximum length of one part of a recording. */
  partMs: number;
  /** Maximum bytes of a media file that it accepts unconverted; 0 if it accepts only WAV files. */
  maxFileBytes: number;
  /** Maximum number of concurrent recordings, in total and per account. */
  limit: { total: number; perAccount: number };
  /**
   * @throws {PermanentError} when retrying cannot help
   * @throws {ModelUnavailableError} when it is unreachable or busy
   * @throws {Error} when this attempt failed
   */
  transcribe(sound: Sound, request: TranscriptionRequest): Promise<TranscriptFile>;
  /** @throws {Error} when it is unreachable */
  check(): Promise<void>;
  close?(): Promise<void>;
}

/** Options of all kinds of transcriber. */
export interface TranscriberOptions {
  /** BCP 47; null to detect it. */
  language: string | null;
  prompt: string | null;
  partMs: number;
  /** Timeout of a part. */
  timeoutMs: number;
}

/** Maximum size of a transcript. Ten minutes of speech with the times of all words take less than one MB. */
export const MAX_TRANSCRIPT_BYTES = 16 * 1024 * 1024;
