/** Stores a transcript of an item and enqueues processing, without unpublishing the item. */
import type { Caller } from '../../platform/lib/caller.js';
import { assertMayProcess } from '../items/draft-policy.js';
import { recordRevision } from '../items/item-revisions.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { applyEvent } from '../items/item-status.repository.js';
import { saveTranscript, type TranscriptInput } from './transcript.repository.js';

/**
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
 * The same for a transcript that somebody has edited, with a revision of the item.
 * @param item locked
 * @throws {PermissionError} when the caller may not change the item
 */
export const saveEdited = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  input: TranscriptInput,
): Promise<void> => {
  assertMayProcess(caller, item);
  await saveAndProcess(trx, clock, caller.accountId, item, input);
  await recordRevision(trx, clock, caller, { row: item, lists: {} }, item, { notes: ['transcript'] });
};
