/** The recordings of the sample talks, transcribed by the included model and compared with their transcripts. */
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { speechModel } from '../../src/config/transcription-config.js';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { createTranscriptionModel } from '../../src/processing/transcription/transcription-model.js';
import { readSpeech, type Speech } from '../../src/transcripts/formats/speech.js';
import { timedWords, untimedWords } from '../../src/transcripts/formats/segments/word-times.js';
import { contentFolder, readCatalog } from '../seed/catalog.js';
import { ROOT } from './program.js';

const run = promisify(execFile);

export interface Talk {
  title: string;
  /** A WAV file, 16 kHz, mono. */
  path: string;
  secs: number;
  /** What is said. */
  reference: Speech['segments'];
  /** Where the talk starts in the file. */
  startMs: number;
}

/** @param args of ffmpeg between the input and the output @returns undefined without ffmpeg */
export const decodeTalks = async (
  folder: string,
  args: string[] = [],
  startMs = 0,
): Promise<Talk[] | undefined> => {
  const ffmpeg = findProgram('ffmpeg', process.env.PATH);
  if (ffmpeg === null) return undefined;
  const { items } = await readCatalog(ROOT);
  const talks: Talk[] = [];
  for (const { title, file, audio } of items) {
    if (audio === undefined) continue;
    const path = join(folder, `${talks.length}.wav`);
    const input = join(contentFolder(ROOT), audio);
    // Without metadata, the header has the usual 44 bytes.
    const bare = ['-map_metadata', '-1', '-fflags', '+bitexact', '-ar', '16000', '-ac', '1'];
    await run(ffmpeg, ['-loglevel', 'error', '-y', '-i', input, ...args, ...bare, path]);
    const secs = ((await stat(path)).size - 44) / 32_000;
    const { segments } = readSpeech(await readFile(join(contentFolder(ROOT), file)), { type: '.vtt' }, null);
    talks.push({ title, path, secs, reference: segments, startMs });
  }
  return talks;
};

export interface Heard {
  segments: Speech['segments'];
  processorMs: number;
}

/** Transcribes the talks one after the other, with the included model. */
export const hearTalks = async (
  talks: readonly Talk[],
  folder: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Heard[]> => {
  const hour = 3_600_000;
  const options = { language: null, prompt: null, partMs: hour, timeoutMs: hour };
  const transcriber = createTranscriptionModel({ ...options, ...speechModel('') });
  const request = { folder, signal: new AbortController().signal, prompt: '', language: null };
  const heard: Heard[] = [];
  try {
    for (const { path, secs } of talks) {
      const sound = {
        filename: 'sound.wav',
        contentType: 'audio/wav',
        sizeBytes: 44 + secs * 32_000,
        durationMs: secs * 1_000,
        open: () => createReadStream(path),
      };
      const { bytes, hint, processorMs = 0 } = await transcriber.transcribe(sound, request);
      heard.push({ segments: readSpeech(bytes, hint, sound.durationMs).segments, processorMs });
      onProgress(heard.length, talks.length);
    }
  } finally {
    await transcriber.close?.();
  }
  return heard;
};

export interface SpeechScore {
  /** Share of words that are wrong, missing or added. */
  wordErrors: number;
  /** How far the starts of segments are off, ms, in order of size. */
  startErrors: number[];
}

/** @param heard of the same talks */
export const scoreSpeech = (
  talks: readonly Talk[],
  heard: readonly Pick<Heard, 'segments'>[],
): SpeechScore => {
  let [wrong, all] = [0, 0];
  const startErrors: number[] = [];
  talks.forEach(({ reference, startMs }, at) => {
    const said = reference.flatMap(({ text, startMs: from }) =>
      wordsIn(text).map((word, n) => ({ word, startMs: n === 0 && from !== null ? from + startMs : null })),
    );
    const found = heard[at]!.segments.flatMap((segment) =>
      (timedWords(segment) ?? untimedWords(segment.text)).flatMap((one) =>
        wordsIn(one.text).map((word) => ({ word, startMs: one.startMs })),
      ),
    );
    const { errors, pairs } = compare(
      said.map(({ word }) => word),
      found.map(({ word }) => word),
    );
    wrong += errors;
    all += said.length;
    for (const [one, other] of pairs) {
      const [expected, actual] = [said[one]!.startMs, found[other]!.startMs];
      if (expected !== null && actual !== null) startErrors.push(Math.abs(expected - actual));
    }
  });
  return { wordErrors: wrong / all, startErrors: startErrors.sort((a, b) => a - b) };
};

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}' ]/gu, ' ')
    .match(/\S+/g) ?? [];

/** The least number of words to change, add or remove, and the pairs of words that are equal. */
const compare = (
  said: readonly string[],
  found: readonly string[],
): { errors: number; pairs: [number, number][] } => {
  const rows = [Array.from({ length: found.length + 1 }, (_, at) => at)];
  for (const [at, word] of said.entries()) {
    const before = rows[at]!;
    const row = [at + 1];
    for (const [n, other] of found.entries())
      row.push(Math.min(before[n]! + (word === other ? 0 : 1), before[n + 1]! + 1, row[n]! + 1));
    rows.push(row);
  }
  const pairs: [number, number][] = [];
  let [one, other] = [said.length, found.length];
  while (one > 0 && other > 0) {
    const cost = rows[one]![other]!;
    const isEqual = said[one - 1] === found[other - 1];
    if (cost === rows[one - 1]![other - 1]! + (isEqual ? 0 : 1)) {
      one--;
      other--;
      if (isEqual) pairs.push([one, other]);
    } else if (cost === rows[one - 1]![other]! + 1) one--;
    else other--;
  }
  return { errors: rows[said.length]![found.length]!, pairs };
};
