/** The sample library as a visitor meets it: each question of the README finds its talk first, and the minute in it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCatalog, type Catalog } from '../../scripts/seed/catalog.js';
import { seed } from '../../scripts/seed/seed.js';
import { root } from '../support/run-cli.js';
import { startApp, type TestApp } from '../support/start-app.js';

const catalog: Catalog = await readCatalog(root);

describe('the sample library', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ worker: true });
    await seed(app.house, app.demo.account, catalog, { root, signal: new AbortController().signal });
  }, 60_000);
  afterAll(() => app.stop());

  const search = async (q: string) => (await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`)).body;

  it('is what the quickstart promises', () => {
    expect(catalog.items.length).toBeGreaterThanOrEqual(12);
    expect(catalog.collections).toHaveLength(2);
    expect(catalog.series).toHaveLength(3);
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(catalog.questions).toHaveLength(10);
    for (const { q } of catalog.questions) expect(readme).toContain(q);
  });

  it.each(catalog.questions)('answers “$q” with “$item”', async ({ q, item }) => {
    const { mode, results } = await search(q);
    expect(mode).toBe('hybrid');
    expect(results[0].item.title).toBe(item);
    expect(results[0].passages[0].endMs).toBeGreaterThan(results[0].passages[0].startMs);
  });

  it('puts talks on a scripture first', async () => {
    const { interpretation, results } = await search('ps 23');
    expect(interpretation.scripture).toMatchObject({ book: 'PSA', chapter: 23 });
    expect(results[0].item.title).toBe('A Shepherd Reads Psalm 23');
  });

  it('answers nothing to nonsense', async () => {
    expect((await search('xqzt blorf vlimp')).results).toEqual([]);
  });

  it('changes nothing when it is seeded again', async () => {
    const before = await app.house.db
      .selectFrom('item')
      .select(['id', 'updatedDate'])
      .orderBy('id')
      .execute();
    expect(
      await seed(app.house, app.demo.account, catalog, { root, signal: new AbortController().signal }),
    ).toBe(0);
    expect(
      await app.house.db.selectFrom('item').select(['id', 'updatedDate']).orderBy('id').execute(),
    ).toEqual(before);
    expect((await app.demo.api.get('/speakers')).body.totalRecords).toBe(catalog.speakers.length);
  });
});
