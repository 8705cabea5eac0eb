/** Uploads: an upload URL accepts one file as declared, and failures leave nothing behind. */
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { buildItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const HOUR_MS = 60 * 60_000;
const BYTES = Buffer.from('%PDF-1.4 a guide for groups');
const TYPE = 'application/pdf';

describe('an upload', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  let item: Built;
  let folder: string;
  beforeAll(async () => {
    item = await buildItem(app.demo);
    folder = join(app.app.config.dataDir, 'blobs');
  });

  const plan = async (fileSizeBytes = BYTES.length): Promise<{ resource: Built; url: string }> => {
    const file = { title: 'Guide', contentType: 'file', fileMimeType: TYPE, originalFilename: 'guide.pdf' };
    const { body } = await app.demo.api.post(`/items/${item.id}/resources/create`, {
      ...file,
      fileSizeBytes,
    });
    return { resource: body.resource, url: body.uploadUrl };
  };
  const put = (url: string, bytes: Buffer | string = BYTES, headers: Record<string, string> = {}) =>
    web.put(url, bytes, { 'Content-Type': TYPE, ...headers });
  const urlOf = async ({ id, itemId }: Built): Promise<string | null> =>
    (await app.demo.api.get(`/items/${itemId}/resources/${id}`)).body.resource.url;
  const uploadOf = ({ id }: Built) =>
    app.app.db
      .selectFrom('upload')
      .selectAll()
      .where('purpose', '=', 'resource')
      .where('subjectId', '=', id)
      .executeTakeFirst();
  const stored = (): string[] =>
    existsSync(folder)
      ? (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
          statSync(join(folder, name)).isFile(),
        )
      : [];
  const runMaintenance = async (): Promise<void> => {
    app.app.maintenance.start();
    await app.app.maintenance.stop();
  };

  it('accepts the file once, without a token, from a page of any origin', async () => {
    const { resource, url } = await plan();
    expect(url).toMatch(new RegExp(`^${app.privateUrl}/uploads/${app.demo.account.id}/\\d+/[\\w-]{43}$`));
    const ask = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'PUT' };
    const preflight = await web.send('OPTIONS', url, undefined, ask);
    expect(preflight.status).toBe(204);
    expect(String(preflight.headers['access-control-allow-methods']).split(',')).toContain('PUT');

    const answer = await put(url);
    expect([answer.status, answer.body]).toEqual([200, { result: 'success' }]);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const opened = await web.get((await urlOf(resource)) ?? '');
    expect(opened.bytes).toEqual(BYTES);
    const again = await put(url, Buffer.from('%PDF-1.4 another of that size').subarray(0, BYTES.length));
    expect([again.status, again.body.error.type]).toEqual([403, 'PermissionError']);
    expect((await web.get((await urlOf(resource)) ?? '')).bytes).toEqual(BYTES);
  });

  it.each<[string, string, (url: string) => Promise<{ status: number; body: any }>]>([
    ['another content type', TYPE, (url) => put(url, BYTES, { 'Content-Type': 'text/html' })],
    ['none', TYPE, (url) => web.send('PUT', url, BYTES, { 'Content-Type': '' })],
    ['a larger file', 'declared', (url) => put(url, Buffer.concat([BYTES, BYTES]))],
    ['a smaller file', 'declared', (url) => put(url, BYTES.subarray(1))],
    ['an empty one', 'declared', (url) => put(url, '')],
    ['a larger file in chunks', 'declared', (url) => chunked(url, Buffer.concat([BYTES, BYTES]))],
    ['a smaller file in chunks', 'declared', (url) => chunked(url, BYTES.subarray(1))],
    ['another method', 'PUT', (url) => web.send('POST', url, BYTES, { 'Content-Type': TYPE })],
    ['a look at it', 'PUT', (url) => web.get(url)],
    [
      'another secret',
      'Invalid upload URL',
      (url) => put(url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A')),
    ],
    ['a shorter secret', 'Invalid upload URL', (url) => put(url.slice(0, -1))],
    [
      'another upload',
      'Invalid upload URL',
      (url) => put(url.replace(/\d+(?=\/[\w-]+$)/, (id) => String(Number(id) + 1))),
    ],
    [
      'another account',
      'Invalid upload URL',
      (url) => put(url.replace(/\d+(?=\/\d+\/[\w-]+$)/, String(app.other.account.id))),
    ],
    [
      'tricks in the path',
      'Invalid upload URL',
      (url) => put(url.replace(/uploads\/\d+/, 'uploads/..%2f..')),
    ],
  ])('rejects %s, and stays open', async (_what, word, send) => {
    const before = stored();
    const { resource, url } = await plan();
    const { status, body } = await send(url);
    expect([status, body.error.type]).toEqual([403, 'PermissionError']);
    expect(body.error.message).toContain(word);
    expect(stored()).toEqual(before);
    expect(await urlOf(resource)).toBeNull();
    expect((await put(url)).status).toBe(200);
  });

  it('accepts a file in chunks, without a length', async () => {
    const { resource, url } = await plan();
    expect((await chunked(url, BYTES)).status).toBe(200);
    expect((await web.get((await urlOf(resource)) ?? '')).bytes).toEqual(BYTES);
  });

  it('rejects late requests', async () => {
    const { resource, url } = await plan();
    clock.pass(HOUR_MS - 1);
    expect((await put(url, BYTES.subarray(1))).body.error.message).toContain('declared');
    clock.pass(1);
    const { status, body } = await put(url);
    expect([status, body.error.type]).toEqual([403, 'PermissionError']);
    expect(body.error.message).toContain('expired');
    expect(await urlOf(resource)).toBeNull();
  });

  it('removes an interrupted file, and stays open', async () => {
    const before = stored();
    const half = Buffer.alloc(1_000_000, 'a');
    const { resource, url } = await plan(2 * half.length);
    const headers = { 'Content-Type': TYPE, 'Content-Length': String(2 * half.length) };
    const call = request(url, { method: 'PUT', headers });
    call.on('error', () => undefined);
    call.write(half);
    await expect.poll(() => stored().length).toBeGreaterThan(before.length);
    call.destroy();
    await expect.poll(() => stored()).toEqual(before);
    expect(await urlOf(resource)).toBeNull();
    expect((await put(url, Buffer.concat([half, half]))).status).toBe(200);
    expect(await urlOf(resource)).not.toBeNull();
  });

  it('accepts one of two simultaneous files', async () => {
    const files = ['a', 'b'].map((letter) => Buffer.alloc(500_000, letter));
    const { resource, url } = await plan(500_000);
    const answers = await Promise.all(files.map((file) => put(url, file)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const winner = files[answers.findIndex(({ status }) => status === 200)];
    expect((await web.get((await urlOf(resource)) ?? '')).bytes.equals(winner as Buffer)).toBe(true);
  });

  it('is deleted a day later if never finished, and finished if a crash separated file and record', async () => {
    const before = stored();
    const [never, crashed, deleted] = [await plan(), await plan(), await plan()];
    for (const { resource } of [crashed, deleted]) {
      const upload = await uploadOf(resource);
      await app.app.blobs.write(upload?.blobKey ?? '', Readable.from([BYTES]), upload as never);
    }
    await app.demo.api.delete(`/items/${item.id}/resources/${deleted.resource.id}`);

    clock.pass(24 * HOUR_MS);
    await runMaintenance();
    expect(await uploadOf(never.resource)).toBeDefined();
    clock.pass(HOUR_MS + 1);
    await runMaintenance();
    for (const { resource } of [never, crashed, deleted]) expect(await uploadOf(resource)).toBeUndefined();
    expect(await urlOf(never.resource)).toBeNull();
    expect((await web.get((await urlOf(crashed.resource)) ?? '')).bytes).toEqual(BYTES);
    expect(stored()).toHaveLength(before.length + 2);
    expect((await put(never.url)).status).toBe(403);
  });

  it('waits while the file folder is unavailable, and everything else continues', async () => {
    const { resource, url } = await plan();
    const { url: other } = await plan();
    expect((await put(other)).status).toBe(200);
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, '');
    const refused = await put(url);
    expect([refused.status, refused.body.error.type]).toEqual([503, 'UnavailableError']);
    expect(refused.headers['retry-after']).toBeDefined();
    const ready = await fetch(new URL('/readyz', app.privateUrl));
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'degraded', stores: { blobs: { status: 'down' } } });
    expect((await app.demo.api.get(`/items/${item.id}`)).status).toBe(200);

    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    expect((await put(url)).status).toBe(200);
    expect(await urlOf(resource)).not.toBeNull();
  });
});

const chunked = (url: string, bytes: Buffer): Promise<{ status: number; body: any }> =>
  new Promise((resolve, reject) => {
    const call = request(url, { method: 'PUT', headers: { 'Content-Type': TYPE } }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
    });
    call.on('error', reject);
    call.write(bytes.subarray(0, 5));
    call.end(bytes.subarray(5));
  });
