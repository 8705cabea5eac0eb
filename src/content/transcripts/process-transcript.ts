/** Stores a transcript of an item and has the item processed, without taking it off the air. */
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
 * @returns the item as it is then
 */
export const saveAndProcess = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  item: Row<'item'>,
  input: TranscriptInput,
): Promise<Row<'item'>> => {
  await saveTranscript(trx, clock, accountId, item, input);
  // Where the state takes no new run, the one at hand sees that the transcript changed and starts over.
  await applyEvent(trx, clock, accountId, item.id, 'process');
  await enqueue(trx, clock, accountId, 'processItem', { itemId: item.id });
  const changed = await findRow(trx, 'item', accountId, item.id);
  if (!changed) throw notFound();
  return changed;
};
