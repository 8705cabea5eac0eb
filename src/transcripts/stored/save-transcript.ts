/** Stores a transcript of an item and what follows from it: processing, a revision of the item, corrections elsewhere. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import { assertMayProcess } from '../../content/items/draft-policy.js';
import { recordRevision } from '../../content/items/item-revisions.repository.js';
import { applyEvent } from '../../content/items/item-status.repository.js';
import { lastRevision } from './transcript-revision.repository.js';
import {
  findTranscriptVersion,
  saveTranscript,
  versionOfTranscript,
  type TranscriptInput,
  type TranscriptVersion,
} from './transcript.repository.js';

/**
 * Enqueues processing, without unpublishing the item.
 * @param item locked
 * @returns the updated item
 */
export const saveAndProcess = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  item: Row<'item'>,
  input: TranscriptInput,
): Promise<Row<'item'>> => {
  await saveTranscript(trx, clock, accountId, item, input);
  // If the status does not allow a new run, the current run notices the changed transcript and starts over.
  await applyEvent(trx, clock, accountId, item.id, 'process');
  await enqueue(trx, clock, accountId, 'processItem', { itemId: item.id });
  const changed = await findRow(trx, 'item', accountId, item.id);
  if (!changed) throw notFound();
  return changed;
};

/**
 * Stores an edit as the one new version of the transcript, in the transaction of the edit.
 * @param item locked
 * @param draftAuthor JSON of the author, if it was a draft
 * @returns the new version, with its ETag
 * @throws {PermissionError} when the caller may not change the item
 */
export const saveEdit = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  transcript: TranscriptInput,
  draftAuthor: string | null = null,
): Promise<TranscriptVersion> => {
  const { accountId } = caller;
  assertMayProcess(caller, item);
  await saveAndProcess(trx, clock, accountId, item, transcript);
  const before = { row: item, lists: {} };
  await recordRevision(trx, clock, caller, before, item, { notes: ['transcript'], draftAuthor });
  const { mediaAssetId } = transcript;
  const version = await findTranscriptVersion(trx, accountId, item.id, mediaAssetId ?? undefined);
  if (!version) throw notFound();
  return withVersion(versionOfTranscript(version));
};

/**
 * Has the words that an edit replaced looked for in other transcripts. Call it in the transaction that stores the edited
 * transcript of a media asset.
 */
export const requestCorrections = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  transcript: { itemId: number; mediaAssetId: number | null },
): Promise<void> => {
  const before = await lastRevision(trx, accountId, transcript);
  if (before) await enqueue(trx, clock, accountId, 'findCorrections', { correctionsFrom: before.id });
};
