/**
 * Random requests generated from the documents cause no server error, and every response matches its document. `npm
 * run fuzz` sends more.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { fuzz } from '../support/fuzz/fuzz.js';
import { knownIds } from '../support/fuzz/known-ids.js';
import { createClient } from '../support/client.js';
import { buildEverything } from '../support/factories.js';
import { everyOperationOf, isStream, operationsOf, type Json } from '../support/operations.js';
import { useApp } from '../support/start-app.js';
import { runs } from '../support/random-runs.js';
import { seed } from '../support/seed.js';

describe('random requests', () => {
  const app = useApp();
  beforeAll(async () => {
    await buildEverything(app, app.demo);
    await app.app.db.updateTable('item').set({ status: 'published' }).execute();
  });

  /** Base URL and headers of one of the three interfaces. */
  const targetOf = (name: 'private' | 'public' | 'pages') => {
    const { api, site } = app.demo;
    const urls = {
      private: app.privateUrl,
      public: app.publicUrl,
      pages: new URL(app.publicUrl).origin,
    };
    return { url: urls[name], headers: (name === 'private' ? api : site).headers };
  };

  it.each(['pages', 'public', 'private'] as const)(
    'with NUL in any parameter are handled: %s',
    async (name) => {
      const { url, headers } = targetOf(name);
      const client = createClient(url, headers);
      const operations = everyOperationOf((await client.get('/openapi.json')).body).filter(
        (operation) => operation.method === 'GET' && !isStream(operation),
      );
      const broken: string[] = [];
      for (const { path, pathParameters, declared } of operations) {
        const named = (value: string) =>
          path.replace(/\{(\w+)\}/g, (_, parameter: string) => (parameter.endsWith('Id') ? '1' : value));
        const ofPage = encodeURIComponent(`${new URL(app.publicUrl).protocol}//demo.localhost/items/a%00b`);
        const queries = (declared.parameters ?? [])
          .filter((parameter: Json) => parameter.in === 'query')
          .flatMap((parameter: Json) => [`${parameter.name}=a%00b`, `${parameter.name}=${ofPage}`]);
        const paths = [
          ...(pathParameters.length > 0 ? [named('a%00b')] : []),
          ...queries.map((query: string) => `${named('a')}?${query}`),
        ];
        for (const one of paths) {
          const { status } = await client.get(one);
          if (status >= 500) broken.push(`${one}: ${status}`);
        }
      }
      expect(operations.length).toBeGreaterThan(5);
      expect(broken).toEqual([]);
    },
  );

  it.each([
    ['pages', 100],
    ['public', 250],
    // Runs last, because it deletes records that the others show.
    ['private', 900],
  ] as const)('cause no server error: %s', async (name, count) => {
    const { account } = app.demo;
    const { url, headers } = targetOf(name);
    const client = createClient(url, headers);
    const operations = operationsOf((await client.get('/openapi.json')).body);
    const report = await fuzz(
      {
        client,
        known: await knownIds(app.app.db, account.id, operations),
        // They would revoke the token of all later requests.
        except: ['DELETE /tokens/{tokenId}', 'POST /tokens/{tokenId}/rotate'],
      },
      // Of few requests, all may be for what does not exist.
      { count: Math.max(runs(count), 100), seed },
    );
    // As text, so that failures show all of it.
    expect(report.problems.join('\n')).toBe('');
    expect(report.succeeded).toBeGreaterThan(Math.min(report.operations, report.sent) / 4);
  });
});
