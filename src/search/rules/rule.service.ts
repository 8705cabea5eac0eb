/** Creates, changes and deletes synonyms and pins, and records each change. */
import type { Db } from '../../platform/db/dialect.js';
import type { ListParams, ListSpec } from '../../platform/db/list-query.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { withVersion } from '../../platform/lib/etag.js';
import {
  columnsOf,
  recordRuleChange,
  type RecordType,
  type RuleContent,
} from './rule-revision.repository.js';
import {
  deleteRule,
  getRule,
  insertRule,
  listRules,
  MAX_RULES,
  ruleToChange,
  updateRule,
} from './rule.repository.js';
import type { SearchRules } from './search-rules.js';

/**
 * @param before the row that is changed; undefined for a new one
 * @throws {ValidationError} naming the invalid fields
 * @throws {ConflictError} when there is such a rule
 */
type Validate<T extends RecordType> = (
  trx: Db,
  accountId: number,
  content: RuleContent,
  before?: Row<T>,
) => Promise<void>;

interface Deps {
  db: Db;
  clock: Clock;
  rules: SearchRules;
}

export type RuleService<T extends RecordType> = ReturnType<typeof createRuleService<T>>;

/** @param validate throws what creates and updates throw besides; it gets the fields that they set */
export const createRuleService = <T extends RecordType>(
  { db, clock, rules }: Deps,
  spec: ListSpec<T>,
  validate?: Validate<T>,
) => {
  const { table } = spec;
  return {
    list: ({ accountId }: Caller, params: ListParams) => listRules(db, spec, accountId, params),

    /** @throws {NotFoundError} */
    get: ({ accountId }: Caller, id: number) => getRule(db, table, accountId, id),

    /** @throws {InvalidStateError} when the account has too many */
    create: (caller: Caller, body: RuleContent): Promise<Row<T>> =>
      rules.change(caller.accountId, async (trx) => {
        await validate?.(trx, caller.accountId, body);
        const row = await insertRule(trx, clock, table, caller, columnsOf(body), MAX_RULES);
        const { id } = row as unknown as { id: number };
        await recordRuleChange(trx, clock, caller, table, id, [null, row]);
        return withVersion(row);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when somebody else has changed what the caller saw
     */
    update: (
      caller: Caller,
      id: number,
      changes: RuleContent,
      conditions?: SaveConditions,
    ): Promise<Row<T>> =>
      rules.change(caller.accountId, async (trx) => {
        const before = await ruleToChange(trx, table, caller.accountId, id, conditions);
        await validate?.(trx, caller.accountId, changes, before);
        const after = await updateRule(trx, clock, table, caller, before, columnsOf(changes));
        await recordRuleChange(trx, clock, caller, table, id, [before, after]);
        return withVersion(after);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      rules.change(caller.accountId, async (trx) => {
        const before = await ruleToChange(trx, table, caller.accountId, id, { ifMatch });
        await deleteRule(trx, table, caller.accountId, id);
        await recordRuleChange(trx, clock, caller, table, id, [before, null]);
      }),
  };
};
