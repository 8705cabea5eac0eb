/**
 * Random requests made from the documents: no defect shows, and every answer is one that its document allows. `npm run
 * fuzz` sends more.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz } from '../../scripts/fuzz/fuzz.js';
import { knownIds } from '../../scripts/fuzz/known-ids.js';
import { createClient } from '../support/client.js';
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
    ['pages', 100],
    ['public', 250],
    // The last one: it deletes what the others show.
    ['private', 900],
  ] as const)(
    'break nothing: %s',
    async (name, count) => {
      const { api, site, account } = app.demo;
      const url = {
        private: app.privateUrl,
        public: app.publicUrl,
        pages: new URL(app.publicUrl).origin,
      }[name];
      const client = createClient(url, (name === 'private' ? api : site).headers);
      const operations = operationsOf((await client.get('/openapi.json')).body);
      const report = await fuzz(
        {
          url,
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
