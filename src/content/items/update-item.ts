/** Saves one item: its fields, speakers and topics. `updateItem` has the steps; a bulk job checks its items in the same way. */
import { toColumns, getLocked, updateRow } from '../../platform/db/rows.js';
import type { Db } from '../../platform/db/dialect.js';
import { assertConditions, type SaveConditions } from '../../platform/db/save-conditions.js';
import { assertSlugAvailable, uniqueSlug } from '../../platform/db/slugs.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import { slugify } from '../../platform/lib/slug.js';
import { sortKey } from '../../platform/lib/sort-key.js';
import { syncTranscripts } from './current-transcript.repository.js';
import { assertMayChange, assertMayProcess, assertMaySchedule } from './draft-policy.js';
import { comparedItem } from './item-draft.repository.js';
import { recomputeLanguages } from './item-language.repository.js';
import { listLinks, listNames, type ListName } from './item-links.repository.js';
import {
  assertReferences,
  idsOf,
  readReferences,
  requireReferences,
  type KnownReferences,
} from './item-references.js';
import { recordRevision, snapshotOf, type RevisionOptions } from './item-revisions.repository.js';
import { assertSchedule } from './item-schedule.js';
import { enterStep } from './item-wizard.js';
import { setLinks } from './item.repository.js';
import type { ItemChanges } from './item.schema.js';
import { announceItemChange } from './refresh-item.js';
import { descriptionIds, resolveDescriptions, type DescriptionId } from './suggested-descriptions.js';
import { moveVariantTypes } from './variant-type.repository.js';

/** A locked item, and the body of its PATCH. */
export interface ItemUpdate {
  item: Row<'item'>;
  changes: ItemChanges;
}

export type ItemColumns = Partial<NewRow<'item'>>;

interface UpdateOptions extends Pick<RevisionOptions, 'draftAuthor'> {
  /** What the caller expects of the item. */
  conditions?: SaveConditions | undefined;
}

/**
 * @throws {NotFoundError}
 * @throws {PreconditionFailedError}
 * @throws {PermissionError} when the caller may not change or schedule it
 * @throws {ValidationError} when a referenced record does not exist, or a scheduled time is in the past
 * @throws {ConflictError} when somebody else has changed what the caller saw, or the requested slug is taken
 * @throws {InvalidStateError} when the wizard cannot enter the step, or a published item is given a `publishAt`
 */
export const updateItem = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  id: number,
  changes: ItemChanges,
  { conditions, draftAuthor }: UpdateOptions = {},
): Promise<Row<'item'>> => {
  const { accountId } = caller;
  const item = await getLocked(trx, 'item', accountId, id);
  await assertConditions(trx, item, conditions, await comparedItem(trx, item, conditions));
  const update = { item, changes };
  const references = await readReferences(trx, accountId, [changes]);
  const columns = await checkedColumns(trx, clock, caller, references, update);
  const before = await snapshotOf(trx, item, changedLists(changes));
  await resolveDescriptions(trx, clock, item, resolvedDescriptions(update), 'dismissed');
  const changed = (await updateRow(trx, 'item', accountId, id, columns))!;
  for (const name of changedLists(changes))
    await setLinks(trx, listLinks[name], accountId, new Map([[id, idsOf(changes[name]!)]]));
  if (isMove(update)) {
    await moveVariantTypes(trx, accountId, id, changed.collectionId);
    await syncTranscripts(trx, clock, accountId, [id]);
  }
  const languages = await recomputeLanguages(trx, accountId, decidesLanguage(update) ? [id] : []);
  const saved = withLanguage(changed, languages);
  await recordRevision(trx, clock, caller, before, saved, { draftAuthor });
  await announceItemChange(trx, clock, saved);
  return saved;
};

/**
 * Checks the change, and moves the item to the step of the wizard.
 * @param references the records to which the change refers
 * @returns the columns to set; speakers and topics are not among them
 * @throws as `updateItem`
 */
export const checkedColumns = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  references: KnownReferences,
  update: ItemUpdate,
): Promise<ItemColumns> => {
  const { item, changes } = update;
  assertMayChange(caller, item);
  assertMaySchedule(caller, changes, item);
  // Another collection may choose another transcript.
  if (isMove(update)) assertMayProcess(caller, item);
  assertSchedule(clock, changes, item);
  assertReferences(references, changes, changes.collectionId ?? item.collectionId);
  const slug = await changedSlug(trx, item, changes);
  if (changes.wizardStep) await enterStep(trx, clock, caller, item, changes.wizardStep);
  return columnsOf(clock, caller, update, slug);
};

/** The lists that the change sets. */
export const changedLists = (changes: ItemChanges): ListName[] => listNames.filter((name) => changes[name]);

/** Whether the change moves the item to another collection. */
export const isMove = ({ item, changes: { collectionId = item.collectionId } }: ItemUpdate): boolean =>
  collectionId !== item.collectionId;

/** Whether the change may give the item another language in use. */
export const decidesLanguage = (update: ItemUpdate): boolean =>
  update.changes.language !== undefined || isMove(update);

/** @param languages as of `recomputeLanguages` */
export const withLanguage = (
  row: Row<'item'>,
  languages: ReadonlyMap<number, string | null>,
): Row<'item'> => {
  const effectiveLanguage = languages.get(row.id);
  return effectiveLanguage === undefined ? row : { ...row, effectiveLanguage };
};

/** Set in other tables, or by their own rules. */
const NOT_COLUMNS: ReadonlySet<string> = new Set(['speakers', 'topics', 'urlSlug']);

/** The columns that the change sets, without the speakers and topics. */
const columnsOf = (
  clock: Clock,
  caller: Caller,
  { item, changes }: ItemUpdate,
  slug: string | null,
): ItemColumns => {
  const { title } = changes;
  const fields = Object.entries(changes).filter(([name]) => !NOT_COLUMNS.has(name));
  return {
    ...(toColumns(Object.fromEntries(fields)) as ItemColumns),
    ...(title !== undefined && { sortTitle: sortKey(title) }),
    ...(isDated(item, changes) && { dateIsKnown: 1 as const }),
    ...changedSeries(item, changes),
    ...(slug !== item.urlSlug && { urlSlug: slug }),
    // Speakers and topics are part of the version (ETag), though they are not columns.
    updatedDate: isoTimeAfter(clock, item.updatedDate),
    updatedBy: authorOf(caller),
  };
};

/**
 * Checks values that do not depend on the item's status.
 * @throws {ValidationError} when a referenced record does not exist, or a scheduled time is in the past
 * @throws {InvalidStateError} when a published item is given a `publishAt`
 */
export const assertValues = async (
  trx: Db,
  clock: Clock,
  item: Row<'item'>,
  changes: ItemChanges,
): Promise<void> => {
  assertSchedule(clock, changes, item);
  const { collectionId = item.collectionId } = changes;
  await requireReferences(trx, item.accountId, changes, collectionId);
};

/** The suggested descriptions that the change removes or replaces. */
export const resolvedDescriptions = ({ item, changes }: ItemUpdate): DescriptionId[] => {
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
