/** Creates, changes and deletes synonyms. */
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import type { ListParams } from '../../platform/db/list-query.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { withVersion } from '../../platform/lib/etag.js';
import { columnsOf, recordRuleChange } from './rule-revision.repository.js';
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
import { synonymList, type NewSynonym } from './synonym.schema.js';

const TABLE = 'searchSynonym';

export type SynonymService = ReturnType<typeof createSynonymService>;

export const createSynonymService = ({ db, clock, rules }: { db: Db; clock: Clock; rules: SearchRules }) => {
  return {
    list: ({ accountId }: Caller, params: ListParams) => listRules(db, synonymList, accountId, params),

    /** @throws {NotFoundError} */
    get: ({ accountId }: Caller, id: number) => getRule(db, TABLE, accountId, id),

    /** @throws {InvalidStateError} when the account has too many */
    create: (caller: Caller, body: NewSynonym) =>
      rules.change(caller.accountId, async (trx) => {
        const row = await insertRule(trx, clock, TABLE, caller, columnsOf(body), MAX_RULES);
        await recordRuleChange(trx, clock, caller, TABLE, row.id, [null, row]);
        return withVersion(row);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError}
     */
    update: (caller: Caller, id: number, changes: Partial<NewSynonym>, conditions?: SaveConditions) =>
      rules.change(caller.accountId, async (trx) => {
        const before = await ruleToChange(trx, TABLE, caller.accountId, id, conditions);
        const after = await updateRule(trx, clock, TABLE, caller, before, columnsOf(changes));
        await recordRuleChange(trx, clock, caller, TABLE, id, [before, after]);
        return withVersion(after);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      rules.change(caller.accountId, async (trx) => {
        const before = await ruleToChange(trx, TABLE, caller.accountId, id, { ifMatch });
        await deleteRule(trx, TABLE, caller.accountId, id);
        await recordRuleChange(trx, clock, caller, TABLE, id, [before, null]);
      }),
  };
};
