/** Uploads in pieces by tus, planned and sent as tests need them. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Client } from './client.js';
import type { Built } from './factories.js';
import type { TestApp } from './start-app.js';
import { web } from './web.js';

export const SIZE = 300_000;
export const BYTES = randomBytes(SIZE);
export const TUS = { 'Tus-Resumable': '1.0.0' };
export const AUDIO = { contentType: 'audio', mimeType: 'audio/mpeg', originalFilename: 'talk.mp3' };

const PIECE = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };

export interface Planned {
  asset: Built;
  url: string;
  partBytes: number;
  uploadUrl: string;
}

export const patch = (url: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
  web.send('PATCH', url, bytes, { ...PIECE, 'Upload-Offset': String(offset), ...headers });

export const head = (url: string) => web.send('HEAD', url, undefined, TUS);

export const offsetOf = async (url: string): Promise<number> =>
  Number((await head(url)).headers['upload-offset']);

/** Sends the beginning of the first piece, and leaves the connection open. */
export const begin = (url: string, bytes: Buffer, headers: Record<string, string> = {}) => {
  const call = request(url, {
    method: 'PATCH',
    headers: { ...PIECE, 'Upload-Offset': '0', 'Content-Length': String(SIZE), ...headers },
  });
  const ended = new Promise<number | 'cut'>((resolve) => {
    call.on('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    call.on('error', () => resolve('cut'));
  });
  call.write(bytes);
  return { call, ended };
};

/** Uploads of the app's first account. */
export const resumableUploads = (app: TestApp) => ({
  plan: async (
    itemId: number,
    client: Pick<Client, 'post'> = app.demo.api,
    { fileSizeBytes = SIZE, path = '' } = {},
  ): Promise<Planned> => {
    const created = await client.post(`${path}/items/${itemId}/media/create`, { ...AUDIO, fileSizeBytes });
    expect(created.status).toBe(201);
    const { mediaAsset, uploadUrl, resumable } = created.body;
    expect(resumable.protocol).toBe('tus');
    return { asset: mediaAsset, uploadUrl, ...resumable };
  },
  read: async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/media/${id}`)).body.mediaAsset,
  uploadOf: ({ id }: Built) =>
    app.app.db
      .selectFrom('upload')
      .selectAll()
      .where('purpose', '=', 'media')
      .where('subjectId', '=', id)
      .executeTakeFirst(),
  /** Bytes of each unfinished file. */
  pieces: (): number[] => {
    const unfinished = join(app.app.config.dataDir, 'blobs', 'new');
    if (!existsSync(unfinished)) return [];
    return (readdirSync(unfinished, { recursive: true }) as string[])
      .filter((name) => name.endsWith('bytes'))
      .map((name) => statSync(join(unfinished, name)).size);
  },
  runJobs: async (): Promise<void> => {
    const worker = app.app.createWorker();
    void worker.run();
    await app.idle();
    await worker.stop();
  },
  runMaintenance: async (): Promise<void> => {
    app.app.maintenance.start();
    await app.app.maintenance.stop();
  },
});
