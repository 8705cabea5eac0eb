/** Changes the fields, speakers and topics of items: of one for a single call, of several for a bulk job. */
import { toColumns, getLocked, updateRows } from '../../platform/db/rows.js';
import type { Db } from '../../platform/db/dialect.js';
import { assertExpected, type Expected } from '../../platform/db/expected.js';
import { assertSlugAvailable, uniqueSlug } from '../../platform/db/slugs.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import { groupBy } from '../../platform/lib/group.js';
import { slugify } from '../../platform/lib/slug.js';
import { sortKey } from '../../platform/lib/sort-key.js';
import { moveVariantTypes } from './variant-type.repository.js';
import { followTranscripts } from './current-transcript.repository.js';
import {
  assertReferences,
  idsOf,
  readReferences,
  requireReferences,
  type KnownReferences,
} from './item-references.js';
import { assertMayChange, assertMayProcess, assertMaySchedule } from './draft-policy.js';
import { onlyOutcome, passing, type Outcomes } from './item-outcomes.js';
import { assertSchedule } from './item-schedule.js';
import { seenItem } from './item-draft.repository.js';
import { enterStep } from './item-wizard.js';
import { settleLanguages } from './item-language.repository.js';
import { recordRevisions, snapshotsOf, type RevisionOptions } from './item-revisions.repository.js';
import { setLinks } from './item.repository.js';
import type { ItemChanges } from './item.schema.js';
import { refreshItems } from './refresh-item.js';
import { descriptionIds, settleDescriptions, type DescriptionId } from './suggested-descriptions.js';

/**
 * @param options `expected`: what the caller expects of it, if anything
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
  { expected, ...revision }: { expected?: Expected } & RevisionOptions = {},
): Promise<Row<'item'>> => {
  const item = await getLocked(trx, 'item', caller.accountId, id);
  await assertExpected(trx, item, expected, await seenItem(trx, item, expected));
  return onlyOutcome(await updateItems(trx, clock, caller, [{ item, changes }], revision));
};

/** A locked item, and the body of its PATCH. */
export interface ItemUpdate {
  item: Row<'item'>;
  changes: ItemChanges;
}

type Columns = Partial<NewRow<'item'>>;

interface UpdateOptions extends RevisionOptions {
  /** How long after the change the index follows. */
  indexDelayMs?: number;
}

/** Each item as by `updateItem`, in few statements. */
export const updateItems = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  updates: readonly ItemUpdate[],
  { indexDelayMs = 0, ...revision }: UpdateOptions = {},
): Promise<Outcomes> => {
  const { accountId } = caller;
  const outcomes: Outcomes = new Map();
  const known = await readReferences(
    trx,
    accountId,
    updates.map(({ changes }) => changes),
  );
  // One time for all, so that items with the same new values are updated together.
  const now = clock.now();
  const at: Clock = { now: () => now };
  const columns = new Map<ItemUpdate, Columns>();
  const accepted = await passing(
    updates,
    ({ item }) => item.id,
    outcomes,
    async (update) => {
      assertUpdate(at, caller, known, update);
      const slug = await changedSlug(trx, update.item, update.changes);
      const { wizardStep } = update.changes;
      if (wizardStep) await enterStep(trx, clock, caller, update.item, wizardStep);
      columns.set(update, columnsOf(at, caller, update, slug));
    },
  );
  const byId = new Map(accepted.map((update) => [update.item.id, update]));
  const before = await snapshotsOf(
    trx,
    accountId,
    accepted.map(({ item }) => item),
    ({ id }) => (['speakers', 'topics'] as const).filter((name) => byId.get(id)?.changes[name]),
  );
  for (const { item, changes } of accepted)
    await settleDescriptions(trx, clock, item, settledBy(item, changes), 'dismissed');
  const changed: Row<'item'>[] = [];
  for (const group of groupBy(accepted, (update) => JSON.stringify(columns.get(update))).values())
    changed.push(
      ...(await updateRows(
        trx,
        'item',
        accountId,
        group.map(({ item }) => item.id),
        columns.get(group[0]!)!,
      )),
    );
  await setLists(trx, accountId, accepted);
  await moveItems(trx, clock, accountId, accepted.filter(isMove));
  const settled = await withLanguages(trx, accountId, accepted, changed);
  await recordRevisions(trx, clock, caller, before, settled, revision);
  await refreshItems(trx, clock, accountId, settled, indexDelayMs);
  for (const row of settled) outcomes.set(row.id, row);
  return outcomes;
};

/** The rows with their languages in use, if the change decides these. */
const withLanguages = async (
  trx: Db,
  accountId: number,
  updates: readonly ItemUpdate[],
  rows: readonly Row<'item'>[],
): Promise<Row<'item'>[]> => {
  const deciding = updates.filter((update) => update.changes.language !== undefined || isMove(update));
  if (deciding.length === 0) return [...rows];
  const languages = await settleLanguages(
    trx,
    accountId,
    deciding.map(({ item }) => item.id),
  );
  return rows.map((row) => ({
    ...row,
    effectiveLanguage: languages.has(row.id) ? languages.get(row.id)! : row.effectiveLanguage,
  }));
};

const isMove = ({ item, changes: { collectionId = item.collectionId } }: ItemUpdate): boolean =>
  collectionId !== item.collectionId;

const assertUpdate = (clock: Clock, caller: Caller, known: KnownReferences, update: ItemUpdate): void => {
  const { item, changes } = update;
  assertMayChange(caller, item);
  assertMaySchedule(caller, changes, item);
  // Another collection may choose another transcript.
  if (isMove(update)) assertMayProcess(caller, item);
  assertSchedule(clock, changes, item);
  assertReferences(known, changes, changes.collectionId ?? item.collectionId);
};

/** Set in other tables, or by their own rules. */
const NOT_COLUMNS: ReadonlySet<string> = new Set(['speakers', 'topics', 'urlSlug']);

/** The columns that the change sets, without the speakers and topics. */
const columnsOf = (
  clock: Clock,
  caller: Caller,
  { item, changes }: ItemUpdate,
  slug: string | null,
): Columns => {
  const { title } = changes;
  const fields = Object.entries(changes).filter(([name]) => !NOT_COLUMNS.has(name));
  return {
    ...(toColumns(Object.fromEntries(fields)) as Columns),
    ...(title !== undefined && { sortTitle: sortKey(title) }),
    ...(isDated(item, changes) && { dateIsKnown: 1 as const }),
    ...changedSeries(item, changes),
    ...(slug !== item.urlSlug && { urlSlug: slug }),
    // Speakers and topics are part of the version (ETag), though they are not columns.
    updatedDate: isoTimeAfter(clock, item.updatedDate),
    updatedBy: authorOf(caller),
  };
};

const setLists = async (trx: Db, accountId: number, updates: readonly ItemUpdate[]): Promise<void> => {
  for (const [name, link] of [
    ['speakers', 'itemSpeaker'],
    ['topics', 'itemTopic'],
  ] as const)
    await setLinks(
      trx,
      link,
      accountId,
      new Map(
        updates.flatMap(({ item, changes }) => {
          const list = changes[name];
          return list ? [[item.id, idsOf(list)] as const] : [];
        }),
      ),
    );
};

/** What follows when items have moved to another collection. */
const moveItems = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  moved: readonly ItemUpdate[],
): Promise<void> => {
  for (const { item, changes } of moved)
    await moveVariantTypes(trx, accountId, item.id, changes.collectionId ?? item.collectionId);
  await followTranscripts(
    trx,
    clock,
    accountId,
    moved.map(({ item }) => item.id),
  );
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
