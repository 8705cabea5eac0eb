/** Job: makes a waveform, an audio rendition and a poster image of a media file. */
import { join } from 'node:path';
import type { Db } from '../../platform/db/dialect.js';
import type { NewRow } from '../../platform/db/tables.js';
import { oneByOne, type JobHandler } from '../../platform/jobs/job.types.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';
import { blobPath, type RenditionName } from '../../platform/storage/blob-key.js';
import { FfmpegError, type Ffmpeg, type FfmpegInput } from './ffmpeg.js';
import { containerOf } from './media-problem.js';
import {
  completeAsset,
  examineIfRestored,
  findSource,
  runUnlessDeleted,
  type MediaSource,
} from './media-source.js';
import type { RenditionStore } from './rendition-store.js';
import type { Workspace } from './workspace.js';

/** Bits per second; enough for the audio rendition of a talk. */
const AUDIO_RATE = 64_000;
const POSTER_WIDTH = 1_280;
/** Where the poster is taken: a few seconds in, after any opening fade. */
const POSTER_SECS = 10;
const MIN_TIMEOUT_MS = 2 * 60_000;
const MAX_TIMEOUT_MS = 2 * 60 * 60_000;
const UNKNOWN_SECS = 4 * 3_600;

export interface RenditionDeps {
  db: Db;
  clock: Clock;
  log: Log;
  ffmpeg: Ffmpeg | null;
  workspace: Workspace;
  store: RenditionStore;
}

interface Work {
  source: MediaSource;
  input: FfmpegInput;
  folder: string;
  signal: AbortSignal;
}

/** By which a duration that the file states may differ from what is heard. */
const TOLERANCE = { secs: 2, share: 0.02 };

/** Whether the stated duration is wrong, as that of an MP3 file of variable bit rate without a header that says so. */
const isOff = (statedSecs: number, heardSecs: number): boolean =>
  Math.abs(statedSecs - heardSecs) > Math.max(TOLERANCE.secs, TOLERANCE.share * heardSecs);

