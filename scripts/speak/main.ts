/**
 * `npm run speak`: synthesizes the recordings of the sample talks, and sets the times of their transcripts
 * accordingly. Needs flite and ffmpeg; the results are committed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { note } from '../../src/cli/output.js';
import { formatTime, parseTime } from '../../src/content/transcripts/formats/times.js';
import { contentFolder, readCatalog } from '../seed/catalog.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const CONTENT = contentFolder(ROOT);

/**
 * flite's statistical voices, trained on recordings of people, sound less mechanical than a rule-based formant
 * synthesizer. `stretch` slows them down by this factor.
 */
const VOICES: Record<string, { voice: string; stretch: number }> = {
  'Ruth Adeyemi': { voice: 'slt', stretch: 1.2 },
  'Tom Hallworth': { voice: 'awb', stretch: 1.15 },
  'Daniel Brandt': { voice: 'rms', stretch: 1.05 },
};

/** flite can only write to a file. */
const WAV = join(tmpdir(), `lectern-speak-${process.pid}.wav`);
const SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;
/** Samples with a smaller absolute value (of 32,767) count as silence. */
const SILENCE = 150;
/** Pauses in seconds: before the first word, within a sentence, and after a sentence. */
const OPENING = 0.6;
const COMMA = 0.25;
const FULL_STOP = 0.55;
/** Longer pauses in the transcript separate parts and are preserved. */
const PART = 1;

interface Cue {
  startSecs: number;
  endSecs: number;
  /** Including the speaker. */
  lines: string;
}

const secondsOf = (time: string): number => (parseTime(time) ?? 0) / 1_000;

const timeOf = (seconds: number): string => formatTime(seconds * 1_000, '.');

const cuesOf = (vtt: string): Cue[] =>
  vtt
    .split(/\n{2,}/)
    .slice(1)
    .map((block) => {
      const [times = '', ...lines] = block.trim().split('\n');
      const [start = '', end = ''] = times.split(' --> ');
      return { startSecs: secondsOf(start), endSecs: secondsOf(end), lines: lines.join('\n') };
    });

/** @throws {Error} with the program's stderr */
const run = (program: string, args: string[], input?: Buffer): Buffer => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, maxBuffer: 64 * 1024 * 1024 });
  if (error || status !== 0) throw error ?? new Error(`${program}: ${stderr.toString()}`);
  return stdout;
};

/** The spoken text as 16-bit samples, without leading and trailing silence. */
const speak = (text: string, { voice, stretch }: { voice: string; stretch: number }): Buffer => {
  run('flite', ['-voice', voice, '--setf', `duration_stretch=${stretch}`, '-t', text, '-o', WAV]);
  const wav = readFileSync(WAV);
  const samples = wav.subarray(wav.indexOf('data') + 8);
  const isLoud = (at: number): boolean => Math.abs(samples.readInt16LE(at)) > SILENCE;
  let [from, to] = [0, samples.length - BYTES_PER_SAMPLE];
  while (from < to && !isLoud(from)) from += BYTES_PER_SAMPLE;
  while (to > from && !isLoud(to)) to -= BYTES_PER_SAMPLE;
  return samples.subarray(from, to);
};

const silence = (seconds: number): Buffer =>
  Buffer.alloc(Math.round(seconds * SAMPLE_RATE) * BYTES_PER_SAMPLE);

/** @returns the talk as samples, and its cues with their times */
const record = (cues: readonly Cue[], speaker: string): { samples: Buffer; cues: Cue[] } => {
  const voice = VOICES[speaker];
  if (!voice) throw new Error(`${speaker} has no voice`);
  const parts = [silence(OPENING)];
  let at = OPENING;
  const add = (part: Buffer): void => {
    parts.push(part);
    at += part.length / BYTES_PER_SAMPLE / SAMPLE_RATE;
  };
  const timed = cues.map((cue, index) => {
    const text = cue.lines.replace(/<[^>]*>/g, '');
    const startSecs = at;
    add(speak(text, voice));
    const endSecs = at;
    const gap = (cues[index + 1]?.startSecs ?? cue.endSecs) - cue.endSecs;
    add(silence(gap > PART ? gap : /[.?!"]$/.test(text) ? FULL_STOP : COMMA));
    return { startSecs, endSecs, lines: cue.lines };
  });
  return { samples: Buffer.concat(parts), cues: timed };
};

/** Mono, 32 kbit/s: sufficient for speech at this sample rate. The same input gives the same file. */
const encode = (samples: Buffer, file: string, title: string, artist: string): void => {
  const raw = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0'];
  const loudness = ['-af', 'loudnorm=I=-17:TP=-1.5:LRA=11', '-ar', String(SAMPLE_RATE)];
  const codec = ['-c:a', 'aac', '-b:a', '32k', '-movflags', '+faststart', '-flags', '+bitexact'];
  const about = ['-metadata', `title=${title}`, '-metadata', `artist=${artist} (a synthetic voice)`];
  run('ffmpeg', ['-y', '-loglevel', 'error', ...raw, ...loudness, ...codec, ...about, file], samples);
};

export const main = async (): Promise<number> => {
  const { items } = await readCatalog(ROOT);
  for (const { file, audio, title, speakers } of items) {
    if (audio === undefined) continue;
    const [speaker = ''] = speakers;
    const transcript = join(CONTENT, file);
    const { samples, cues } = record(cuesOf(await readFile(transcript, 'utf8')), speaker);
    encode(samples, join(CONTENT, audio), title, speaker);
    const blocks = cues.map(
      ({ startSecs, endSecs, lines }) => `${timeOf(startSecs)} --> ${timeOf(endSecs)}\n${lines}\n`,
    );
    await writeFile(transcript, ['WEBVTT\n', ...blocks].join('\n'));
    note(`• ${title}: ${timeOf(cues.at(-1)?.endSecs ?? 0)}`);
  }
  rmSync(WAV, { force: true });
  return 0;
};
