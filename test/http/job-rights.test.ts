/** Imports, purges and cuts whose starter loses the right while they run: what is done stays, and the rest is refused. */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeTrashHandler } from '../../src/trash/purge-trash.handler.js';
import type { Job } from '../../src/platform/jobs/job.types.js';
import { buildPerson, consoleOf, signedIn } from '../support/browser.js';
import { createClient, type Client } from '../support/client.js';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { blobPath, newBlobKey } from '../../src/platform/storage/blob-key.js';
import { buildCollection, buildItem, buildMediaAsset, buildTopic, type Built } from '../support/factories.js';
import { episodeAt, feedOf, startFeedServer, type FeedServer } from '../support/feed-server.js';
import { useApp } from '../support/start-app.js';
import { trashOf } from '../support/trash.js';

const { PATH = '' } = process.env;
const ffmpeg = findProgram('ffmpeg', PATH);
const MP3 = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));

describe('an import from a feed', () => {
  const app = useApp({ worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  let server: FeedServer;
  let imports = 0;
  beforeEach(async () => {
    server = await startFeedServer();
  });
  afterEach(() => server.close());

  /** Imports two episodes, and has the starter lose the right once the first one is stored and the second one is read. */
  const interrupted = async (api: Client, prefix: string, lose: () => Promise<{ status: number }>) => {
    // An episode is known by its address.
    imports++;
    const { id: collectionId } = await buildCollection(app.demo);
    server.serve(
      '/feed.xml',
      feedOf([episodeAt(server, `/first-${imports}.mp3`), episodeAt(server, `/second-${imports}.mp3`)]),
    );
    server.serve(`/first-${imports}.mp3`, MP3);
    const waiting: ServerResponse[] = [];
    server.serve(`/second-${imports}.mp3`, (_request, response) => {
      waiting.push(response);
      response.writeHead(200, { 'Content-Length': MP3.length }).write(MP3.subarray(0, 10));
    });
    const { body } = await api.post(`${prefix}/items/import/feed`, {
      collectionId,
      feedUrl: `${server.url}/feed.xml`,
    });
    const items = body.guesses
      .map(({ title, episode }: Built) => ({ title: title.value, episode, date: null, speakers: [] }))
      .sort((a: Built, b: Built) => (a.episode.enclosureUrl < b.episode.enclosureUrl ? -1 : 1));
    const created = await api.post(`${prefix}/items/import/create`, { collectionId, items });
    expect([created.status, created.body.error]).toEqual([201, undefined]);
    const jobOf = async (): Promise<Built> =>
      (await app.demo.api.get(`/jobs/${created.body.job.id}`)).body.job;
    await expect.poll(async () => [(await jobOf()).done, waiting.length]).toEqual([1, 1]);
    expect((await lose()).status).toBeLessThan(300);
    waiting[0]!.end(MP3.subarray(10));
    await expect.poll(async () => (await jobOf()).finishedDate).not.toBeNull();
    return { job: await jobOf(), results: created.body.results as Built[] };
  };

  const expectRefused = async (
    { job, results: [first, second] }: Awaited<ReturnType<typeof interrupted>>,
    message: RegExp,
  ): Promise<void> => {
    const refused = { type: 'PermissionError', message: expect.stringMatching(message) as string };
    expect(job).toMatchObject({ done: 1, failed: 1, errors: [{ id: second!.item.id, ...refused }] });
    const mediaOf = async ({ item }: Built): Promise<Built> =>
      (await app.demo.api.get(`/items/${item.id}/media`)).body.mediaAssets[0];
    expect(await mediaOf(first)).toMatchObject({ fileSizeBytes: MP3.length });
    expect(await mediaOf(second)).toMatchObject({
      status: 'error',
      fileSizeBytes: null,
      errorMessage: refused.message,
    });
  };

  it('downloads nothing more when its token is revoked', async () => {
    const made = (await app.demo.api.post('/tokens/create', { name: 'Importer', scopes: ['content:draft'] }))
      .body;
    const api = createClient(app.privateUrl, { Authorization: `Bearer ${made.secret}` });
    const ended = await interrupted(api, '', () => app.demo.api.delete(`/tokens/${made.token.id}`));
    await expectRefused(ended, /^The token "Importer" was revoked\.$/);
  });

  it.each([
    ['is removed', /^Who started this is no longer in the account\.$/, undefined],
    ['may only read', /has the role analyst now/, { role: 'analyst' }],
  ])('downloads nothing more when the person who started it %s', async (_, message, change) => {
    const { id, email } = await buildPerson(app, [[app.demo, 'editor']]);
    const browser: Client = await signedIn(consoleOf(app), email);
    const path = `/people/${id}`;
    const ended = await interrupted(browser, `/a/${app.demo.account.shortName}/v2`, () =>
      change ? app.demo.api.patch(path, change) : app.demo.api.delete(path),
    );
    await expectRefused(ended, message);
  });
});

describe('a job whose starter has lost the right', () => {
  const app = useApp({ env: { PATH } });

  /** A token that may write and purge, and what revokes it. */
  const token = async () => {
    const scopes = ['content:write'];
    const made = (await app.demo.api.post('/tokens/create', { name: 'Website', scopes })).body;
    const api = createClient(app.privateUrl, { Authorization: `Bearer ${made.secret}` });
    const revoke = async (): Promise<void> => {
      expect((await app.demo.api.delete(`/tokens/${made.token.id}`)).status).toBe(200);
    };
    return { api, revoke };
  };

  it('purges nothing more from the trash', async () => {
    const { api, revoke } = await token();
    const topics = [await buildTopic(app.demo), await buildTopic(app.demo), await buildTopic(app.demo)];
    for (const { id } of topics) await app.demo.api.delete(`/topics/${id}`);
    const records = topics.map(({ id }) => ({ kind: 'topic', id }));
    const { body } = await api.post('/trash/purge', { records });
    const payload = { trash: true as const };
    const job = { accountId: app.demo.account.id, payload, lastAttempt: false } as Job<'purgeTrash'>;
    let turns = 0;
    // Tells the worker to stop after its first record.
    const stopping = {
      get aborted() {
        return turns++ > 0;
      },
    } as AbortSignal;
    const handler = purgeTrashHandler(app.app);
    await handler.run([job], stopping);
    await revoke();
    await handler.run([job], new AbortController().signal);
    const { job: ended } = (await app.demo.api.get(`/jobs/${body.job.id}`)).body;
    expect(ended).toMatchObject({ status: 'done', done: 1, failed: 2 });
    const [one, two, three] = topics.map(({ id }) => id);
    expect(ended.errors).toEqual(
      [two, three].map((id) => ({
        id,
        type: 'PermissionError',
        message: `topic ${id}: The token "Website" was revoked.`,
      })),
    );
    const left = (await trashOf(app.demo, '?kind=topic')).map(({ id }) => id);
    expect(left.toSorted()).toEqual([two, three]);
    expect(left).not.toContain(one);
  });

  it.skipIf(ffmpeg === null)('cuts no recording', async () => {
    const { api, revoke } = await token();
    const item = await buildItem(app.demo);
    const url = blobPath(newBlobKey(app.demo.account.id, 'talk.mp3'));
    const ready = { status: 'ready', url } as const;
    const whole = await buildMediaAsset(app.app.db, item, app.demo.account.id, ready);
    const { status } = await api.post(`/media/${whole.id}/cut`, { startMs: 0, endMs: 20_000 });
    expect(status).toBe(201);
    await revoke();
    const worker = app.app.createWorker();
    const running = worker.run();
    const media = async (): Promise<Built[]> =>
      (await app.demo.api.get(`/items/${item.id}/media`)).body.mediaAssets;
    await expect.poll(async () => (await media()).map((one) => one.status)).toEqual(['ready', 'error']);
    await worker.stop();
    await running;
    expect((await media())[1]!.errorMessage).toBe(
      'The recording cannot be cut: The token "Website" was revoked.',
    );
  });
});
