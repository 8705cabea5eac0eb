/** Decisions about suggestions, with what they changed, so that they can be undone. */
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import type { MaintenanceTask } from '../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import type { ReviewedState } from '../content/items/suggested-rows.js';
import type { AcceptedTopic } from './topic-suggestions.js';
import type { CorrectedWords } from './transcript-corrections.js';
import type { Waiting } from './waiting-suggestions.js';
import { deleteWhere, rowsWhere } from '../platform/db/rows.js';

/** How long decisions can be undone. */
export const UNDO_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
const MAINTENANCE_MS = 60 * 60_000;
const BATCH = 1_000;

export type DecidedTable = 'chapter' | 'scripture' | 'suggestion' | 'item';
export type DecidedValues = Record<string, unknown>;

/** The columns of a row that a decision changed; `from` is null for a row that it added. */
export interface RowChange {
  table: DecidedTable;
  id: number;
  from: DecidedValues | null;
  to: DecidedValues;
}

export interface DecisionChanges {
  rows: RowChange[];
  topic?: AcceptedTopic;
  words?: CorrectedWords;
}

export interface Decision {
  /** The suggestion, as it was accepted. */
  row: Waiting;
  changes: DecisionChanges;
}

/** Replaces former decisions about the same suggestions. */
export const storeDecisions = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  status: ReviewedState,
  decisions: readonly Decision[],
): Promise<void> => {
  if (decisions.length === 0) return;
  const ids = decisions.map(({ row }) => row.id);
  await deleteWhere(trx, 'suggestionDecision', { accountId }).where('suggestionId', 'in', ids).execute();
  await trx
    .insertInto('suggestionDecision')
    .values(
      decisions.map(({ row, changes }) => ({
        accountId,
        itemId: row.itemId,
        suggestionId: row.id,
        status,
        suggestion: JSON.stringify(row),
        changes: JSON.stringify(changes),
        entryDate: isoTime(clock),
      })),
    )
    .execute();
};

export const findDecision = (
  db: Db,
  accountId: number,
  suggestionId: number,
): Promise<Row<'suggestionDecision'> | undefined> =>
  rowsWhere(db, 'suggestionDecision', { accountId, suggestionId }).selectAll().executeTakeFirst();

/** The decisions about these suggestions that are kept, in the order in which they were made. */
export const decisionsOf = async (
  db: Db,
  accountId: number,
  suggestionIds: readonly number[],
): Promise<Row<'suggestionDecision'>[]> =>
  suggestionIds.length === 0
    ? []
    : rowsWhere(db, 'suggestionDecision', { accountId })
        .selectAll()
        .where('suggestionId', 'in', suggestionIds)
        .orderBy('id')
        .execute();

export const deleteDecision = async (trx: Db, accountId: number, id: number): Promise<void> => {
  await deleteWhere(trx, 'suggestionDecision', { accountId, id }).execute();
};

export const decisionChanges = ({ changes }: Pick<Row<'suggestionDecision'>, 'changes'>): DecisionChanges =>
  JSON.parse(changes) as DecisionChanges;

/** The suggestion as it was when it was decided. */
export const decidedRow = ({ suggestion }: Pick<Row<'suggestionDecision'>, 'suggestion'>): Waiting =>
  JSON.parse(suggestion) as Waiting;

/** Deletes decisions that can no longer be undone. */
export const decisionMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'decisions about suggestions',
  everyMs: MAINTENANCE_MS,
  run: async () => {
    const before = isoTime(clock, -UNDO_DAYS * DAY_MS);
    const removeSome = async (): Promise<bigint> => {
      const { numDeletedRows } = await db
        .deleteFrom('suggestionDecision')
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('suggestionDecision').select('id').where('entryDate', '<', before).limit(BATCH),
        )
        .executeTakeFirst();
      return numDeletedRows;
    };
    while ((await removeSome()) === BigInt(BATCH));
  },
});
