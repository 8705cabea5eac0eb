/** Generated files are up to date: docs/api.md, docs/states.md, the client's types and the samples in README.md. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../../scripts/docs/generated.js';
import { withSamples } from '../../scripts/docs/readme-samples.js';
import { fillWithSamples } from '../support/sample-library.js';
import { useApp } from '../support/start-app.js';

const ROOT = resolve(import.meta.dirname, '../..');

// Equal on all engines: one is enough.
describe('generated files', () => {
  const app = useApp({ worker: true });

  it('are up to date: run `npm run docs:api` and `npm run client`', async () => {
    const stale: string[] = [];
    for (const [path, text] of await generatedFiles(app.app, ROOT))
      if ((await readFile(join(ROOT, path), 'utf8')) !== text) stale.push(path);
    expect(stale).toEqual([]);
  });

  it('include the search example in README.md: run `npm run docs:api`', async () => {
    const catalog = await fillWithSamples(app, app.demo);
    const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
    const search = async (query: string) =>
      (await app.demo.site.get(`/search?q=${encodeURIComponent(query)}`)).body as never;
    expect(await withSamples(readme, search, catalog)).toBe(readme);
  });
});
