/**
 * Two servers and two workers on PostgreSQL, Qdrant's engine and ClickHouse: what one of them knows the other knows, and
 * they are restarted one after the other while people work.
 */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { consoleOf, type Browser } from '../support/browser.js';
import { createClient, type Answer } from '../support/client.js';
import { readEvents, type EventReader } from '../support/event-reader.js';
import { AUDIO, begin, BYTES, head, offsetOf, patch, SIZE } from '../support/resumable.js';
import { runInProcess } from '../support/run-in-process.js';
import { canRunProcesses, startProcesses } from '../support/several-processes.js';
import type { TestApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';
import { web } from '../support/web.js';
import { use } from '../support/use.js';

const PASSWORD = 'four words on paper';
const ORIGIN = 'http://localhost:8083';
const SERVERS = ['api1', 'api2'] as const;

describe.skipIf(!canRunProcesses(inject('postgresUrl')))('several processes', () => {
  let collectionId: number;
  const processes = use(
    () => startProcesses(inject('postgresUrl'), [...SERVERS, 'worker1', 'worker2'], ORIGIN),
    'remove',
  );
  beforeAll(async () => {
    const { body } = await processes.api('api1').post('/collections/create', { name: 'Talks' });
    collectionId = body.collection.id;
  }, 300_000);

  const browserAt = (name: string, from?: Browser): Browser => {
    const app = { app: { config: { consoleBaseUrl: ORIGIN } }, consoleUrl: processes.urls[name]!.console };
    return consoleOf(app as TestApp).browser(from && { cookies: from.cookies });
  };
  /** A media asset that has not been uploaded. */
  const newFile = async (): Promise<{ id: number; uploadUrl: string; url: string }> => {
    const item = { title: `Recording ${randomUUID()}`, date: '2026-03-01', collectionId };
    const { id } = (await processes.api('api1').post('/items/create', item)).body.item;
    const file = { ...AUDIO, fileSizeBytes: SIZE };
    const { mediaAsset, uploadUrl, resumable } = (
      await processes.api('api1').post(`/items/${id}/media/create`, file)
    ).body;
    return { id: mediaAsset.id, uploadUrl, url: resumable.url };
  };
  const isStored = async ({ id }: { id: number }): Promise<boolean> => {
    const { url } = (await processes.api('api2').get(`/media/${id}`)).body.mediaAsset;
    return (await web.get(processes.at('api2', url as string))).bytes.equals(BYTES);
  };

  it('share sessions, who is there, what changes, and how often a password was guessed', async () => {
    const email = 'ruth@example.org';
    const names = ['--email', email, '--name', 'Ruth'];
    const invite = ['person', 'invite', '--account', 'demo', '--role', 'owner', ...names];
    const invited = await runInProcess(invite, processes.env);
    const [, link] = /#token=([\w-]{43})/.exec(invited.stdout) ?? [];
    const first = browserAt('api1');
    const redeemed = await first.post('/auth/links/redeem', { token: link, password: PASSWORD });
    expect(redeemed.status).toBe(200);
    await processes.api('api1').patch('/account', { settings: { requireSecondFactor: 'none' } });
    const second = browserAt('api2', first);
    expect((await second.get('/auth/me')).body.person.email).toBe(email);

    const watching = await readEvents(`${processes.urls.api2!.private}/events`, {
      Authorization: `Bearer ${processes.token}`,
    });
    const people = (): string[] =>
      watching.events.findLast(({ event }) => event === 'people')?.data.people.map(({ name }: any) => name);
    const page = await readEvents(`${processes.urls.api1!.console}/a/demo/v2/events`, {
      ...first.headers,
      Cookie: [...first.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    });
    expect([watching.status, page.status]).toEqual([200, 200]);
    await expect.poll(people).toEqual(['Ruth']);
    const { id } = (await processes.api('api1').post('/topics/create', { name: 'Bees' })).body.topic;
    await expect.poll(() => watching.events.map(({ data }) => data.recordId)).toContain(id);
    page.close();
    await expect.poll(people).toEqual([]);
    watching.close();

    const guesses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const browser = browserAt(SERVERS[i % 2]!);
      guesses.push((await browser.post('/auth/sign-in', { email, password: 'wrong' })).status);
    }
    expect(guesses).toEqual([...Array<number>(10).fill(401), 429, 429]);

    expect((await second.post('/auth/sign-out')).status).toBeLessThan(300);
    expect((await first.get('/auth/me')).status).toBe(401);
  });

  it('pass an upload on, once what one of them got is stored', async () => {
    const file = await newFile();
    const [here, there] = SERVERS.map((name) => processes.at(name, file.url));
    const { call, ended } = begin(here!, BYTES.subarray(0, 50_000));
    await expect.poll(async () => (await head(there!)).headers['upload-offset']).toBe('50000');
    expect(await ended).toBe(204);
    call.destroy();
    expect((await patch(there!, 50_000, BYTES.subarray(50_000))).status).toBe(204);
    expect(await isStored(file)).toBe(true);
  });

  it('are restarted one after the other while people work, and nothing fails or is lost', async () => {
    let calls = 0;
    const nextServer = (): string => SERVERS[calls++ % 2]!;
    /** Sends a request as a proxy does: to another server if one does not answer. */
    const send = async (call: (name: string) => Promise<Answer>): Promise<Answer> => {
      for (let tries = 0; ; tries++)
        try {
          return await call(nextServer());
        } catch (error) {
          if (tries === 600) throw error;
          await sleep(50);
        }
    };
    const acknowledged = new Map<number, string>();
    const unexpected: unknown[] = [];
    let hasEnded = false;
    const untilEnded = async (work: () => Promise<void>): Promise<void> => {
      while (!hasEnded) await work();
    };
    const accepted = (answer: Answer): Answer => {
      if (answer.status >= 300) unexpected.push([answer.status, answer.body]);
      return answer;
    };
    const write = async (): Promise<void> => {
      const title = `Talk ${randomUUID()}`;
      const body = { title, date: '2026-03-01', collectionId, autoPublish: true };
      const headers = { 'Idempotency-Key': randomUUID() };
      const made = accepted(await send((name) => processes.api(name, headers).post('/items/create', body)));
      const { id } = made.body.item;
      acknowledged.set(id, title);
      const type = { 'Content-Type': 'text/vtt' };
      const vtt = vttOf(talks.bees);
      accepted(await send((name) => processes.api(name).put(`/items/${id}/transcript`, vtt, type)));
      const events = [{ type: 'pageView', url: 'https://www.example.org/a', itemId: id }];
      const key = { 'Idempotency-Key': randomUUID() };
      accepted(await send((name) => processes.api(name, key).post('/logging/batch', { events })));
    };
    const read = async (): Promise<void> => {
      const host = { Host: 'demo.localhost' };
      accepted(await send((name) => createClient(processes.urls[name]!.public, host).get('/search?q=bees')));
      await sleep(20);
    };
    const readers: EventReader[] = [];
    const createdItems = (): number[] =>
      readers.flatMap(({ events }) =>
        events.flatMap(({ data }) => (data.operation === 'createItem' ? [Number(data.recordId)] : [])),
      );
    let stopFollowing = (): void => undefined;
    const stopped = new Promise<false>((resolve) => (stopFollowing = () => resolve(false)));
    const follow = async (): Promise<void> => {
      let last = '';
      for (let isOpen = true; isOpen;) {
        const url = `${processes.urls[nextServer()]!.private}/events`;
        const headers = {
          Authorization: `Bearer ${processes.token}`,
          ...(last && { 'Last-Event-ID': last }),
        };
        const reader = await readEvents(url, headers).catch(() => null);
        if (reader) readers.push(reader);
        isOpen = await Promise.race([(reader?.ended ?? sleep(50)).then(() => true), stopped]);
        last = reader?.events.findLast(({ id }) => id)?.id ?? last;
        reader?.close();
      }
    };
    /** A piece to whichever server answers. */
    const sendPieces = async ({ url }: { url: string }): Promise<void> => {
      for (let offset = 0; offset < SIZE;) {
        const piece = BYTES.subarray(offset, offset + 10_000);
        const sent = await patch(processes.at(nextServer(), url), offset, piece).catch(() => null);
        if (sent?.status === 204) offset = Number(sent.headers['upload-offset']);
        else offset = await offsetOf(processes.at(nextServer(), url)).catch(() => offset);
        await sleep(100);
      }
    };

    const [plain, inPieces] = [await newFile(), await newFile()];
    const work = [untilEnded(write), untilEnded(read), follow(), sendPieces(inPieces)];
    // A plain PUT is in the middle when its server is stopped.
    const upload = request(processes.at('api1', plain.uploadUrl), {
      method: 'PUT',
      headers: { 'Content-Type': AUDIO.mimeType, 'Content-Length': SIZE },
    });
    const answered = new Promise<number>((resolve, reject) => {
      upload.on('error', reject).on('response', (response) => resolve(response.resume().statusCode ?? 0));
    });
    upload.write(BYTES.subarray(0, 100_000));
    await expect.poll(() => acknowledged.size).toBeGreaterThan(3);
    const ends = [processes.stop('api1')];
    const config = `${processes.urls.api1!.public}/config`;
    await expect.poll(() => fetch(config).then(() => 'served', () => 'refused')).toBe('refused'); // prettier-ignore
    upload.end(BYTES.subarray(100_000));
    expect(await answered).toBe(200);
    await ends[0];
    await processes.start('api1');
    for (const name of ['worker1', 'api2', 'worker2']) {
      ends.push(processes.stop(name));
      await ends.at(-1);
      await processes.start(name);
    }
    hasEnded = true;
    const unseen = (): number[] => [...acknowledged.keys()].filter((id) => !createdItems().includes(id));
    await expect.poll(unseen).toEqual([]);
    stopFollowing();
    await Promise.all(work);

    expect(unexpected).toEqual([]);
    expect([await isStored(plain), await isStored(inPieces)]).toEqual([true, true]);
    for (const [id, title] of acknowledged) {
      const { body } = await processes.api('api2').get(`/items?title=${encodeURIComponent(title)}`);
      expect(body.items.map((item: { id: number }) => item.id)).toEqual([id]);
    }
    const total = async (path: string): Promise<number> =>
      (await processes.api('api1').get(path)).body.totalRecords;
    await expect.poll(() => total('/items?status=published&_limit=1')).toBe(acknowledged.size);
    await expect.poll(() => total('/stats/top-items?range=week')).toBe(acknowledged.size);
    for (const name of [...SERVERS, 'worker1', 'worker2']) ends.push(processes.stop(name));
    for (const { code, stderr } of await Promise.all(ends)) {
      const lines = stderr.split('\n').filter((line) => !line.includes('"msg":"sign-in failed"'));
      expect([code, lines.join('\n')]).toEqual([0, '']);
    }
  }, 300_000);
});
