/** Lists of public items are read and counted by an index, according to the database's query plan. */
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { itemList } from '../../src/content/items/item.schema.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { browseItems, type ItemOrder } from '../../src/search/query/browse.js';
import { explain } from '../support/explain.js';
import { buildItem } from '../support/factories.js';
import { multiply } from '../support/multiply.js';
import { useApp } from '../support/start-app.js';

const ROWS = 5_000;

describe('lists of public items', () => {
  const app = useApp({ env: { ANALYTICS: 'false' } });
  let db: Db;
  let ofItem: { collectionId: number };
  beforeAll(async () => {
    db = app.app.db;
    ofItem = await buildItem(app.demo);
    await multiply(db, [app.demo.account.id], [itemList], ROWS);
    await db
      .updateTable('item')
      .set({ status: 'published' })
      .where('id', '>', ROWS / 10)
      .execute();
  });

  const plansOf = async (filter: object, order: ItemOrder): Promise<string[]> => {
    const queries: CompiledQuery[] = [];
    const recorder: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        queries.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const whole = { accountId: app.demo.account.id, publishedOnly: true, ...filter };
    const { totalRecords } = await browseItems(db.withPlugin(recorder), new Date().toISOString(), whole, {
      order,
      limit: 10,
      offset: 0,
    });
    expect(totalRecords).toBeGreaterThan(0);
    const plans = await Promise.all(queries.map((query) => explain(db, query)));
    expect(plans).toHaveLength(2);
    return plans;
  };

  it.each<[string, () => object, ItemOrder]>([
    ['all by date', () => ({}), 'date'],
    ['all by title', () => ({}), 'title'],
    ['a long range of dates by title', () => ({ dateFrom: '1900-01-01' }), 'title'],
    ['a collection by date', () => ({ collectionId: ofItem.collectionId }), 'date'],
    ['a range of dates by date', () => ({ dateFrom: '1970-01-01', dateTo: '1980-12-31' }), 'date'],
  ])('%s', async (_name, filter, order) => {
    for (const plan of await plansOf(filter(), order)) {
      expect(plan).toMatch(/item_public_\w+|item_accountId_\w+/);
      expect(plan).not.toMatch(/TEMP B-TREE|(^|-> )\s*Sort {2}\(|Seq Scan|SCAN/m);
    }
  });
});
