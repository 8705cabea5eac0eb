/** Events of open pages: who is there, what changes, and that nothing outlives the right to it. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, signedIn, type Browser } from '../support/browser.js';
import { readEvents, type EventReader } from '../support/event-reader.js';
import { buildItem, buildTopic } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('events of open pages', () => {
  const app = useApp();
  const open = new Set<EventReader>();
  const host = consoleOf(app);
  afterEach(async () => {
    for (const reader of open) {
      reader.close();
      await reader.ended;
    }
    open.clear();
  });

  const cookieOf = ({ cookies }: Browser): string =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const tab = async (browser: Browser, path: string, headers = {}): Promise<EventReader> => {
    const reader = await readEvents(`${app.consoleUrl}${path}`, {
      ...browser.headers,
      Cookie: cookieOf(browser),
      ...headers,
    });
    open.add(reader);
    return reader;
  };
  const person = async (...memberships: Parameters<typeof buildPerson>[1]) => {
    const { id, email } = await buildPerson(app, memberships);
    return { id, browser: await signedIn(host, email) };
  };
  const namesIn = ({ events }: EventReader): number[] | undefined =>
    events
      .findLast(({ event }) => event === 'people')
      ?.data.people.map(({ id }: { id: number }) => id)
      .sort((a: number, b: number) => a - b);

  it('names the people who have the same item open', async () => {
    const item = await buildItem(app.demo);
    const [one, two, elsewhere] = [
      await person([app.demo, 'editor']),
      await person([app.demo, 'analyst']),
      await person([app.demo, 'editor']),
    ];
    const path = `/a/demo/v2/events?itemId=${item.id}`;
    const first = await tab(one.browser, path);
    expect(first.status).toBe(200);
    await expect.poll(() => namesIn(first)).toEqual([one.id]);
    const second = await tab(two.browser, path);
    const account = await tab(elsewhere.browser, '/a/demo/v2/events');
    await expect.poll(() => namesIn(first)).toEqual([one.id, two.id]);
    await expect.poll(() => namesIn(account)).toEqual([one.id, two.id, elsewhere.id]);
    second.close();
    await expect.poll(() => namesIn(first)).toEqual([one.id]);
  });

  it('names what changed and by whom, and resumes after the last event', async () => {
    const editor = await person([app.demo, 'editor']);
    const reader = await tab(editor.browser, '/a/demo/v2/events');
    await expect.poll(() => reader.events.length).toBeGreaterThan(1);
    const topic = await buildTopic(app.demo);
    await editor.browser.patch(`/a/demo/v2/topics/${topic.id}`, { name: `Renamed ${topic.id}` });
    const changes = ({ events }: EventReader) => events.filter(({ event }) => event === 'change');
    await expect.poll(() => changes(reader).length).toBe(2);
    expect(changes(reader).map(({ data }) => data)).toMatchObject([
      { operation: 'createTopic', recordType: 'topic', recordId: topic.id, author: { type: 'token' } },
      { operation: 'updateTopic', recordId: topic.id, author: { type: 'person', id: editor.id } },
    ]);
    const resumed = await tab(editor.browser, '/a/demo/v2/events', {
      'Last-Event-ID': changes(reader)[0]!.id!,
    });
    await expect.poll(() => changes(resumed)).toEqual([changes(reader)[1]]);
  });

  it('shows nothing of other accounts, and no administration', async () => {
    const analyst = await person([app.demo, 'analyst']);
    const stranger = await person([app.other, 'editor']);
    const [reader, foreign] = [
      await tab(analyst.browser, '/a/demo/v2/events'),
      await tab(stranger.browser, '/a/other/v2/events'),
    ];
    await expect.poll(() => namesIn(foreign)).toEqual([stranger.id]);
    await app.demo.api.post('/tokens/create', { name: 'secret plans', scopes: ['content:read'] });
    const topic = await buildTopic(app.demo);
    await buildTopic(app.other);
    const changed = ({ events }: EventReader) => events.flatMap(({ data }) => data.operation ?? []);
    await expect.poll(() => changed(reader)).toEqual(['createTopic']);
    await expect.poll(() => changed(foreign)).toEqual(['createTopic']);
    expect(foreign.events.some(({ data }) => data.recordId === topic.id)).toBe(false);
    expect((await tab(stranger.browser, '/a/demo/v2/events')).status).toBe(404);
  });

  it('limits the streams of a person', async () => {
    const { browser } = await person([app.demo, 'editor']);
    for (let count = 0; count < 16; count++)
      expect((await tab(browser, '/a/demo/v2/events')).status).toBe(200);
    expect((await tab(browser, '/a/demo/v2/events')).status).toBe(429);
  });

  it.each(['session', 'membership', 'role'])('end soon after the %s', async (right) => {
    const { id, browser } = await person([app.demo, 'editor']);
    const reader = await tab(browser, '/a/demo/v2/events');
    await expect.poll(() => namesIn(reader)).toEqual([id]);
    const { db } = app.app;
    if (right === 'session') await db.deleteFrom('personSession').where('personId', '=', id).execute();
    if (right === 'membership') await db.deleteFrom('membership').where('personId', '=', id).execute();
    if (right === 'role')
      await db.updateTable('membership').set({ role: 'analyst' }).where('personId', '=', id).execute();
    await reader.ended;
    await expect
      .poll(() => db.selectFrom('presence').selectAll().where('personId', '=', id).execute())
      .toEqual([]);
  });

  it('end soon after the account demands a second factor that the person lacks', async () => {
    const tenant = await app.tenant('strict');
    const { browser } = await person([tenant, 'editor']);
    const reader = await tab(browser, '/a/strict/v2/events');
    expect(reader.status).toBe(200);
    expect((await tenant.api.patch('/account', { settings: { requireSecondFactor: 'all' } })).status).toBe(
      200,
    );
    await reader.ended;
    expect((await tab(browser, '/a/strict/v2/events')).status).toBe(403);
  });

  it('are not all that ends: so do uploads', async () => {
    const { id, browser } = await person([app.demo, 'editor']);
    const item = await buildItem(app.demo);
    const { body } = await browser.post(`/a/demo/v2/items/${item.id}/resources/create`, {
      title: 'Guide',
      contentType: 'file',
      fileMimeType: 'application/pdf',
      originalFilename: 'guide.pdf',
      fileSizeBytes: 1_000,
    });
    const upload = request(`${app.consoleUrl}${new URL(body.uploadUrl as string).pathname}`, {
      method: 'PUT',
      headers: {
        ...browser.headers,
        Cookie: cookieOf(browser),
        'Content-Type': 'application/pdf',
        'Content-Length': '1000',
      },
    });
    const failed = once(upload, 'error');
    const folder = join(app.app.config.dataDir, 'blobs');
    const stored = (): number => (existsSync(folder) ? readdirSync(folder, { recursive: true }).length : 0);
    const before = stored();
    upload.write('%PDF-1.4 ');
    await expect.poll(stored).toBeGreaterThan(before);
    await app.app.db.deleteFrom('personSession').where('personId', '=', id).execute();
    expect((await failed)[0]).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) });
    const resource = await app.demo.api.get(`/items/${item.id}/resources/${body.resource.id}`);
    expect(resource.body.resource.url).toBeNull();
  });
});
