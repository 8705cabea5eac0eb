/** The history of synonyms and pins: each change with the record before and after it. */
import type { Db } from '../../platform/db/dialect.js';
import { prepared } from '../../platform/db/prepared.js';
import { insertRow, rowsWhere, deleteWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { toFlag } from '../../platform/lib/fields.js';
import { queryKey } from './query-key.js';

/** Number of revisions that are kept of an account. */
export const MAX_RULE_REVISIONS = 1_000;

export const recordTypes = ['searchSynonym', 'searchPin'] as const;
export type RecordType = (typeof recordTypes)[number];

/** The fields that staff set, as the API has them. */
export type RuleContent = Record<string, unknown>;

const contentOf: { [T in RecordType]: (row: Row<T>) => RuleContent } = {
  searchSynonym: ({ term, synonyms, bothWays }) => ({
    term,
    synonyms: JSON.parse(synonyms),
    bothWays: bothWays === 1,
  }),
  searchPin: ({ query, otherQueries, pinnedItemIds, hiddenItemIds }) => ({
    query,
    otherQueries: JSON.parse(otherQueries),
    pinnedItemIds: JSON.parse(pinnedItemIds),
    hiddenItemIds: JSON.parse(hiddenItemIds),
  }),
};

/** The columns of this content. */
export const columnsOf = (content: RuleContent): Record<string, unknown> => {
  const columns = Object.entries(content).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value)
      ? JSON.stringify([...new Set(value)])
      : typeof value === 'boolean'
        ? toFlag(value)
        : value,
  ]);
  const { query } = content;
  return { ...Object.fromEntries(columns), ...(typeof query === 'string' && { queryKey: queryKey(query) }) };
};

/**
 * Records the change of a row and removes the oldest revisions.
 * @returns undefined if the content is the same
 */
export const recordRuleChange = async <T extends RecordType>(
  trx: Db,
  clock: Clock,
  caller: Caller,
  type: T,
  recordId: number,
  [before, after]: [before: Row<T> | null, after: Row<T> | null],
): Promise<Row<'searchRevision'> | undefined> => {
  const { accountId } = caller;
  const [from, to] = [before, after].map((row) => row && JSON.stringify(contentOf[type](row)));
  if (from === to) return undefined;
  const recorded = await insertRow(trx, 'searchRevision', {
    accountId,
    recordType: type,
    recordId,
    before: from ?? null,
    after: to ?? null,
    author: authorOf(caller),
    entryDate: isoTime(clock),
  });
  await deleteWhere(trx, 'searchRevision', { accountId })
    .where('id', '<=', ({ selectFrom }) =>
      selectFrom('searchRevision as newer')
        .select('newer.id')
        .where('newer.accountId', '=', accountId)
        .orderBy('newer.id', 'desc')
        .limit(1)
        .offset(MAX_RULE_REVISIONS),
    )
    .execute();
  return recorded;
};

const newestRevision = prepared((db: Db, accountId: number) =>
  rowsWhere(db, 'searchRevision', { accountId }).select(({ fn }) => fn.max<number | null>('id').as('id')),
);

/** Changes with every change of the account's synonyms and pins; 0 before the first. */
export const rulesVersion = async (db: Db, accountId: number): Promise<number> =>
  (await newestRevision(db, accountId))[0]?.id ?? 0;
