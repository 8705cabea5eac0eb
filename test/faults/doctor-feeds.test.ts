/** `lectern doctor` reports missing settings of podcast feeds, and the memory of the running server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { missingAllocatorSettings } from '../../src/platform/lib/allocator.js';
import { startServer } from '../../src/server.js';
import { SETTINGS } from '../support/podcasts.js';
import { putMedia } from '../support/public-rows.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';

describe('lectern doctor', () => {
  const workplace = mkdtempSync(join(tmpdir(), 'lectern-doctor-'));
  const env = { DATA_DIR: join(workplace, 'data'), LOG_LEVEL: 'error' };
  let app: App;
  const account = { accountId: 1 };
  const feed = '    demo, collection 1 (Evenings)';

  beforeAll(async () => {
    const folder = join(workplace, 'talks');
    mkdirSync(folder);
    writeFileSync(join(folder, 'bees.md'), '# Bees\n\nThe bees wake in the spring.');
    await prepareData(env);
    const args = ['import', folder, '--account', 'demo', '--collection', 'Evenings', '--publish'];
    expect((await runInProcess(args, env)).code).toBe(0);
    app = createApp(loadConfig(env));
  });
  afterAll(async () => {
    await app.close();
    rmSync(workplace, { recursive: true, force: true });
  });

  const doctor = async (more: Record<string, string> = {}): Promise<string> => {
    const { code, stdout } = await runInProcess(['doctor'], { ...env, ...more });
    expect([code, stdout]).toEqual([0, expect.stringContaining('No problems found.')]);
    return stdout;
  };

  it('lists the missing settings of a feed, and how to set them', async () => {
    const said = await doctor();
    expect(said).toContain(
      `✓ podcast feeds: 0 of 1 ready for podcast directories\n${feed}: missing picture, owner, category, description, language, link; ` +
        'no audio or video file: 1 of 1 published items',
    );
    for (const hint of ['/artwork/create (square, 1400 to 3000', '"ownerEmail"', '/media/create'])
      expect(said).toContain(hint);

    await app.collections.update(account, 1, {
      feed: { ...SETTINGS, category: null },
    });
    await putMedia(app.db, { id: 1, ...account }, { url: '/files/1/k/a.flac', mimeType: 'audio/flac' });
    expect(await doctor()).toContain(
      `${feed}: missing picture, category; files that Apple Podcasts cannot play: 1 of 1 items`,
    );
  });

  it('prints the URL of a complete feed', async () => {
    await app.collections.update(account, 1, { feed: SETTINGS });
    await app.db.updateTable('collection').set({ squareImgUrl: '/files/1/k/square.png' }).execute();
    await putMedia(app.db, { id: 1, ...account }, { url: '/files/1/k/a.mp3' });
    const said = await doctor({ PUBLIC_BASE_URL: 'https://library.example.org' });
    expect(said).toContain(
      `✓ podcast feeds: 1 of 1 ready for podcast directories\n${feed}: https://library.example.org/api/collections/1/feed.xml\n`,
    );
    expect(said).not.toContain('Podcast directories need');
    expect(said).not.toContain('set PUBLIC_BASE_URL');
    expect(await doctor()).toContain(
      'http://demo.localhost:8081/api is a local address: set PUBLIC_BASE_URL',
    );
  });

  it('reports the memory use of the running server', async () => {
    const served = createApp(
      loadConfig({ ...env, HOST: '127.0.0.1', PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false' }),
    );
    const server = await startServer(served, { role: 'api' });
    try {
      const { port } = new URL(server.privateUrl);
      const inMemory = 'passages in memory: 1, accounts: 1, too large: 0;';
      await expect.poll(() => doctor({ PORT: port })).toContain(`the server on port ${port}: ${inMemory}`);
      const allocator =
        missingAllocatorSettings({}).length > 0
          ? `! memory allocator: not set for the server on port ${port}: start the server with MALLOC_ARENA_MAX=4`
          : '✓ memory allocator: set';
      expect(await doctor({ PORT: port })).toContain(allocator);
    } finally {
      await server.stop();
      await served.close();
    }
    expect(await doctor()).toMatch(
      /✓ search memory: 1 passages need about 1 MiB, SEARCH_MEMORY_BYTES allows \d+ MiB$/m,
    );
  });
});
