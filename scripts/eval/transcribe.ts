/** How well the included model hears the sample talks, as they are, and in a room with hiss between hymns. */
import { progress } from '../../src/cli/output.js';
import { inFolder } from '../harness/command.js';
import { decodeTalks, hearTalks, scoreSpeech } from '../harness/speech.js';
import { percentile } from '../harness/stats.js';
import type { TaskResult } from './report.js';

export const TRANSCRIBE = 'transcribe sample talks';

const HYMN_SECS = 20;
/** Chords that change every two seconds. */
const CHORDS = [1, 9 / 8, 4 / 3, 3 / 2].map((ratio, at) =>
  [220, 275, 330]
    .map((hertz) => `sin(2*PI*${hertz * ratio}*t)`)
    .join('+')
    .replace(/^(.*)$/, `eq(mod(floor(t/2)\\,4)\\,${at})*($1)`),
);
const HYMN = `aevalsrc=0.1*(${CHORDS.join('+')}):s=16000:d=${HYMN_SECS}`;
const ROOM = [
  '-filter_complex',
  `[0:a]aresample=16000,aformat=channel_layouts=mono,aecho=0.8:0.8:37|61|89:0.35|0.25|0.15[room];${HYMN}[a];${HYMN}[b];` +
    '[a][room][b]concat=n=3:v=0:a=1[service];anoisesrc=c=pink:a=0.02:r=16000[hiss];' +
    '[service][hiss]amix=inputs=2:duration=first:normalize=0',
];

export const transcribeTask = (): Promise<TaskResult> =>
  inFolder('speech', async (folder) => {
    const figures: Record<string, number> = {};
    let queries = 0;
    for (const [name, args, startMs] of [
      ['as they are', [], 0],
      ['in a room', ROOM, HYMN_SECS * 1_000],
    ] as const) {
      const talks = await decodeTalks(folder, [...args], startMs);
      if (!talks)
        return { task: TRANSCRIBE, queries: 0, columns: {}, missed: [], details: 'ffmpeg is not installed' };
      const bar = progress(`talks ${name}`);
      const heard = await hearTalks(talks, folder, bar.update);
      bar.stop();
      const { wordErrors, startErrors } = scoreSpeech(talks, heard);
      queries = talks.length;
      figures[`${name}: word errors`] = wordErrors;
      figures[`${name}: word starts p50, s`] = percentile(startErrors, 0.5) / 1_000;
      figures[`${name}: word starts p90, s`] = percentile(startErrors, 0.9) / 1_000;
    }
    const details = Object.entries(figures).map(([name, value]) => `${name}: ${value.toFixed(3)}`);
    return { task: TRANSCRIBE, queries, columns: {}, figures, missed: [], details: details.join('\n') };
  });
