/** What a job is about; jobs with the same subject never run concurrently. */
import { sha256 } from '../lib/ids.js';
import type { JobKind, JobPayloads } from './job.types.js';
import type { Db } from '../db/dialect.js';

/** Prefix of the subject of work on an item, followed by its id. */
export const ITEM_SUBJECT = 'item:';

/** Prefix of the subject of suggestions, followed by the item's id. Other work on the item never waits for it. */
export const SUGGESTIONS_SUBJECT = 'suggestions:';

export const itemSubject = (itemId: number): string => ITEM_SUBJECT + String(itemId);

/** NaN if the subject is not an item. */
export const subjectItemId = (subject: string): number =>
  subject.startsWith(ITEM_SUBJECT) ? Number(subject.slice(ITEM_SUBJECT.length)) : Number.NaN;

export const subjectOf = (payload: JobPayloads[JobKind]): string => {
  if ('itemId' in payload) return itemSubject(payload.itemId);
  if ('suggestionsOf' in payload) return SUGGESTIONS_SUBJECT + String(payload.suggestionsOf);
  if ('deliveryId' in payload) return `delivery:${payload.deliveryId}`;
  if ('mediaAssetId' in payload) return `media:${payload.mediaAssetId}`;
  if ('cutMediaAssetId' in payload) return `media:${payload.cutMediaAssetId}`;
  if ('transcriptionId' in payload) return `transcription:${payload.transcriptionId}`;
  if ('writingId' in payload) return `writing:${payload.writingId}`;
  if ('correctionsFrom' in payload) return `corrections:${payload.correctionsFrom}`;
  if ('uploadId' in payload) return `upload:${payload.uploadId}`;
  if ('blobKey' in payload) return `blob:${payload.blobKey}`;
  if ('resetEmail' in payload) return `reset:${sha256(payload.resetEmail)}`;
  if ('mailId' in payload) return `mail:${payload.mailId}`;
  if ('forgetPersonId' in payload) return `person:${payload.forgetPersonId}`;
  if ('episodeId' in payload) return `episode:${payload.episodeId}`;
  if ('bulk' in payload) return 'bulk';
  if ('trash' in payload) return 'trash';
  if ('searchChecks' in payload) return 'searchChecks';
  if ('exportId' in payload)
    return `export:${payload.exportId}:${payload.part?.table}:${payload.part?.month}`;
  return 'index';
};

/** The subjects with a job that is not dead. */
export const subjectsWithJobs = async (
  db: Db,
  accountId: number,
  subjects: readonly string[],
): Promise<Set<string>> => {
  if (subjects.length === 0) return new Set();
  const rows = await db
    .selectFrom('job')
    .select('subject')
    .where('accountId', '=', accountId)
    .where('subject', 'in', [...subjects])
    .where('status', '!=', 'dead')
    .execute();
  return new Set(rows.map(({ subject }) => subject));
};
