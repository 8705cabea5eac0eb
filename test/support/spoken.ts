/** Real audio for tests: speech by espeak-ng and silence, joined by ffmpeg. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../src/platform/lib/find-program.js';

const { PATH = '' } = process.env;
const espeak = findProgram('espeak-ng', PATH);
const ffmpeg = findProgram('ffmpeg', PATH);

/** The missing programs; empty if none is missing. */
export const speechMissing = [espeak ? [] : 'espeak-ng', ffmpeg ? [] : 'ffmpeg'].flat().join(' and ');
/** Programs for an app that decodes recordings. */
export const withPrograms = { PATH };

const run = (program: string, args: string[]): void => {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
};

const SAMPLES = join(import.meta.dirname, '../../scripts/seed/content/sermons');

/**
 * A WAV file with the beginning of a sample talk: "I counted the offering at my last church for nine years".
 * @param args of ffmpeg, such as `-ac 2`
 */
export const recorded = (secs: number, args = '-ar 16000 -ac 1'): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-recorded-'));
  try {
    const file = join(folder, 'recorded.wav');
    const input = join(SAMPLES, 'seen-in-passing/two-coins-in-the-box.m4a');
    const bare = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
    run(ffmpeg!, ['-loglevel', 'error', '-t', String(secs), '-i', input, ...args.split(' '), ...bare, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * A file with speech and silence one after the other.
 * @param parts sentences, and seconds of silence
 * @param extension names the format, e.g. `flac`
 */
export const spoken = (parts: readonly (string | number)[], extension: string): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-spoken-'));
  try {
    const inputs = parts.flatMap((part, i) => {
      if (typeof part === 'number')
        return ['-f', 'lavfi', '-t', String(part), '-i', 'anullsrc=r=16000:cl=mono'];
      const path = join(folder, `${i}.wav`);
      run(espeak!, ['-v', 'en', '-w', path, part]);
      return ['-i', path];
    });
    const joined = `concat=n=${parts.length}:v=0:a=1,aresample=16000`;
    const file = join(folder, `spoken.${extension}`);
    run(ffmpeg!, ['-loglevel', 'error', ...inputs, '-filter_complex', joined, '-ac', '1', file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
