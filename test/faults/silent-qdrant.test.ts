/** Qdrant accepts connections and does not respond: searches fall back to full text soon, and recover by themselves. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { use } from '../support/use.js';

const url = inject('qdrantUrl');
const QUESTION = '/search?q=waiting%20for%20the%20hive%20in%20winter';
const SILENT_MS = 3_600_000;

describe.skipIf(!url)('a server of Qdrant that is silent', () => {
  const proxy = use(() => startTcpProxy(Number(new URL(url).port)), 'close');
  const app = useApp(() => ({ worker: true, env: { QDRANT_URL: `http://127.0.0.1:${proxy.port}` } }));
  beforeAll(async () => {
    const { id } = await buildItem(app.demo, { title: 'On bees', autoPublish: true });
    await app.demo.api.put(`/items/${id}/transcript`, vttOf(talks.bees), { 'Content-Type': 'text/vtt' });
    await app.idle();
  });
  afterAll(() => {
    proxy.set({});
    proxy.drop();
  });

  const search = async () => (await app.demo.site.get(`${QUESTION}%20${Math.random()}`)).body;

  it('holds up one search at a time', async () => {
    expect((await search()).mode).toBe('hybrid');
    proxy.set({ delayMs: SILENT_MS });
    expect((await search()).mode).toBe('keyword');
    // One tries again, and the others do not wait for it.
    let hasEnded = false;
    const trying = search().then((body) => {
      hasEnded = true;
      return body;
    });
    const { mode, results } = await search();
    expect([mode, results.length, hasEnded]).toEqual(['keyword', 1, false]);
    expect((await trying).mode).toBe('keyword');
    proxy.set({});
    proxy.drop();
    await expect.poll(async () => (await search()).mode, { timeout: 20_000 }).toBe('hybrid');
  });
});