export const makeRenditionsHandler = (deps: RenditionDeps): JobHandler<'makeRenditions'> => {
  const { db, clock, log, ffmpeg, workspace, store } = deps;

  const make = async (source: MediaSource, signal: AbortSignal): Promise<void> => {
    if (!ffmpeg) throw new Error('ffmpeg is not installed');
    const { asset, blobKey } = source;
    const values = await workspace.within(async (folder): Promise<Partial<NewRow<'mediaAsset'>>> => {
      const path = await workspace.localFile(blobKey, folder, signal);
      const work = { source, input: { path, container: containerOf(asset) }, folder, signal };
      const sound = await attempt(() => makeSound(ffmpeg, work));
      const poster = asset.contentType === 'video' && (await attempt(() => makePoster(ffmpeg, work)));
      return { ...sound, ...poster };
    });
    await completeAsset(db, clock, source, values);
  };

  /** A rendition that fails is left out, because the original file is unaffected. */
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (err) {
      if (!(err instanceof FfmpegError)) throw err;
      log.warn({ err }, 'a rendition could not be made');
      return undefined;
    }
  };

  const stored = async (
    { source: { asset, blobKey } }: Work,
    name: RenditionName,
    type: string,
    content: { path: string } | { text: string },
  ): Promise<string | null> => {
    const key = await store.store(asset.accountId, blobKey, name, type, content);
    return key && blobPath(key);
  };

  /** Decodes once for both waveform and audio rendition. */
  const makeSound = async (run: Ffmpeg, work: Work): Promise<Partial<NewRow<'mediaAsset'>>> => {
    const { source, input, folder, signal } = work;
    const { durationSecs, contentType } = source.asset;
    const secs = durationSecs ?? UNKNOWN_SECS;
    const waveform = createWaveform();
    await run({
      input,
      folder,
      signal,
      timeoutMs: Math.min(MAX_TIMEOUT_MS, MIN_TIMEOUT_MS + secs * 1_000),
      maxBytes: Math.ceil(Math.max(AUDIO_RATE, WAVEFORM_RATE * 16) / 8) * (secs + 60) * 2,
      outputs: [
        ['-map', '0:a:0', '-ac', '1', '-ar', String(WAVEFORM_RATE), '-f', 's16le', 'pipe:1'],
        [
          ['-map', '0:a:0', '-ac', '1', '-c:a', 'aac', '-b:a', String(AUDIO_RATE)],
          ['-movflags', '+faststart', '-f', 'ipod', 'audio.m4a'],
        ].flat(),
      ],
      onData: waveform.add,
    });
    const heardSecs = waveform.secs();
    if (heardSecs === 0) return {};
    return {
      waveformUrl: await stored(work, '_waveform.json', 'application/json', { text: waveform.json() }),
      audioUrl: await stored(work, '_audio.m4a', 'audio/mp4', { path: join(folder, 'audio.m4a') }),
      // The sound of a video may be shorter than its picture.
      ...((durationSecs === null || (contentType === 'audio' && isOff(durationSecs, heardSecs))) && {
        durationSecs: Math.max(1, Math.round(heardSecs)),
      }),
    };
  };

  const makePoster = async (run: Ffmpeg, work: Work): Promise<Partial<NewRow<'mediaAsset'>>> => {
    const { source, input, folder, signal } = work;
    const fromSecs = Math.min(POSTER_SECS, (source.asset.durationSecs ?? 0) / 4);
    await run({
      input: { ...input, fromSecs },
      folder,
      signal,
      timeoutMs: MIN_TIMEOUT_MS,
      maxBytes: 20_000_000,
      outputs: [
        [
          ['-map', '0:v:0', '-frames:v', '1', '-vf', `scale='min(${POSTER_WIDTH},iw)':-2`],
          [
            '-q:v',
            '4',
            '-c:v',
            'mjpeg',
            '-pix_fmt',
            'yuvj420p',
            '-f',
            'image2',
            '-update',
            '1',
            'poster.jpg',
          ],
        ].flat(),
      ],
    });
    return {
      posterUrl: await stored(work, '_poster.jpg', 'image/jpeg', { path: join(folder, 'poster.jpg') }),
    };
  };

  return {
    batchSize: 1,
    limit: { total: 2, perAccount: 1 },
    run: (jobs, stopping) =>
      oneByOne(jobs, async ({ accountId, payload }) => {
        const { mediaAssetId } = payload;
        const find = () => findSource(db, accountId, mediaAssetId);
        const onGone = () => examineIfRestored(db, accountId, mediaAssetId);
        const source = await find();
        if (!source) {
          await onGone();
          return undefined;
        }
        return runUnlessDeleted(
          stopping,
          async () => (await find()) === undefined,
          (signal) => make(source, signal),
          onGone,
        );
      }),
  };
};

/** Decoded samples per second. */
const WAVEFORM_RATE = 8_000;
/** One pair of peaks per 0.1 s. */
const SAMPLES_PER_PEAK = WAVEFORM_RATE / 10;
/** One day. */
const MAX_PEAKS = 864_000;

interface Waveform {
  /** Signed 16-bit little-endian samples, mono. */
  add(chunk: Buffer): void;
  /** Seconds of sound added so far. */
  secs(): number;
  /**
   * JSON as in https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md: the lowest and highest sample
   * of each 0.1 s, in 8 bits.
   */
  json(): string;
}

const createWaveform = (): Waveform => {
  const data: number[] = [];
  let low = 0;
  let high = 0;
  let samples = 0;
  let rest: Buffer = Buffer.alloc(0);

  const push = (): void => {
    if (data.length < 2 * MAX_PEAKS) data.push(low >> 8, high >> 8);
    low = high = 0;
  };

  return {
    add: (chunk) => {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const end = bytes.length - (bytes.length % 2);
      for (let i = 0; i < end; i += 2) {
        const sample = bytes.readInt16LE(i);
        if (sample < low) low = sample;
        else if (sample > high) high = sample;
        if (++samples % SAMPLES_PER_PEAK === 0) push();
      }
      rest = bytes.subarray(end);
    },
    secs: () => samples / WAVEFORM_RATE,
    json: () => {
      if (samples % SAMPLES_PER_PEAK !== 0) push();
      return JSON.stringify({
        version: 2,
        channels: 1,
        sample_rate: WAVEFORM_RATE,
        samples_per_pixel: SAMPLES_PER_PEAK,
        bits: 8,
        length: data.length / 2,
        data,
      });
    },
  };
};
