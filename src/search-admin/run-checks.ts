/** Runs checks of search results, as visitors search, and reports those that fail. */
import { accountById } from '../identity/accounts/account.repository.js';
import type { Account } from '../identity/accounts/account.record.js';
import type { Db } from '../platform/db/dialect.js';
import { findRow, updateWhere } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { postponed, oneByOne, type JobHandler } from '../platform/jobs/job.types.js';
import type { Caller } from '../platform/lib/caller.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { notFound } from '../platform/lib/errors.js';
import { withVersion } from '../platform/lib/etag.js';
import type { PublicSearchService } from '../public/search/public-search.service.js';
import { searchBody } from '../public/search/search.schema.js';
import { checksOf, getRule } from '../search/rules/rule.repository.js';
import type { EmbedderProvider } from '../search/indexing/embedder-provider.js';
import type { IndexProvider } from '../search/indexing/index-provider.js';
import { enqueueWebhookEvents } from '../webhooks/enqueue-webhook-events.js';

export interface CheckDeps {
  db: Db;
  clock: Clock;
  searches: PublicSearchService;
  index: Pick<IndexProvider, 'writable'>;
  embedder: Pick<EmbedderProvider, 'check'>;
}

type Check = Row<'searchCheck'>;

/**
 * A search by keywords alone says nothing about the index and its model.
 * @throws {IndexUnavailableError} also when the index was built with another model
 * @throws {EmbedderUnavailableError}
 */
const assertReady = async ({ index, embedder }: CheckDeps): Promise<void> => {
  await index.writable();
  await embedder.check();
};

/**
 * Runs a check and stores its result.
 * @returns undefined if it was changed or deleted in the meantime
 * @throws {UnavailableError} while the search engine is down
 */
const runCheck = async (
  { db, clock, searches }: CheckDeps,
  account: Account,
  check: Check,
): Promise<Check | undefined> => {
  const { query, itemId, maxRank } = check;
  const params = searchBody.parse({ q: query, limit: 1, passages: 0 });
  const { item } = await searches.explain(account, params, { itemId, below: 0 });
  const rank = item?.rank ?? null;
  const status = rank !== null && rank <= maxRank ? 'passed' : 'failed';
  return db.transaction().execute(async (trx) => {
    const after = await updateWhere(trx, 'searchCheck', {
      accountId: account.id,
      id: check.id,
      updatedDate: check.updatedDate,
    })
      .set({ rank, status, checkedDate: isoTime(clock) })
      .returningAll()
      .executeTakeFirst();
    if (after && status === 'failed' && check.status !== 'failed') await reportFailure(trx, clock, after);
    return after;
  });
};

const reportFailure = async (trx: Db, clock: Clock, check: Check): Promise<void> => {
  const { id, accountId, query, itemId, maxRank, rank } = check;
  const title = (await findRow(trx, 'item', accountId, itemId, true))?.title ?? null;
  await enqueueWebhookEvents(trx, clock, accountId, 'search.checkFailed', [check], () => ({
    check: { id, query, itemId, title, maxRank, rank },
  }));
};

/**
 * Runs one check of the account.
 * @throws {NotFoundError}
 * @throws {UnavailableError} while the search engine or the embedding model is down
 */
export const runOneCheck = async (
  deps: CheckDeps,
  account: Account,
  { accountId }: Caller,
  id: number,
): Promise<Check> => {
  const check = await getRule(deps.db, 'searchCheck', accountId, id);
  await assertReady(deps);
  const after = await runCheck(deps, account, check);
  if (!after) throw notFound();
  return withVersion(after);
};

/** Runs all checks of accounts. While the engine or the model is down, the job is tried again later. */
export const runChecksHandler = (deps: CheckDeps): JobHandler<'runSearchChecks'> => ({
  batchSize: 1,
  limit: { total: 1, perAccount: 1 },
  run: (jobs, stopping) =>
    oneByOne(jobs, async ({ accountId }) => {
      const account = await accountById(deps.db, accountId);
      if (!account) return undefined;
      const checks = await checksOf(deps.db, accountId);
      if (checks.length > 0) await assertReady(deps);
      for (const check of checks) {
        if (stopping.aborted) return postponed;
        await runCheck(deps, account, check);
      }
      return undefined;
    }),
});
