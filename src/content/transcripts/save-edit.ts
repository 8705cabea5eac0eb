/** Stores an edit of a transcript as its one new version, in the transaction of the edit. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import { assertMayProcess } from '../items/draft-policy.js';
import { recordRevision } from '../items/item-revisions.repository.js';
import type { EditedSegments } from './edited-segments.js';
import { saveAndProcess } from './process-transcript.js';
import type { ShownSegment } from './shown-segments.js';
import {
  findTranscriptVersion,
  versionOfTranscript,
  type TranscriptInput,
  type TranscriptVersion,
} from './transcript.repository.js';

/** The new version, and the segments that the edit has changed. */
export interface TranscriptEdit {
  transcript: TranscriptVersion;
  segments: ShownSegment[];
  /** Number of further ones. */
  moreSegments: number;
}

export const editOf = (
  transcript: TranscriptVersion,
  { changed, moreChanged }: Pick<EditedSegments, 'changed' | 'moreChanged'>,
): TranscriptEdit => ({ transcript: withVersion(transcript), segments: changed, moreSegments: moreChanged });

/**
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
