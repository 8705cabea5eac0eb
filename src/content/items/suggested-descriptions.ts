/**
 * An item's suggested descriptions: the texts are columns of the item, and one row per text stores its source and
 * whether it was accepted or dismissed. In this room because changing an item settles them.
 */
import type { Db } from '../../platform/db/dialect.js';
import { insertRow, rowsWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { changeSuggested, type ReviewedState } from './suggested-rows.js';

export const descriptionIds = ['description', 'shortDescription'] as const;
export type DescriptionId = (typeof descriptionIds)[number];

type Item = Row<'item'>;

/** The item's columns with the suggestions. */
export const descriptionColumns = {
  description: 'suggestedDescription',
  shortDescription: 'suggestedShortDescription',
} as const satisfies Record<DescriptionId, keyof Item>;

export const descriptionRows = (db: Db, accountId: number, itemId: number): Promise<Row<'suggestion'>[]> =>
  rowsWhere(db, 'suggestion', { accountId, itemId })
    .selectAll()
    .where('kind', 'in', descriptionIds)
    .orderBy('id')
    .execute();

/** The row of a pending text; a text from another generator has none. */
export const madeRow = (
  rows: readonly Row<'suggestion'>[],
  id: DescriptionId,
  text: string | null,
): Row<'suggestion'> | undefined =>
  rows.find((row) => row.kind === id && row.status === 'waiting' && row.text === text);

/** Records whether the item's suggestions were accepted or dismissed. */
export const resolveDescriptions = async (
  trx: Db,
  clock: Clock,
  item: Item,
  ids: readonly DescriptionId[],
  state: ReviewedState,
): Promise<void> => {
  if (ids.length === 0) return;
  const { accountId, id: itemId } = item;
  const rows = await descriptionRows(trx, accountId, itemId);
  for (const kind of ids) {
    const text = item[descriptionColumns[kind]];
    if (text === null) continue;
    const row = madeRow(rows, kind, text);
    if (row) await changeSuggested(trx, 'suggestion', { accountId, itemId }, [row.id], { status: state });
    else {
      const values = { accountId, itemId, kind, status: state, topicId: null, text, score: 0, startMs: null };
      await insertRow(trx, 'suggestion', {
        ...values,
        source: 'other',
        contentHash: '',
        entryDate: isoTime(clock),
      });
    }
  }
};
