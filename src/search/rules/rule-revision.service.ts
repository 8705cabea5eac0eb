/** Lists the history of synonyms and pins, and undoes a change. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalidState, notFound } from '../../platform/lib/errors.js';
import {
  columnsOf,
  recordRuleChange,
  type RecordType,
  type RuleContent,
} from './rule-revision.repository.js';
import { ruleRevisionList } from './rule-revision.schema.js';
import { deleteRule, findRule, insertRule, updateRule, MAX_RULES } from './rule.repository.js';
import { assertQueriesFree, type PinQueries } from './pin-queries.js';
import type { SearchRules } from './search-rules.js';
import { rowsWhere } from '../../platform/db/rows.js';

export type RuleRevisionService = ReturnType<typeof createRuleRevisionService>;

export const createRuleRevisionService = ({
  db,
  clock,
  rules,
}: {
  db: Db;
  clock: Clock;
  rules: SearchRules;
}) => ({
  list: ({ accountId }: Caller, params: ListParams): Promise<Page<Revision>> =>
    listPage(db, ruleRevisionList, accountId, params),

  /**
   * Sets the record to what it was before the revision: changes it back, deletes it, or creates it again under its id.
   * @throws {NotFoundError}
   * @throws {InvalidStateError} when it is so already, or the account has too many
   * @throws {ConflictError} when another pin has the query by now
   */
  restore: (caller: Caller, id: number): Promise<Revision> =>
    rules.change(caller.accountId, async (trx) => {
      const { accountId } = caller;
      const revision = await revisionOf(trx, accountId, id);
      const type = revision.recordType;
      const { recordId } = revision;
      const current = await findRule(trx, type, accountId, recordId);
      const former = revision.before === null ? null : contentBefore(type, revision.before);
      if (type === 'searchPin' && former)
        await assertQueriesFree(trx, accountId, former as unknown as PinQueries, recordId);
      const after = await setRule(trx, clock, caller, type, recordId, current, former);
      const recorded = await recordRuleChange(trx, clock, caller, type, recordId, [
        (current ?? null) as never,
        after as never,
      ]);
      if (!recorded) throw invalidState('The record already is what it was before this revision.');
      return recorded;
    }),
});

type Revision = Row<'searchRevision'> & { recordType: RecordType };

/** Pins of earlier versions have no other queries. */
const contentBefore = (type: RecordType, content: string): RuleContent => ({
  ...(type === 'searchPin' && { otherQueries: [] }),
  ...(JSON.parse(content) as RuleContent),
});

const setRule = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  type: RecordType,
  recordId: number,
  current: Row<RecordType> | undefined,
  former: RuleContent | null,
): Promise<Row<RecordType> | null> => {
  if (former === null) {
    await deleteRule(trx, type, caller.accountId, recordId);
    return null;
  }
  if (current) return updateRule(trx, clock, type, caller, current, columnsOf(former));
  return insertRule(trx, clock, type, caller, { id: recordId, ...columnsOf(former) }, MAX_RULES);
};

const revisionOf = async (trx: Db, accountId: number, id: number): Promise<Revision> => {
  const revision = await rowsWhere(trx, 'searchRevision', { accountId, id }).selectAll().executeTakeFirst();
  if (!revision) throw notFound();
  return revision;
};
