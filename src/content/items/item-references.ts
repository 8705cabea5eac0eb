/** Checks that the ids in an item's body belong to existing records of the account. */
import type { Db } from '../../platform/db/dialect.js';
import { existingIds, findRow } from '../../platform/db/rows.js';
import { invalid, unknownId, type ErrorDetail } from '../../platform/lib/errors.js';

interface Reference {
  id: number;
}

export interface ItemReferences {
  collectionId?: number;
  seriesId?: number | null;
  speakers?: readonly Reference[];
  topics?: readonly Reference[];
}

/**
 * @param collectionId the collection of the item after the change
 * @throws {ValidationError} listing every invalid id, e.g. `speakers.1.id`
 */
export const requireReferences = async (
  trx: Db,
  accountId: number,
  body: ItemReferences,
  collectionId: number,
): Promise<void> => {
  const problems: ErrorDetail[] = [];
  if (body.collectionId !== undefined) {
    const known = await existingIds(trx, 'collection', accountId, [body.collectionId]);
    if (known.size === 0) problems.push(unknownId('collectionId'));
  }
  if (typeof body.seriesId === 'number') {
    const known = await existingIds(trx, 'series', accountId, [body.seriesId]);
    const series = known.size > 0 ? await findRow(trx, 'series', accountId, body.seriesId) : undefined;
    if (!series) problems.push(unknownId('seriesId'));
    else if (series.collectionId !== collectionId)
      problems.push({ path: 'seriesId', message: 'belongs to another collection' });
  }
  for (const [table, name] of [
    ['speaker', 'speakers'],
    ['topic', 'topics'],
  ] as const) {
    const ids = (body[name] ?? []).map(({ id }) => id);
    const known = await existingIds(trx, table, accountId, ids);
    ids.forEach((id, i) => {
      if (!known.has(id)) problems.push(unknownId(`${name}.${i}.id`));
    });
  }
  if (problems.length > 0) throw invalid(problems);
};

/** Distinct ids, in order. */
export const idsOf = (references: readonly Reference[]): number[] => [
  ...new Set(references.map(({ id }) => id)),
];
