/** Changes an item's fields, speakers and topics, for single calls and for bulk jobs. */
import { toColumns } from '../../platform/db/columns.js';
import type { Db } from '../../platform/db/dialect.js';
import { assertExpected, type Expected } from '../../platform/db/expected.js';
import { getLocked, updateRow } from '../../platform/db/rows.js';
import { assertSlugAvailable, uniqueSlug } from '../../platform/db/slugs.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { slugify } from '../../platform/lib/slug.js';
import { sortKey } from '../../platform/lib/sort-key.js';
import { moveVariantTypes } from './variant-type.repository.js';
import { followTranscripts } from './current-transcript.repository.js';
import { idsOf, requireReferences } from './item-references.js';
import { assertMayChange, assertMayProcess, assertMaySchedule } from './draft-policy.js';
import { assertSchedule } from './item-schedule.js';
import { enterStep } from './item-wizard.js';
import { recordRevision, snapshotOf, type RevisionOptions } from './item-revisions.repository.js';
import { seenItem } from './item-draft.repository.js';
import { setItemSpeakers, setItemTopics } from './item.repository.js';
import type { ItemChanges } from './item.schema.js';
import { refreshItem } from './refresh-item.js';
import { descriptionIds, settleDescriptions, type DescriptionId } from './suggested-descriptions.js';

/**
 * @param options `expected`: what the caller expects of it, if anything
 * @throws {NotFoundError}
 * @throws {PreconditionFailedError}
 * @throws {PermissionError} when the caller may not change or schedule it
 * @throws {ValidationError} when a referenced record does not exist, or `publishAt` is in the past
 * @throws {ConflictError} when somebody else has changed what the caller saw, or the requested slug is taken
 * @throws {InvalidStateError} when the wizard cannot enter the step, or a published item is given a `publishAt`
 */
export const updateItem = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  id: number,
  changes: ItemChanges,
  { expected, ...revision }: { expected?: Expected } & RevisionOptions = {},
): Promise<Row<'item'>> => {
  const { accountId } = caller;
  const item = await getLocked(trx, 'item', accountId, id);
  await assertExpected(trx, item, expected, await seenItem(trx, item, expected));
  assertMayChange(caller, item);
  assertMaySchedule(caller, changes, item);
  const collectionId = changes.collectionId ?? item.collectionId;
  // Another collection may choose another transcript.
  if (collectionId !== item.collectionId) assertMayProcess(caller, item);
  await assertValues(trx, clock, item, changes);
  const before = await snapshotOf(
    trx,
    item,
    (['speakers', 'topics'] as const).filter((name) => changes[name]),
  );
  const { wizardStep, speakers, topics, ...columns } = changes;
  if (wizardStep) await enterStep(trx, clock, caller, item, wizardStep);
  await settleDescriptions(trx, clock, item, settledBy(item, changes), 'dismissed');
  const changed = await updateRow(trx, 'item', accountId, id, {
    ...toColumns(columns),
    ...(columns.title !== undefined && { sortTitle: sortKey(columns.title) }),
    ...(wizardStep && { wizardStep }),
    ...(isDated(item, changes) && { dateIsKnown: 1 as const }),
    ...changedSeries(item, changes),
    urlSlug: await changedSlug(trx, item, changes),
    // Speakers and topics are part of the version (ETag), though they are not columns.
    updatedDate: isoTimeAfter(clock, item.updatedDate),
    updatedBy: authorOf(caller),
  });
  if (!changed) throw notFound();
  if (speakers) await setItemSpeakers(trx, accountId, id, idsOf(speakers));
  if (topics) await setItemTopics(trx, accountId, id, idsOf(topics));
  if (collectionId !== item.collectionId) {
    await moveVariantTypes(trx, accountId, id, collectionId);
    await followTranscripts(trx, clock, accountId, [id]);
  }
  await recordRevision(trx, clock, caller, before, changed, revision);
  await refreshItem(trx, clock, changed);
  return changed;
};

/**
 * Checks values that do not depend on the item's status.
 * @throws {ValidationError} when a referenced record does not exist, or `publishAt` is in the past
 * @throws {InvalidStateError} when a published item is given a `publishAt`
 */
export const assertValues = async (
  trx: Db,
  clock: Clock,
  item: Row<'item'>,
  changes: ItemChanges,
): Promise<void> => {
  assertSchedule(clock, changes.publishAt, item);
  const { collectionId = item.collectionId } = changes;
  await requireReferences(trx, item.accountId, changes, collectionId);
};

/** The suggested descriptions that the change removes or replaces. */
const settledBy = (item: Row<'item'>, changes: ItemChanges): DescriptionId[] => {
  const { suggestedDescription, suggestedShortDescription } = changes;
  const isChanged = (to: string | null | undefined, from: string | null): boolean =>
    to !== undefined && to !== from;
  const isSettled = {
    description: isChanged(suggestedDescription, item.suggestedDescription),
    shortDescription: isChanged(suggestedShortDescription, item.suggestedShortDescription),
  };
  return descriptionIds.filter((id) => isSettled[id]);
};

/** A new date is known, unless the caller says otherwise. */
const isDated = (item: Row<'item'>, { date, dateIsKnown }: ItemChanges): boolean =>
  date !== undefined && date !== item.date && dateIsKnown === undefined;

/** The slug after the change, in the item's collection after the change. */
const changedSlug = async (
  trx: Db,
  item: Row<'item'>,
  { urlSlug, title = item.title, collectionId = item.collectionId }: ItemChanges,
): Promise<string | null> => {
  const moved = collectionId !== item.collectionId;
  if (typeof urlSlug === 'string') {
    await assertSlugAvailable(trx, 'item', item.accountId, collectionId, urlSlug, item.id);
    return urlSlug;
  }
  if (urlSlug === undefined && !moved) return item.urlSlug;
  const base = urlSlug === undefined ? (item.urlSlug ?? slugify(title)) : slugify(title);
  if (base === item.urlSlug && !moved) return base;
  return uniqueSlug(trx, 'item', item.accountId, collectionId, base);
};

/** An item that changes its collection leaves its series and loses its order in it. */
const changedSeries = (item: Row<'item'>, changes: ItemChanges): Partial<NewRow<'item'>> => {
  const moved = changes.collectionId !== undefined && changes.collectionId !== item.collectionId;
  const seriesId = changes.seriesId === undefined ? (moved ? null : item.seriesId) : changes.seriesId;
  if (seriesId === item.seriesId) return {};
  return { seriesId, orderInSeries: changes.orderInSeries ?? null };
};
