/**
 * A file that is uploaded in pieces, through a proxy that refuses large bodies, with connections cut and the server
 * killed: it arrives unchanged, and little of it is sent twice. RESUMABLE_BYTES makes it larger.
 */
import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Upload } from 'tus-js-client';
import { createClient } from '../support/client.js';
import { startCli, type Running } from '../support/run-cli.js';
import { prepareData } from '../support/run-in-process.js';

const SIZE = Number(process.env.RESUMABLE_BYTES ?? 24_000_000);
/** Where connections are cut; the server is killed with the second one. */
const CUTS = [0.1, 0.5, 0.9];
const MAX_BODY = 95_000_000;
/** A cut loses what sockets hold at that moment, however large the file is. */
const IN_FLIGHT = 2 * 1024 ** 2;

const home = mkdtempSync(join(tmpdir(), 'lectern-resumable-'));
const path = join(home, 'film.mp4');
const env = {
  DATA_DIR: join(home, 'data'),
  LOG_LEVEL: 'error',
  PORT: '0',
  PUBLIC_PORT: '0',
  CONSOLE: 'false',
};

const sha256 = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
};

/** Writes random bytes: a block that differs each time in its first bytes. */
const writeFilm = (): void => {
  const file = openSync(path, 'w');
  const block = randomFillSync(Buffer.alloc(1_000_000));
  for (let at = 0; at < SIZE; at += block.length) {
    block.writeDoubleLE(at, 0);
    writeSync(file, block.subarray(0, SIZE - at));
  }
  closeSync(file);
};

interface CuttingProxy {
  server: Server;
  url: string;
  /** Bytes of bodies that clients have sent. */
  sent(): number;
  target(url: string): void;
}

/** @param onCut called when a connection has been cut */
const startProxy = async (onCut: (number: number) => void): Promise<CuttingProxy> => {
  let target = '';
  let sent = 0;
  let cuts = 0;
  const server = createServer((incoming, response) => {
    if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY) {
      response.writeHead(413, { Connection: 'close' }).end();
      return;
    }
    const { method, headers, url } = incoming;
    const outgoing = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (cuts < CUTS.length && sent >= CUTS[cuts]! * SIZE) {
        incoming.destroy();
        outgoing.destroy();
        onCut(cuts++);
      } else if (!outgoing.write(chunk)) {
        incoming.pause();
        outgoing.once('drain', () => incoming.resume());
      }
    });
    incoming.on('end', () => outgoing.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    target: (url) => void (target = url),
  };
};

let token: string;
let running: Running;
let proxy: CuttingProxy;
let restarted: Promise<unknown> = Promise.resolve();

/** @returns its address */
const start = async (): Promise<string> => {
  running = startCli(['serve'], env);
  await running.said('private');
  const [, url = ''] = /private +(http:\S+?)\/v2/.exec(running.output()) ?? [];
  proxy.target(url);
  return url;
};

beforeAll(async () => {
  writeFilm();
  token = await prepareData(env);
  proxy = await startProxy((number) => {
    if (number !== 1) return;
    running.process.kill('SIGKILL');
    restarted = running.finished.then(start);
  });
  await start();
});
afterAll(async () => {
  running.process.kill('SIGTERM');
  await running.finished;
  proxy.server.close();
  proxy.server.closeAllConnections();
  rmSync(home, { recursive: true, force: true });
});

it('arrives unchanged, though it was cut three times and the server killed', async () => {
  const api = createClient(`${proxy.url}/v2`, { Authorization: `Bearer ${token}` });
  const { collection } = (await api.post('/collections/create', { name: 'Films' })).body;
  const item = { title: 'Film', date: '2026-03-01', collectionId: collection.id };
  const { id } = (await api.post('/items/create', item)).body.item;
  const file = { contentType: 'video', mimeType: 'video/mp4', fileSizeBytes: SIZE };
  const { mediaAsset, resumable } = (await api.post(`/items/${id}/media/create`, file)).body;
  const before = proxy.sent();
  await new Promise<void>((resolve, reject) => {
    new Upload(createReadStream(path), {
      uploadUrl: resumable.url,
      uploadSize: SIZE,
      chunkSize: resumable.partBytes,
      retryDelays: Array.from({ length: 200 }, () => 250),
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
  await restarted;
  const sent = proxy.sent() - before;
  const { url } = (await api.get(`/media/${mediaAsset.id}`)).body.mediaAsset;
  const stored = await fetch(url);
  expect(stored.status).toBe(200);
  expect(await sha256(stored.body as unknown as AsyncIterable<Uint8Array>)).toBe(
    await sha256(createReadStream(path)),
  );
  console.log(`${SIZE} bytes uploaded with ${sent} sent: ${(sent / SIZE).toFixed(4)}`);
  expect(sent - SIZE).toBeLessThanOrEqual(Math.max(0.05 * SIZE, CUTS.length * IN_FLIGHT));
}, 600_000);
