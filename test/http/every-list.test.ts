/**
 * Every list of both hosts against plain TypeScript over its records: each field by each operator, sorting, pages,
 * words, accounts.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { operators, type ListField, type ListSpec } from '../../src/platform/db/list-query.js';
import type { Endpoint } from '../../src/platform/http/endpoint/endpoint.js';
import { createFakeClock } from '../support/clock.js';
import { buildEverything } from '../support/factories.js';
import * as oracle from '../support/list-oracle.js';
import type { Scalar } from '../support/list-oracle.js';
import type { Json } from '../support/operations.js';
import { deletedIds, ownPath, referredIds, storedIds } from '../support/own-ids.js';
import { useApp } from '../support/start-app.js';
import { varyRows } from '../support/varied-rows.js';

/** Number of records per table and account. */
const ROWS = 16;
/** Minimum number of lists. */
const LISTS = 15;
/**
 * Scalars that other fields of the response already determine, that are the same in all records of a list, or that
 * nobody looks for.
 */
const NO_FIELDS = ['text', 'status of /suggestions', 'base'];

interface List {
  path: string;
  spec: ListSpec;
  /** All records that the unfiltered list returns, including deleted ones, by id. */
  records: Json[];
}
type Filter = [name: string, value: string];

describe('every list', () => {
  let endpoints: Endpoint[];
  let lists: List[];
  let problems: string[];
  /** Number of responses compared with their records. */
  let compared: number;

  // At one time, because the minute of a token's last use is a field too.
  const app = useApp({ clock: createFakeClock() });
  beforeAll(async () => {
    for (const tenant of [app.demo, app.other]) await buildEverything(app, tenant);
    await app.app.tokenUse.flush();
    endpoints = Object.values(app.app.endpoints)
      .flat()
      // The ids of the trash are those of several tables; test/http/trash.test.ts tests it.
      .filter(({ list }) => list && list.table !== 'trash');
    const specs = [...new Map(endpoints.flatMap(({ list }) => (list ? [[list.table, list]] : []))).values()];
    for (const { account } of [app.demo, app.other]) await varyRows(app.app.db, account.id, specs, ROWS);
    lists = await Promise.all(
      endpoints.map(async ({ path, list }) => {
        const spec = list as ListSpec;
        const concrete = await ownPath(app, app.demo, path);
        const whole: List = { path: concrete, spec, records: [] };
        const expand = spec.expansions.map((name): Filter => ['_expand[]', name]);
        const { records } = await ask(whole, [['_withDeleted', 'true'], ['_orderBy[]', 'id,ASC'], ...expand]);
        return { ...whole, records: records.map(oracle.unsigned) };
      }),
    );
  });

  const send = async ({ path }: List, query: Filter[], limit = 100) =>
    app.demo.api.get(`${path}?_limit=${limit}&${new URLSearchParams(query).toString()}`);
  const ask = async (
    list: List,
    query: Filter[],
    limit?: number,
  ): Promise<{ records: Json[]; body: Json }> => {
    const { status, body } = await send(list, query, limit);
    if (status !== 200) throw new Error(`${list.path}?${query.join('&')}: ${status} ${JSON.stringify(body)}`);
    return { records: Object.values<Json>(body).find(Array.isArray) as Json[], body };
  };
  const idsOf = (records: Json[]): number[] => records.map(({ id }) => id);
  /** Reports a problem unless the response has exactly these records, in any order by default. */
  const expectRecords = async (
    list: List,
    query: Filter[],
    expected: Json[],
    ordered = false,
  ): Promise<void> => {
    const { records, body } = await ask(list, [['_withDeleted', 'true'], ...query]);
    compared++;
    const order = (ids: number[]): number[] => (ordered ? ids : ids.sort((a, b) => a - b));
    const [answered, wanted] = [order(idsOf(records)), order(idsOf(expected))];
    if (answered.join() !== wanted.join() || body.totalRecords !== wanted.length)
      problems.push(
        `${list.path}?${query.join('&')}: ${body.totalRecords} ${answered.join()}, not ${wanted.join()}`,
      );
  };
  /** @param atLeast minimum number of responses that `step` compares, over all lists */
  const walk = async (step: (list: List) => Promise<void>, atLeast = 0): Promise<void> => {
    problems = [];
    compared = 0;
    expect(lists.length).toBeGreaterThanOrEqual(LISTS);
    await Promise.all(lists.map(step));
    expect(problems).toEqual([]);
    expect(compared).toBeGreaterThanOrEqual(atLeast);
  };
  const fieldsOf = ({ spec }: List): [string, ListField][] =>
    Object.entries(spec.fields).filter(([, { membership, isFilterOnly }]) => !membership && !isFilterOnly);
  const valuesOf = (list: List, field: string): NonNullable<Scalar>[] =>
    [...new Set(list.records.map((record): Scalar => record[field]))]
      .filter((value) => value !== null)
      .sort(oracle.compare);

  it('returns all rows of its table, with distinct, equal and missing values', () =>
    walk(async (list) => {
      const stored = await storedIds(app, app.demo, list.spec.table, list.path);
      if (idsOf(list.records).join() !== stored.join())
        problems.push(`${list.path}: ${idsOf(list.records).join()}, not ${stored.join()}`);
      if (list.records.length < 5) problems.push(`${list.path}: ${list.records.length} records`);
      for (const [field, { nullable }] of fieldsOf(list)) {
        const values: Scalar[] = list.records.map((record) => record[field]);
        if (values.includes(undefined as never)) problems.push(`${list.path}: no ${field} in the records`);
        if (nullable && !values.includes(null)) problems.push(`${list.path}: ${field} is never null`);
      }
    }));

  it('can be filtered and sorted by each scalar field of its records', () =>
    walk((list) => {
      for (const [name, value] of Object.entries<Json>(list.records[0]))
        if (list.records.some((record) => typeof record[name] !== 'object') && !Array.isArray(value))
          if (
            !(name in list.spec.fields) &&
            !NO_FIELDS.some((one) => one === name || one === `${name} of ${list.path}`)
          )
            problems.push(`${list.path}: ${name} is no field`);
      return Promise.resolve();
    }));

  it.each(operators)('filters each field by .%s', (operator) =>
    walk(async (list) => {
      for (const [field, declared] of fieldsOf(list))
        for (const [i, asked] of oracle.askedBy(operator, declared, valuesOf(list, field)).entries()) {
          const name = operator === 'eq' && i === 0 ? field : `${field}.${operator}`;
          const expected = list.records.filter((one) =>
            oracle.passes(
              declared,
              operator,
              oracle.asCompared(field, asked),
              oracle.asCompared(field, one[field]),
            ),
          );
          await expectRecords(list, [[name, asked]], expected);
        }
    }, oracle.FILTERS[operator]),
  );

  it('sorts by each field both ways, with nulls last and ties by id', () =>
    walk(async (list) => {
      for (const [field, declared] of fieldsOf(list))
        for (const direction of ['ASC', 'DESC'] as const) {
          const by = oracle.compareFor(direction);
          const value = (record: Json): Scalar =>
            declared.sortedBy
              ? (declared.values ?? []).indexOf(record[field])
              : oracle.asCompared(field, record[field]);
          const expected = [...list.records].sort((a, b) => by(value(a), value(b)) || by(a.id, b.id));
          await expectRecords(list, [['_orderBy[]', `${field},${direction}`]], expected, true);
        }
    }, 320));

  it('sorts by several fields, and returns the same rows page by page', () =>
    walk(async (list) => {
      const plain = fieldsOf(list).filter(([, { sortedBy }]) => !sortedBy);
      const [first, second] = plain.filter(
        ([field]) => valuesOf(list, field).length < list.records.length / 2,
      );
      if (!first || !second) throw new Error(`${list.path} has no two fields with ties`);
      const [up, down] = [oracle.compareFor('ASC'), oracle.compareFor('DESC')];
      const expected = [...list.records].sort(
        (a, b) =>
          down(oracle.asCompared(first[0], a[first[0]]), oracle.asCompared(first[0], b[first[0]])) ||
          up(oracle.asCompared(second[0], a[second[0]]), oracle.asCompared(second[0], b[second[0]])) ||
          down(a.id, b.id),
      );
      const order: Filter[] = [
        ['_orderBy[]', `${first[0]},DESC`],
        ['_orderBy', `${second[0]},ASC`],
      ];
      await expectRecords(list, order, expected, true);
      const paged: number[] = [];
      const total = expected.length;
      for (let offset = 0; offset < total + 14; offset += 7) {
        const { records, body } = await ask(
          list,
          [['_withDeleted', 'true'], ...order, ['_offset', String(offset)]],
          7,
        );
        paged.push(...idsOf(records));
        expect(body).toMatchObject({
          limit: 7,
          offset,
          page: offset / 7,
          totalRecords: total,
          totalPages: Math.ceil(total / 7),
          hasMore: offset + 7 < total,
        });
      }
      expect(paged, list.path).toEqual(idsOf(expected));
    }, LISTS));

  it('finds words', () =>
    walk(async (list) => {
      for (const words of ['ALPHA', 'alp bet', '50%', '_', '\\', 'ärz', 'οδυσσευσ', 'john', 'nowhere']) {
        const has = (record: Json, word: string): boolean =>
          list.spec.searched.some((field) => oracle.contains(record[field], word));
        const expected = list.records.filter((one) => words.split(' ').every((word) => has(one, word)));
        await expectRecords(list, [['_q', words]], expected);
      }
    }, 9 * LISTS));

  it('omits deleted records unless requested', () =>
    walk(async (list) => {
      const { parent, deletedColumn = 'deletedDate' } = list.spec;
      const gone = parent ? new Set(await deletedIds(app, parent.table)) : undefined;
      const living = list.records.filter(
        (record) =>
          (deletedColumn === null || record[deletedColumn] === null) &&
          !gone?.has(record[parent?.column ?? '']),
      );
      const { records, body } = await ask(list, [['_orderBy[]', 'id,ASC']]);
      expect([list.path, body.totalRecords, ...idsOf(records)]).toEqual([
        list.path,
        living.length,
        ...idsOf(living),
      ]);
    }));

  it('reports each value of a wrong type at once', () =>
    walk(async (list) => {
      const wrong = Object.entries(list.spec.fields).flatMap(([field, { type, membership }]): Filter[] => [
        [field, oracle.WRONG[type]],
        [`${field}.in`, oracle.WRONG[type]],
        [`${field}.bt`, '1'],
        [`${field}.nl`, 'maybe'],
        [`${field}.${membership || type !== 'string' ? 'like' : 'regex'}`, '%'],
      ]);
      // As many as an error lists.
      for (let from = 0; from < wrong.length; from += 20) {
        const some = wrong.slice(from, from + 20);
        const { status, body } = await send(list, some);
        expect([status, body.error?.type]).toEqual([400, 'BadRequestError']);
        expect(body.error.details.map(({ path }: Json) => path)).toEqual(some.map(([name]) => name));
      }
    }));

  it('returns nothing of another account for any query', () =>
    walk(async (list) => {
      const others = new Set(await storedIds(app, app.other, list.spec.table));
      if (others.size < ROWS) problems.push(`${list.path}: the other account has ${others.size} rows`);
      if (list.records.some(({ id }) => others.has(id))) problems.push(`${list.path} shows them`);
      await expectRecords(list, [['id.in', [...others].join()]], []);
      for (const [field, { type }] of Object.entries(list.spec.fields)) {
        // The recordId of an audit entry may refer to any table, and people belong to several accounts.
        if (type !== 'integer' || !field.endsWith('Id') || /^(?:record|person)Id$/.test(field)) continue;
        const ids = await referredIds(app, app.other, field);
        await expectRecords(list, [[`${field}.in`, ids.join()]], []);
        await expectRecords(list, [[field, String(ids[0])]], []);
      }
    }));

  it('filters items by their speakers and topics', async () => {
    problems = [];
    const items = lists.find(({ path }) => path === '/items') as List;
    for (const [field, expansion] of [
      ['speakerId', 'speakers'],
      ['topicId', 'topics'],
    ] as const) {
      const carried = (record: Json): number[] => idsOf(record[expansion]);
      const all = [...new Set(items.records.flatMap(carried))];
      expect(all.length).toBeGreaterThan(5);
      for (const asked of [all.slice(0, 1), all.slice(1, 4), [Number.MAX_SAFE_INTEGER]])
        await expectRecords(
          items,
          [[asked.length > 1 ? `${field}.in` : field, asked.join()]],
          items.records.filter((record) => carried(record).some((id) => asked.includes(id))),
        );
    }
    expect(problems).toEqual([]);
  });
});
