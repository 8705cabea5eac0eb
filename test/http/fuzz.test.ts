/**
 * Random requests made from the documents: no defect shows, and every answer is one that its document allows. `npm run
 * fuzz` sends more.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz } from '../../scripts/fuzz/fuzz.js';
import { knownIds } from '../../scripts/fuzz/known-ids.js';
import { engineMissing } from '../support/database.js';
import { buildEverything } from '../support/factories.js';
import { operationsOf } from '../support/operations.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { seed } from '../support/seed.js';

describe.skipIf(engineMissing)('random requests', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await buildEverything(app, app.demo);
    await app.app.db.updateTable('item').set({ status: 'published' }).execute();
  });
  afterAll(() => app?.stop());

  it.each([
    ['private', 900],
    ['public', 250],
  ] as const)(
    'break nothing on the %s host',
    async (host, count) => {
      const { api, site, account } = app.demo;
      const client = host === 'private' ? api : site;
      const operations = operationsOf((await client.get('/openapi.json')).body);
      const report = await fuzz(
        {
          url: host === 'private' ? app.privateUrl : app.publicUrl,
          headers: client.headers,
          known: await knownIds(app.app.db, account.id, operations),
          // They would take away the right to all further calls.
          except: ['DELETE /tokens/{tokenId}', 'POST /tokens/{tokenId}/rotate'],
        },
        { count, seed },
      );
      expect(report.problems).toEqual([]);
      expect(report.succeeded).toBeGreaterThan(report.operations / 4);
    },
    60_000,
  );
});
