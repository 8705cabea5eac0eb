/** `npm run docs:api` and `npm run client`: write the generated files, and the samples in README.md. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { note } from '../../src/cli/output.js';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { migrate } from '../../src/platform/db/migrate.js';
import { startServer } from '../../src/server.js';
import { readCatalog } from '../seed/catalog.js';
import { seed } from '../seed/seed.js';
import { generatedFiles } from './generated.js';
import { withSamples } from './readme-samples.js';

/** @param folders `docs` or `client`; both by default */
export const main = async (folders: string[]): Promise<number> => {
  const data = await mkdtemp(join(tmpdir(), 'lectern-docs-'));
  const app = createApp(
    loadConfig({
      DATA_DIR: data,
      PORT: '0',
      PUBLIC_PORT: '0',
      CONSOLE: 'false',
      LOG_LEVEL: 'silent',
      ANALYTICS: 'false',
    }),
  );
  try {
    for (const [path, text] of await generatedFiles(app, '.')) {
      if (folders.length > 0 && !folders.some((folder) => path.startsWith(`${folder}/`))) continue;
      await writeFile(path, text);
      note(`wrote ${path}`);
    }
    if (folders.length === 0 || folders.includes('docs')) {
      await writeFile(README, await readmeOf(app));
      note(`wrote ${README}`);
    }
    return 0;
  } finally {
    await app.close();
    await rm(data, { recursive: true, force: true });
  }
};

const README = 'README.md';

const readmeOf = async (app: App): Promise<string> => {
  await migrate(app.db);
  const account = await app.accounts.create({ shortName: 'demo' });
  const running = await startServer(app, { role: 'all' });
  try {
    const catalog = await readCatalog('.');
    await seed(app, account, catalog, { root: '.', signal: new AbortController().signal });
    return await withSamples(
      await readFile(README, 'utf8'),
      async (query) =>
        (await (await fetch(`${running.publicUrl}/search?q=${encodeURIComponent(query)}`)).json()) as never,
      catalog,
    );
  } finally {
    await running.stop();
  }
};
