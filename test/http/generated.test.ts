/** What is made from the declarations is as they are now: docs/api.md, docs/states.md and the client's types. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedFiles } from '../../scripts/docs/generated.js';
import { engine } from '../support/database.js';
import { startApp, type TestApp } from '../support/start-app.js';

const ROOT = resolve(import.meta.dirname, '../..');

// They are made from declarations: one engine is enough.
describe.skipIf(engine === 'postgres')('generated files', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.stop());

  it('are up to date: `npm run docs:api` and `npm run client` write them', async () => {
    const stale: string[] = [];
    for (const [path, text] of await generatedFiles(app.app))
      if ((await readFile(join(ROOT, path), 'utf8')) !== text) stale.push(path);
    expect(stale).toEqual([]);
  });
});
