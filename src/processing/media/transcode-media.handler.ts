/** Job: makes an HLS stream of a video, one size at a time. The account can follow and cancel it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  finishJob,
  failAccountJob,
  findOpenJob,
  reportJob,
  createJob,
} from '../../platform/account-jobs/account-job.repository.js';
import { oneByOne, type Job, type JobHandler, type JobOutcome } from '../../platform/jobs/job.types.js';
import { messageOf } from '../../platform/lib/errors.js';
import { blobPath, STREAM_PLAYLIST, type RenditionName } from '../../platform/storage/blob-key.js';
import { FfmpegError, type Ffmpeg } from './ffmpeg.js';
import { masterPlaylist, maxRungBytes, rungArguments, rungName, rungsFor, type Rung } from './hls.js';
import type { RenditionDeps } from './make-renditions.handler.js';
import type { MediaProbe } from './media-probe.js';
import { containerOf } from './media-problem.js';
import {
  completeAsset,
  examineIfRestored,
  findSource,
  runUnlessDeleted,
  type MediaSource,
} from './media-source.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';

const TRANSCODE = 'transcode';
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** Timeout per size, for each second of the video. */
const TIMEOUT_PER_SEC_MS = 6_000;
const MIN_TIMEOUT_MS = 5 * 60_000;
const MAX_TIMEOUT_MS = 6 * 60 * 60_000;
const UNKNOWN_SECS = 4 * 3_600;
const DELETED = 'The media asset or its item has been deleted.';

interface Names {
  playlist: RenditionName;
  segments: RenditionName;
}
const namesOf = (rung: Rung): Names => ({
  playlist: `_stream-${rungName(rung)}.m3u8`,
  segments: `_stream-${rungName(rung)}.mp4`,
});

export const transcodeMediaHandler = (
  deps: RenditionDeps & { probe: Pick<MediaProbe, 'probe'> },
): JobHandler<'transcodeMedia'> => {
  const { db, clock, ffmpeg, workspace, store, probe } = deps;

  const transcode = async (
    source: MediaSource,
    signal: AbortSignal,
    report: (percent: number) => void,
  ): Promise<void> => {
    if (!ffmpeg) throw new Error('ffmpeg is not installed');
    const { asset, blobKey } = source;
    const facts = await probe.probe(asset.accountId, blobKey, asset.fileSizeBytes ?? 0);
    const { videoWidth: width, videoHeight: height, hasSound } = facts;
    if (width === null || height === null) throw new FfmpegError('The size of the picture is unknown');
    const rungs = rungsFor(width, height);
    await workspace.within(async (folder) => {
      const path = await workspace.localFile(blobKey, folder, signal);
      for (const [i, rung] of rungs.entries()) {
        const done = (part: number): void => report(((i + Math.min(1, part)) / rungs.length) * 100);
        await makeRung(ffmpeg, { source, path, folder, signal, rung, done });
      }
    });
    const playlists = rungs.map((rung) => ({ rung, playlist: namesOf(rung).playlist }));
    const text = masterPlaylist(playlists, { width, height, hasSound });
    const key = await keep(source, STREAM_PLAYLIST, PLAYLIST_TYPE, { text });
    await completeAsset(db, clock, source, {
      streamUrl: blobPath(key),
      // Values that staff entered for an external streaming host are not overwritten.
      ...(asset.streamPlaybackId === null && {
        streamAssetId: `lectern-${asset.id}`,
        streamPlaybackId: key.split('/')[1],
      }),
    });
  };

  const keep = async (
    { asset: { accountId }, blobKey }: MediaSource,
    name: RenditionName,
    type: string,
    content: { path: string } | { text: string },
  ): Promise<string> => {
    const key = await store.store(accountId, blobKey, name, type, content);
    if (key === null) throw new FfmpegError('The account may not store that much');
    return key;
  };

  /** The playlist is stored last: if it exists, an earlier attempt has completed this size. */
  const makeRung = async (
    run: Ffmpeg,
    work: {
      source: MediaSource;
      path: string;
      folder: string;
      signal: AbortSignal;
      rung: Rung;
      done(part: number): void;
    },
  ): Promise<void> => {
    const { source, path, folder, signal, rung, done } = work;
    const names = namesOf(rung);
    if (await store.has(source.blobKey, names.playlist)) return done(1);
    const secs = source.asset.durationSecs ?? UNKNOWN_SECS;
    await run({
      input: { path, container: containerOf(source.asset) },
      folder,
      signal,
      timeoutMs: Math.min(MAX_TIMEOUT_MS, MIN_TIMEOUT_MS + secs * TIMEOUT_PER_SEC_MS),
      maxBytes: maxRungBytes(rung, secs),
      outputs: [rungArguments(rung, names)],
      onProgress: (made) => done(made / secs),
    });
    await keep(source, names.segments, 'video/mp4', { path: join(folder, names.segments) });
    const playlist = await readFile(join(folder, names.playlist), 'utf8');
    await keep(source, names.playlist, PLAYLIST_TYPE, { text: playlist });
    done(1);
  };

  const run = async (
    { accountId, payload }: Job<'transcodeMedia'>,
    stopping: AbortSignal,
  ): Promise<JobOutcome> => {
    const { mediaAssetId } = payload;
    const job = await findOpenJob(db, accountId, TRANSCODE, mediaAssetId);
    if (!job) return undefined;
    const source = await findSource(db, accountId, mediaAssetId);
    const onGone = async (): Promise<void> => {
      await failAccountJob(db, clock, job, DELETED);
      await examineIfRestored(db, accountId, mediaAssetId);
    };
    if (!source) {
      await onGone();
      return undefined;
    }
    if (!(await reportJob(db, job, 0))) return undefined;
    let percent = 0;
    return runUnlessDeleted(
      stopping,
      async () => {
        const isStillNeeded = await reportJob(db, job, Math.min(99, Math.floor(percent)));
        return !isStillNeeded || (await findSource(db, accountId, mediaAssetId)) === undefined;
      },
      async (signal) => {
        await transcode(source, signal, (reached) => (percent = Math.max(percent, reached)));
        await finishJob(db, clock, job);
      },
      onGone,
    );
  };

  return {
    batchSize: 1,
    limit: { total: 1, perAccount: 1 },
    run: (jobs, stopping) => oneByOne(jobs, (job) => run(job, stopping)),
    onDead: async ({ accountId, payload: { mediaAssetId } }, error) => {
      const job = await findOpenJob(db, accountId, TRANSCODE, mediaAssetId);
      if (job) await failAccountJob(db, clock, job, messageOf(error));
    },
  };
};

/** Enqueues the jobs. Making a stream is also a job that the account can see. */
export const planRenditions = async (
  trx: Db,
  clock: Clock,
  { accountId, id: mediaAssetId, contentType, status }: Row<'mediaAsset'>,
  { transcode }: { transcode: boolean },
): Promise<void> => {
  if (status !== 'ready') return;
  await enqueue(trx, clock, accountId, 'makeRenditions', { mediaAssetId });
  if (!transcode || contentType !== 'video') return;
  const job = { accountId, kind: TRANSCODE, action: null, total: 100, request: '{}', mediaAssetId };
  await createJob(trx, clock, job);
  await enqueue(trx, clock, accountId, 'transcodeMedia', { mediaAssetId }, { maxAttempts: 2 });
};
