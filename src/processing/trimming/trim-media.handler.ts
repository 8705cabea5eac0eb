/** Job: cuts a part out of a recording, and puts it in the place of the whole. */
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { currentCaller } from '../../identity/current-rights.js';
import { assertMayProcess } from '../../content/items/draft-policy.js';
import { recordRevision } from '../../content/items/item-revisions.repository.js';
import { applyEvent } from '../../content/items/item-status.repository.js';
import { removeChapters } from '../../content/media/media-asset.repository.js';
import { syncDuration } from '../../content/media/media-duration.repository.js';
import { mediaFilename, type MediaMimeType } from '../../content/media/media-types.js';
import { saveAndProcess } from '../../transcripts/stored/save-transcript.js';
import { transcriptTaskInput } from '../../transcripts/stored/transcript-bytes.js';
import { moveDrafts } from '../../transcripts/stored/transcript-draft.repository.js';
import type { TranscriptThreads } from '../../transcripts/transcript-tasks.js';
import { storeLargeText } from '../../transcripts/stored/transcript-text.repository.js';
import {
  findTranscript,
  removeTranscriptOf,
  type StoredTranscript,
} from '../../transcripts/stored/transcript.repository.js';
import { findRow, getLocked, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { oneByOne, type Job, type JobHandler, type JobOutcome } from '../../platform/jobs/job.types.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime } from '../../platform/lib/clock.js';
import { AppError, messageOf } from '../../platform/lib/errors.js';
import { FfmpegError, type Ffmpeg } from '../media/ffmpeg.js';
import { containerOf } from '../media/media-problem.js';
import { findSource, runUnlessDeleted, type MediaSource } from '../media/media-source.js';
import { storeFile, type FileStores } from '../media/store-file.js';
import type { Workspace } from '../media/workspace.js';
import { assertMayTrim } from './trim-media.service.js';
import type { Container } from '../media/media-facts.js';

interface Deps extends FileStores {
  ffmpeg: Ffmpeg | null;
  workspace: Workspace;
  threads: TranscriptThreads;
}

/** Nothing is decoded: this is the time that a slow disk takes for the largest file. */
const TIMEOUT_MS = 30 * 60_000;

export const trimMediaHandler = (deps: Deps): JobHandler<'cutMedia'> => {
  const { db, clock, ffmpeg, workspace, threads } = deps;

  const current = (starter: Caller): Promise<Caller> => currentCaller(db, clock, starter, 'content:draft');

  /** Stores the part as the file of its asset. */
  const trimFile = (
    { asset: source, blobKey }: MediaSource,
    asset: Row<'mediaAsset'>,
    { caller: starter, startMs, endMs }: Job<'cutMedia'>['payload'],
    signal: AbortSignal,
  ): Promise<void> =>
    workspace.within(async (folder) => {
      if (!ffmpeg) throw new FfmpegError('ffmpeg is not installed');
      const path = await workspace.localFile(blobKey, folder, signal);
      const container = containerOf(source);
      const mimeType = source.mimeType as MediaMimeType;
      const contentType = source.contentType as 'audio' | 'video';
      const name = `part${extname(mediaFilename(null, mimeType))}`;
      const times = { fromSecs: startMs / 1_000, secs: (endMs - startMs) / 1_000 };
      const { inputFromSecs, output } = trimArguments({ container, mimeType, contentType, name, ...times });
      await ffmpeg({
        input: { path, container, fromSecs: inputFromSecs },
        folder,
        signal,
        timeoutMs: TIMEOUT_MS,
        // The headers of a part may be larger than those of the whole.
        maxBytes: 2 * (source.fileSizeBytes ?? 0) + 1_000_000,
        outputs: [output],
      });
      const part = join(folder, name);
      const { accountId, itemId, id: mediaAssetId } = asset;
      const file = { path: part, sizeBytes: (await stat(part)).size, mimeType, contentType };
      await storeFile(deps, await current(starter), { accountId, itemId, mediaAssetId }, file);
    });

  /** The transcript of the recording, or that of its item without one of its own. */
  const transcriptOf = async ({ accountId, itemId, id }: Row<'mediaAsset'>) =>
    (await findTranscript(db, accountId, itemId, id)) ?? (await findOfItem(accountId, itemId));

  const findOfItem = async (accountId: number, itemId: number): Promise<StoredTranscript | undefined> => {
    const current = await findTranscript(db, accountId, itemId);
    const owner = current?.mediaAssetId && (await findRow(db, 'mediaAsset', accountId, current.mediaAssetId));
    return owner && owner.contentType === 'text' ? current : undefined;
  };

  /** Puts the part in the place of the whole, in one transaction. */
  const replace = async (
    source: Row<'mediaAsset'>,
    asset: Row<'mediaAsset'>,
    { caller: starter, startMs, endMs }: Job<'cutMedia'>['payload'],
  ): Promise<void> => {
    const { accountId, itemId } = source;
    const caller = await current(starter);
    const transcript = await transcriptOf(source);
    const cut =
      transcript &&
      (await threads.run(
        'trim',
        ...withRange(transcriptTaskInput(accountId, transcript), { startMs, endMs }),
      ));
    const text =
      cut && cut.segments !== '[]'
        ? await storeLargeText(db, clock, accountId, {
            ...cut,
            language: transcript.language,
            mediaAssetId: asset.id,
          })
        : null;
    await db.transaction().execute(async (trx) => {
      const item = await getLocked(trx, 'item', accountId, itemId);
      assertMayProcess(caller, item);
      assertMayTrim(item);
      const known = await lockRow(trx, 'mediaAsset', accountId, source.id);
      if (!known) return;
      await moveDrafts(trx, accountId, itemId, { from: source.id, to: asset.id });
      await removeTranscriptOf(trx, clock, source);
      const now = isoTime(clock);
      await removeChapters(trx, accountId, source.id, now);
      await updateRow(trx, 'mediaAsset', accountId, source.id, {
        deletedDate: now,
        deletedBy: authorOf(caller),
      });
      if (item.indexedMediaAssetId === source.id)
        await updateRow(trx, 'item', accountId, itemId, { indexedMediaAssetId: null, updatedDate: now });
      await syncDuration(trx, clock, accountId, itemId);
      if (text) {
        const changed = await saveAndProcess(trx, clock, accountId, item, text);
        await recordRevision(trx, clock, caller, { row: item, lists: {} }, changed, {
          notes: ['transcript'],
        });
      } else if (await applyEvent(trx, clock, accountId, itemId, 'process', { wizardStep: 'processing' }))
        await enqueue(trx, clock, accountId, 'processItem', { itemId });
    });
  };

  const fail = async (accountId: number, id: number, message: string): Promise<void> => {
    const asset = await findRow(db, 'mediaAsset', accountId, id);
    if (asset?.status === 'created')
      await updateRow(db, 'mediaAsset', accountId, id, { status: 'error', errorMessage: message });
  };

  const run = async ({ accountId, payload }: Job<'cutMedia'>, stopping: AbortSignal): Promise<JobOutcome> => {
    const { cutMediaAssetId: id, sourceId } = payload;
    const find = () => findRow(db, 'mediaAsset', accountId, id);
    const asset = await find();
    // Restored later, it has no file; whoever removed it did not want it.
    if (!asset || asset.status === 'error') return undefined;
    const source = await findSource(db, accountId, sourceId);
    // Done before, or the recording has been removed.
    if (!source) {
      await fail(accountId, id, 'The recording was removed before it was cut.');
      return undefined;
    }
    try {
      return await runUnlessDeleted(
        stopping,
        async () => (await find()) === undefined,
        async (signal) => {
          await current(payload.caller);
          if (asset.status === 'created') await trimFile(source, asset, payload, signal);
          await replace(source.asset, asset, payload);
        },
      );
    } catch (error) {
      const isFinal = error instanceof FfmpegError || (error instanceof AppError && error.status < 500);
      if (!isFinal) throw error;
      await fail(accountId, id, `The recording cannot be cut: ${messageOf(error)}`);
      return undefined;
    }
  };

  return {
    batchSize: 1,
    limit: { total: 2, perAccount: 1 },
    run: (jobs, stopping) => oneByOne(jobs, (job) => run(job, stopping)),
    onDead: ({ accountId, payload }, error) =>
      fail(accountId, payload.cutMediaAssetId, `The recording cannot be cut: ${error.message}`),
  };
};

const withRange = <T extends object, O>(
  [text, options]: readonly [T, O],
  range: { startMs: number; endMs: number },
): readonly [T & { range: typeof range }, O] => [{ ...text, range }, options];

/** Names of ffmpeg's muxers (`ffmpeg -muxers`). */
const MUXERS: Record<Container, string> = {
  mp3: 'mp3',
  mp4: 'mp4',
  aac: 'adts',
  ogg: 'ogg',
  webm: 'webm',
  wav: 'wav',
  flac: 'flac',
  aiff: 'aiff',
  mpeg: 'mpeg',
  ts: 'mpegts',
  avi: 'avi',
};

/** Types that hold more than the usual one of their container. */
const OTHERS: Partial<Record<MediaMimeType, string>> = {
  'video/quicktime': 'mov',
  'video/x-matroska': 'matroska',
};

interface Part {
  container: Container;
  mimeType: MediaMimeType;
  contentType: 'audio' | 'video';
  /** Start and length. */
  fromSecs: number;
  secs: number;
  /** Name of the file. */
  name: string;
}

/**
 * The start of the input, and the arguments of the output. A picture can only begin at a key frame. MP4 files begin at
 * the one before, and tell players to skip what is too early. Others have no such note: their sound begins at the start,
 * and their picture a few seconds later.
 */
const trimArguments = ({ container, mimeType, contentType, fromSecs, secs, name }: Part) => {
  const isSkipped = contentType === 'audio' || container === 'mp4';
  return {
    inputFromSecs: isSkipped ? fromSecs : 0,
    output: [
      isSkipped ? [] : ['-ss', String(fromSecs)],
      contentType === 'video' ? ['-map', '0:v:0'] : [],
      // The header of a FLAC file has its length, so it is written anew, which loses nothing.
      ['-map', '0:a:0?', '-c', container === 'flac' ? 'flac' : 'copy', '-t', String(secs)],
      // Players begin before all of it has arrived.
      container === 'mp4' ? ['-movflags', '+faststart'] : [],
      ['-f', OTHERS[mimeType] ?? MUXERS[container], name],
    ].flat(),
  };
};
