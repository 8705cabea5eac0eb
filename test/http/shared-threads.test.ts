/** The threads for long texts: an account that fills them is refused, and others are not. */
import { describe, expect, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const BYTES = 128 * 1024 * 1024;
const JOBS = 8;

describe('threads for long texts', () => {
  const app = useApp();
  const segments = Array.from({ length: 1_500 }, (_, i) => ({ text: `Segment ${i}. ${'word '.repeat(20)}` }));

  it('accept the uploads of an account while another has filled them', async () => {
    const [mine, theirs] = [await buildItem(app.demo), await buildItem(app.other)];
    expect((await app.demo.api.put(`/items/${mine.id}/transcript`, { segments })).status).toBe(200);
    const options = { accountId: app.demo.account.id, bytes: BYTES, path: 'segments', isJob: true };
    let running = JOBS;
    const jobs = Array.from({ length: JOBS }, () =>
      app.app.threads
        .run('writeText', { segments: JSON.stringify(segments) }, options)
        .finally(() => running--),
    );
    const [upload, exported] = await Promise.all([
      app.other.api.put(`/items/${theirs.id}/transcript`, { segments }),
      app.demo.api.get(`/items/${mine.id}/transcript/segments`),
    ]);
    expect(running).toBeGreaterThan(0);
    expect([upload.status, exported.status]).toEqual([200, 503]);
    await Promise.all(jobs);
  });
});
