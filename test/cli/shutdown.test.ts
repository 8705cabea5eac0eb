/** Shutting down: current work completes, new work is refused, and the next start resumes. */
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { startServer } from '../../src/server.js';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';

describe('shutting down', () => {
  const app = useApp();

  it('completes the current request and accepts no others', async () => {
    const second = createApp(app.app.config);
    const running = await startServer(second, { role: 'api', warm: false });
    const { secret } = await second.tokens.create(app.demo.account.id, {
      name: 'slow',
      scopes: ['content:write'],
      expiresAt: null,
    });
    const { port, hostname } = new URL(running.privateUrl);
    const socket = connect(Number(port), hostname);
    const said: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => said.push(bytes));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    const body = JSON.stringify({ name: 'Made at the last moment' });
    const head =
      `POST /v2/collections/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    await new Promise<void>((written) => socket.write(head + body.slice(0, 5), () => written()));
    await expect.poll(async () => (await fetch(`${running.publicUrl}/config`)).status).toBe(404);

    const stopped = running.stop();
    await expect(fetch(`${running.publicUrl}/config`)).rejects.toThrow();
    socket.write(body.slice(5));
    await stopped;
    await ended;
    expect(Buffer.concat(said).toString()).toMatch(/^HTTP\/1\.1 201 /);
    await second.close();
    expect(
      (await app.demo.api.get('/collections?name=Made%20at%20the%20last%20moment')).body.totalRecords,
    ).toBe(1);
  });

  it('lets the worker finish its batch, and another worker process the rest', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 40; i++) {
      const { id } = await buildItem(app.demo, { autoPublish: true });
      await app.demo.api.put(`/items/${id}/transcript`, vttOf(talks.bees), { 'Content-Type': 'text/vtt' });
      ids.push(id as number);
    }
    const statuses = async (): Promise<string[]> =>
      (await app.demo.api.get(`/items?id.in=${ids.join(',')}`)).body.items.map(({ status }: any) => status);
    const jobs = () => app.app.db.selectFrom('job').selectAll().where('kind', '=', 'processItem').execute();
    const work = async (until: () => Promise<unknown>): Promise<void> => {
      const second = createApp(app.app.config);
      const running = await startServer(second, { role: 'worker', warm: false });
      expect(running.privateUrl).toBe('');
      await until();
      await running.stop();
      await second.close();
    };
    await work(() => expect.poll(async () => (await statuses()).includes('processing')).toBe(true));
    const left = await jobs();
    expect(left.length).toBeGreaterThan(0);
    expect(await statuses()).not.toContain('processing');
    // The stopped worker holds no job, and no job has one attempt too many.
    for (const { attempts, leaseUntil } of left) {
      expect(attempts).toBe(0);
      expect(leaseUntil === null || leaseUntil < new Date().toISOString()).toBe(true);
    }
    expect(await app.app.db.selectFrom('lease').selectAll().execute()).toEqual([]);
    await work(() => app.idle());
    expect(new Set(await statuses())).toEqual(new Set(['published']));
    expect(await jobs()).toEqual([]);
  });

  it('reports that a port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const second = createApp({ ...app.app.config, publicPort: port });
    await expect(startServer(second, { role: 'api', warm: false })).rejects.toThrow(`Port ${port} is in use`);
    await second.close();
    taken.close();
  });
});
