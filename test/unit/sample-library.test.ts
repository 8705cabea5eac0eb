/** The sample library contains what the quickstart and README promise. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCatalog, type Catalog } from '../../scripts/seed/catalog.js';
import { seed } from '../../scripts/seed/seed.js';
import { root } from '../support/run-cli.js';
import { useApp } from '../support/start-app.js';

const catalog: Catalog = await readCatalog(root);

describe('the sample library', () => {
  const app = useApp({ worker: true });
  beforeAll(async () => {
    await seed(app.app, app.demo.account, catalog, { root, signal: new AbortController().signal });
  }, 300_000);

  it('has the content that the quickstart promises', () => {
    expect(catalog.items.length).toBeGreaterThanOrEqual(12);
    expect(catalog.collections).toHaveLength(2);
    expect(catalog.series).toHaveLength(3);
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(catalog.questions).toHaveLength(10);
    for (const { q } of catalog.questions) expect(readme).toContain(q);
  });

  it('stays unchanged when seeded again', async () => {
    const before = await app.app.db.selectFrom('item').select(['id', 'updatedDate']).orderBy('id').execute();
    expect(
      await seed(app.app, app.demo.account, catalog, { root, signal: new AbortController().signal }),
    ).toBe(0);
    expect(await app.app.db.selectFrom('item').select(['id', 'updatedDate']).orderBy('id').execute()).toEqual(
      before,
    );
    expect((await app.demo.api.get('/speakers')).body.totalRecords).toBe(catalog.speakers.length);
  });
});
