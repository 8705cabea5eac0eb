/** Artwork must have the proportions of its variant, checked on upload, or on confirmation for a bucket. */
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { enqueue } from '../../src/platform/jobs/job.repository.js';
import type { Answer } from '../support/client.js';
import { buildCollection, buildItem, buildSeries, type Built } from '../support/factories.js';
import { picture } from '../support/images.js';
import { useApp } from '../support/start-app.js';

describe('artwork', () => {
  const app = useApp({ worker: true });
  let collection: Built;
  beforeAll(async () => {
    collection = await buildCollection(app.demo);
  });

  const newItem = (): Promise<Built> => buildItem(app.demo, { collectionId: collection.id });
  const plan = (path: string, variant: string, { length }: Buffer): Promise<Answer> =>
    app.demo.api.post(`${path}/artwork/create`, {
      variant,
      fileMimeType: 'image/png',
      fileSizeBytes: length,
    });
  const put = async (url: string, bytes: Buffer) => {
    const answer = await fetch(url, { method: 'PUT', body: bytes, headers: { 'Content-Type': 'image/png' } });
    return { status: answer.status, body: (await answer.json()) as Built };
  };

  it.each([
    ['square', 105, 100, null],
    ['square', 100, 106, '100 × 100'],
    ['wide', 168, 90, null],
    ['wide', 320, 240, '320 × 180'],
    ['ultraWide', 280, 100, null],
    ['ultraWide', 300, 100, '277 × 100'],
    ['vertical', 100, 150, null],
    ['vertical', 90, 160, '90 × 135'],
  ])('of the variant %s with %i × %i pixels is accepted only if its proportions fit', async (...one) => {
    const [variant, width, height, fitting] = one;
    const bytes = await picture('png', width, height);
    const series = await buildSeries(app.demo, { collectionId: collection.id });
    for (const path of [`/items/${(await newItem()).id}`, `/series/${series.id}`]) {
      const { body } = await plan(path, variant, bytes);
      const sent = await put(body.uploadUrl, bytes);
      const record = Object.values((await app.demo.api.get(path)).body as Record<string, Built>)[0]!;
      expect([sent.status, record[`${variant}ImgUrl`] !== null]).toEqual(
        fitting ? [422, false] : [200, true],
      );
      if (fitting)
        expect(sent.body.error.details[0].message).toMatch(
          new RegExp(`^has ${width} × ${height} pixels; .* such as ${fitting}$`),
        );
    }
  });

  it('can be confirmed for a file in a bucket, which is checked then', async () => {
    const item = await newItem();
    const path = `/items/${item.id}`;
    const confirm = (): Promise<Answer> => app.demo.api.post(`${path}/artwork/uploaded`, { variant: 'wide' });
    expect((await confirm()).body.error.type).toBe('InvalidStateError');
    for (const [height, status] of [
      [240, 409],
      [180, 200],
    ] as const) {
      const bytes = await picture('png', 320, height);
      await plan(path, 'wide', bytes);
      expect((await confirm()).body.error.type).toBe('InvalidStateError');
      const upload = await app.app.db
        .selectFrom('upload')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      // The file is put into the bucket without this server.
      await app.app.blobs.write(upload.blobKey, Readable.from([bytes]), upload);
      const { status: answered, body } = await confirm();
      expect(answered).toBe(status);
      if (status === 409) expect(body.error.message).toContain('has 320 × 240 pixels; wide artwork is 16:9');
      else expect(body.item.wideImgMetadata).toMatchObject({ width: 320, height: 180 });
    }
    expect((await confirm()).status).toBe(200);
    expect((await app.other.api.post(`${path}/artwork/uploaded`, { variant: 'wide' })).status).toBe(404);
  });

  it('is rejected with both sizes if the job removed the file before confirmation', async () => {
    const path = `/items/${(await newItem()).id}`;
    const { db, clock, blobs } = app.app;
    const arrive = async (bytes: Buffer) => {
      await plan(path, 'square', bytes);
      const upload = await db
        .selectFrom('upload')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      await blobs.write(upload.blobKey, Readable.from([bytes]), upload);
      await enqueue(db, clock, app.demo.account.id, 'finalizeUpload', { uploadId: upload.id });
      return upload;
    };
    const refused = await arrive(await picture('png', 120, 90));
    await expect.poll(() => blobs.stat(refused.blobKey)).toBeNull();
    const confirm = (): Promise<Answer> =>
      app.demo.api.post(`${path}/artwork/uploaded`, { variant: 'square' });
    for (let time = 0; time < 2; time++) {
      const { status, body } = await confirm();
      expect([status, body.error.type]).toEqual([409, 'ConflictError']);
      expect(body.error.details[0].message).toBe(
        'has 120 × 90 pixels; square artwork is 1:1, such as 90 × 90',
      );
    }
    // A valid file can follow under the same URL.
    const right = await picture('png', 90, 90);
    await blobs.write(refused.blobKey, Readable.from([right]), { ...refused, sizeBytes: right.length });
    expect((await confirm()).body.item.squareImgMetadata).toMatchObject({ width: 90, height: 90 });
  });
});
