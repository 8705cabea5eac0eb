/** Creates, changes and deletes pins: the results that staff put first for a query, or hide. */
import type { Db } from '../../platform/db/dialect.js';
import type { Expected } from '../../platform/db/expected.js';
import type { ListParams } from '../../platform/db/list-query.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalid } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import { pinList, type NewPin } from './pin.schema.js';
import { assertQueriesFree, type SearchRules } from './search-rules.js';
import { columnsOf, recordRuleChange } from './rule-revision.repository.js';
import {
  assertItemsExist,
  deleteRule,
  getRule,
  insertRule,
  listRules,
  MAX_RULES,
  ruleToChange,
  updateRule,
} from './rule.repository.js';

const TABLE = 'searchPin';

export type PinService = ReturnType<typeof createPinService>;

export const createPinService = ({ db, clock, rules }: { db: Db; clock: Clock; rules: SearchRules }) => {
  return {
    list: ({ accountId }: Caller, params: ListParams) => listRules(db, pinList, accountId, params),

    /** @throws {NotFoundError} */
    get: ({ accountId }: Caller, id: number) => getRule(db, TABLE, accountId, id),

    /**
     * @throws {ConflictError} when the query has a pin
     * @throws {ValidationError} naming items that do not exist, or that are pinned and hidden
     * @throws {InvalidStateError} when the account has too many
     */
    create: (caller: Caller, body: NewPin) =>
      rules.change(caller.accountId, async (trx) => {
        await assertValid(trx, caller.accountId, body);
        const row = await insertRule(trx, clock, TABLE, caller, columnsOf(body), MAX_RULES);
        await recordRuleChange(trx, clock, caller, TABLE, row.id, [null, row]);
        return withVersion(row);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when another pin has the query, or somebody else has changed what the caller saw
     * @throws {ValidationError} as when creating one
     */
    update: (caller: Caller, id: number, changes: Partial<NewPin>, expected?: Expected) =>
      rules.change(caller.accountId, async (trx) => {
        const before = await ruleToChange(trx, TABLE, caller.accountId, id, expected);
        await assertValid(trx, caller.accountId, { ...listsOf(before), ...changes }, before);
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

type Lists = Pick<NewPin, 'query' | 'otherQueries' | 'pinnedItemIds' | 'hiddenItemIds'>;

const listsOf = ({
  query,
  otherQueries,
  pinnedItemIds,
  hiddenItemIds,
}: Pick<Row<'searchPin'>, keyof Lists>): Lists => ({
  query,
  otherQueries: JSON.parse(otherQueries) as string[],
  pinnedItemIds: JSON.parse(pinnedItemIds) as number[],
  hiddenItemIds: JSON.parse(hiddenItemIds) as number[],
});

/** Items that the pin already has may have been deleted. */
const assertValid = async (
  trx: Db,
  accountId: number,
  after: Lists,
  before?: Row<'searchPin'>,
): Promise<void> => {
  const known = before && listsOf(before);
  const added = (['pinnedItemIds', 'hiddenItemIds'] as const).flatMap((field) =>
    after[field].flatMap((id, at) => (known?.[field].includes(id) ? [] : [[`${field}.${at}`, id] as const])),
  );
  await assertItemsExist(trx, accountId, added);
  const both = after.hiddenItemIds.flatMap((id, at) =>
    after.pinnedItemIds.includes(id)
      ? [{ path: `hiddenItemIds.${at}`, message: 'must not be pinned as well' }]
      : [],
  );
  if (both.length > 0) throw invalid(both);
  await assertQueriesFree(trx, accountId, after, before?.id);
};
