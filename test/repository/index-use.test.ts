/** Filters and sorts of every list use an index, according to the query plans of both databases. */
import { CompiledQuery, sql, type KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/platform/db/dialect.js';
import {
  listPage,
  type FieldValue,
  type ListParams,
  type ListSpec,
} from '../../src/platform/db/list-query.js';
import { buildEverything } from '../support/factories.js';
import { explain } from '../support/explain.js';
import { multiply } from '../support/multiply.js';
import { useApp } from '../support/start-app.js';

/** Number of records in each of the two accounts. */
const ROWS = 5_000;
/** Number of records beyond the requested value. */
const RARE = 20;
/** Fields that people filter and sort large lists by. */
const REACHED = /^(id|\w+Id|status|urlSlug|title|name|date|\w+Date)$/;

/**
 * Lists that are read by the record that they belong to, by its index, and are short or in the order of their ids: an
 * item has at most 20 versions of its transcript, a draft per caller, 500 revisions and 100 preview links, an account
 * 1,000 people, synonyms, pins, their revisions and checks, and a job 10,000 places of a text.
 */
const SHORT = new Set([
  ...['transcriptRevision', 'transcriptDraft', 'itemRevision', 'previewLink'],
  ...['accountPerson', 'jobResult', 'jobHit'],
  ...['searchSynonym', 'searchPin', 'searchRevision', 'searchCheck'],
]);

/** Reads each of its tables by an index, and sorts what is deleted. */
const VIEW = 'trash';

/** All other tables with a list, in alphabetical order. */
const TABLES = [
  'accountJob',
  'auditEntry',
  'chapter',
  'collection',
  'embedToken',
  'item',
  'mediaAsset',
  'resource',
  'resourceType',
  'scripture',
  'series',
  'speaker',
  'token',
  'topic',
  'variantType',
  'waitingSuggestion',
  'webhook',
  'webhookDelivery',
];

interface Reached {
  spec: ListSpec;
  field: string;
}

describe('database indexes', () => {
  const app = useApp();
  let db: Db;
  let accountId: number;
  let reached: Reached[];

  beforeAll(async () => {
    db = app.app.db;
    accountId = app.demo.account.id;
    for (const tenant of [app.demo, app.other]) await buildEverything(app, tenant);
    const lists = Object.values(app.app.endpoints).flatMap((endpoints) =>
      endpoints.flatMap(({ list }) => (list && !SHORT.has(list.table) && list.table !== VIEW ? [list] : [])),
    );
    const specs = [...new Map(lists.map((spec) => [spec.table, spec])).values()];
    await multiply(db, [app.other.account.id, accountId], specs, ROWS);
    reached = specs.flatMap((spec) =>
      Object.entries(spec.fields)
        .filter(([name, { membership, expression }]) => REACHED.test(name) && !membership && !expression)
        .map(([field]) => ({ spec, field })),
    );
  });

  /** The query plan of the page that `listPage` reads, or of its count; one step per line. */
  const planOf = async (
    kind: 'page' | 'count',
    spec: ListSpec,
    asked: Partial<ListParams>,
  ): Promise<string> => {
    const queries: CompiledQuery[] = [];
    const recorder: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        queries.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const all = { limit: 50, offset: 0, orderBy: [], expand: [], withDeleted: false, words: [], filters: [] };
    await listPage(db.withPlugin(recorder), spec, accountId, { ...all, ...asked });
    const query = queries.find(({ sql: text }) => text.includes('count(*)') === (kind === 'count'));
    if (!query) throw new Error(`the list asked for no ${kind}`);
    return explain(db, query);
  };

  it('cover the lists of all resources', () => {
    const tables = new Set(reached.map(({ spec }) => spec.table));
    expect([...tables].sort()).toEqual(TABLES);
    expect(reached.length).toBeGreaterThanOrEqual(72);
  });

  it('are reported when missing', async () => {
    const spec = reached.find(({ spec: { table } }) => table === 'item')?.spec as ListSpec;
    const field = 'description';
    const filtered = await planOf('count', spec, { filters: [{ field, operator: 'eq', values: ['x'] }] });
    expect(findsBy(filtered, field), filtered).toBe(false);
    const sorted = await planOf('page', spec, { orderBy: [{ field, direction: 'ASC' }] });
    expect(sortsAll(sorted), sorted).toBe(true);
  });

  it.each(['eq', 'ge'] as const)('find rows by .%s', async (operator) => {
    const scans: string[] = [];
    for (const { spec, field } of reached) {
      const values = [await someValue(db, spec, field)];
      const plan = await planOf('count', spec, {
        filters: [{ field, operator, values }],
        withDeleted: field === 'deletedDate',
      });
      if (!findsBy(plan, field)) scans.push(`${spec.table}.${field}:\n${plan}`);
    }
    expect(scans).toEqual([]);
  });

  it.each(['ASC', 'DESC'] as const)('return a page in the order of a field, %s', async (direction) => {
    const sorts: string[] = [];
    for (const { spec, field } of reached) {
      if (field === 'deletedDate') continue;
      const plan = await planOf('page', spec, { orderBy: [{ field, direction }] });
      if (sortsAll(plan)) sorts.push(`${spec.table}.${field}:\n${plan}`);
    }
    expect(sorts).toEqual([]);
  });
});

/** Rare in all accounts together, because the engine's statistics do not distinguish accounts. */
const someValue = async (db: Db, { table }: ListSpec, field: string): Promise<FieldValue> => {
  const { rows } = await sql<{ value: FieldValue | null }>`select ${sql.ref(field)} as "value"
    from ${sql.table(table)} where ${sql.ref(field)} is not null
    order by ${sql.ref(field)} desc limit 1 offset ${RARE}`.execute(db);
  return rows[0]?.value ?? (field.endsWith('Id') ? 1 : '2026-01-01T00:00:00.000Z');
};

/** Whether an index search is bounded by the field. */
const findsBy = (plan: string, field: string): boolean =>
  new RegExp(
    `SEARCH .*\\((.* )?${field === 'id' ? '(id|rowid)' : field}[=<>]|Index Cond: .*\\b"?${field}"? (=|>=)`,
  ).test(plan);

/** Whether all rows of the account are sorted, not only those with equal values. */
const sortsAll = (plan: string): boolean =>
  /TEMP B-TREE FOR ORDER BY|(^|-> )\s*Sort {2}\(/m.test(plan) || /Seq Scan|SCAN \w+$/m.test(plan);
