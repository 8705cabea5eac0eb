/** Checks that the ids in an item's body belong to existing records of the account. */
import type { Db } from '../../platform/db/dialect.js';
import { existingIds, rowsById } from '../../platform/db/rows.js';
import { invalid, unknownId, type ErrorDetail } from '../../platform/lib/errors.js';
import { accountById } from '../../identity/accounts/account.repository.js';
import type { Row } from '../../platform/db/tables.js';
import { listNames } from './item-links.repository.js';

interface Reference {
  id: number;
}

export interface ItemReferences {
  collectionId?: number;
  seriesId?: number | null;
  speakers?: readonly Reference[];
  topics?: readonly Reference[];
}

/** The existing records among those that bodies refer to. */
export interface KnownReferences {
  collections: ReadonlySet<number>;
  /** The collection of each series. */
  series: ReadonlyMap<number, number>;
  speakers: ReadonlySet<number>;
  topics: ReadonlySet<number>;
}

/** Reads the records to which the bodies refer. In a transaction, they cannot be deleted before it ends. */
export const readReferences = async (
  trx: Db,
  accountId: number,
  bodies: readonly ItemReferences[],
): Promise<KnownReferences> => {
  const all = <T>(idsIn: (body: ItemReferences) => readonly (T | null | undefined)[]): T[] => [
    ...new Set(bodies.flatMap(idsIn).filter((id): id is T => id !== undefined && id !== null)),
  ];
  const collectionIds = all(({ collectionId }) => [collectionId]);
  const collections = await existingIds(trx, 'collection', accountId, collectionIds);
  const seriesIds = all(({ seriesId }) => [seriesId]);
  const existing = await existingIds(trx, 'series', accountId, seriesIds);
  const series = await rowsById(trx, 'series', accountId, [...existing]);
  return {
    collections,
    series: new Map([...series.values()].map(({ id, collectionId }) => [id, collectionId])),
    speakers: await existingIds(
      trx,
      'speaker',
      accountId,
      all(({ speakers = [] }) => speakers.map(({ id }) => id)),
    ),
    topics: await existingIds(
      trx,
      'topic',
      accountId,
      all(({ topics = [] }) => topics.map(({ id }) => id)),
    ),
  };
};

/**
 * @param collectionId the collection of the item after the change
 * @throws {ValidationError} listing every invalid id, e.g. `speakers.1.id`
 */
export const requireReferences = async (
  trx: Db,
  accountId: number,
  body: ItemReferences,
  collectionId: number,
): Promise<void> => assertReferences(await readReferences(trx, accountId, [body]), body, collectionId);

/** The same for records that have been read. */
export const assertReferences = (
  known: KnownReferences,
  body: ItemReferences,
  collectionId: number,
): void => {
  const problems: ErrorDetail[] = [];
  if (body.collectionId !== undefined && !known.collections.has(body.collectionId))
    problems.push(unknownId('collectionId'));
  if (typeof body.seriesId === 'number') {
    const itsCollection = known.series.get(body.seriesId);
    if (itsCollection === undefined) problems.push(unknownId('seriesId'));
    else if (itsCollection !== collectionId)
      problems.push({ path: 'seriesId', message: 'belongs to another collection' });
  }
  for (const name of listNames)
    (body[name] ?? []).forEach(({ id }, i) => {
      if (!known[name].has(id)) problems.push(unknownId(`${name}.${i}.id`));
    });
  if (problems.length > 0) throw invalid(problems);
};

/** Distinct ids, in order. */
export const idsOf = (references: readonly Reference[]): number[] => [
  ...new Set(references.map(({ id }) => id)),
];

/** Whether a new suggestion for the item is accepted immediately. */
export const acceptsSuggestions = async (
  trx: Db,
  item: Row<'item'>,
  setting: 'autoAcceptScriptures' | 'autoAcceptMediaChapters',
): Promise<boolean> => {
  const own = item[setting];
  if (own !== null) return own === 1;
  return (await accountById(trx, item.accountId))?.settings[setting] ?? false;
};
