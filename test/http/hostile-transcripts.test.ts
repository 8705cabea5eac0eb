/** Large and hostile transcripts are parsed in threads, or rejected with a message. */
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../support/abuse/hostile-texts.js';
import { createClient } from '../support/client.js';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

/** Too large to be parsed without a thread, and large enough for quadratic parsing to take a minute. */
const SIZE = 200_000;
const TYPES = { vtt: 'text/vtt', srt: 'application/x-subrip', txt: 'text/plain' } as const;
/**
 * Texts that were parsed in quadratic time, and texts that are more than one run of characters (their names are
 * quoted). The unit tests have all runs.
 */
const CHOSEN = /cue "(<v |<v\.|{\\\\|a\\n)"|^[^"]*$/;

// The database does not affect the cost of parsing.
describe('hostile transcripts', () => {
  const app = useApp();

  it.each(Object.entries(TYPES))('in %s are parsed or rejected', async (format, contentType) => {
    const { id } = await buildItem(app.demo);
    for (const { name, bytes } of hostileTexts(format as keyof typeof TYPES, SIZE)) {
      if (!CHOSEN.test(name)) continue;
      const { status, body } = await app.demo.api.put(`/items/${id}/transcript`, Buffer.from(bytes), {
        'Content-Type': contentType,
      });
      expect([200, 422], `${name}: ${JSON.stringify(body)}`).toContain(status);
      if (status === 422) expect(body.error.details[0].path, name).toBe('segments');
    }
  });

  it('may have 100,000 segments and 2,000,000 lines', async () => {
    const { id } = await buildItem(app.demo);
    for (const [contentType, text, message] of [
      [
        'text/vtt',
        `WEBVTT\n\n00:01.000 --> 00:02.000\n${'a\n'.repeat(2_000_000)}`,
        /more than 2000000 lines/,
      ],
      ['text/plain', 'a\n\n'.repeat(100_001), /more than 100000 segments/],
    ] as const) {
      const { status, body } = await app.demo.api.put(`/items/${id}/transcript`, text, {
        'Content-Type': contentType,
      });
      expect(status).toBe(422);
      expect(body.error.message).toMatch(message);
    }
  });

  it('large enough for a thread are stored like small ones', async () => {
    const item = await buildItem(app.demo);
    const segments = Array.from({ length: 3_000 }, (_, i) => ({
      text: `The Lord is my shepherd, ${i}. I shall not want.`,
      startMs: i * 1_000,
      endMs: i * 1_000 + 900,
    }));
    const put = await app.demo.api.put(`/items/${item.id}/transcript`, { language: 'en', segments });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    const raw = await createClient('').get(put.body.item.transcriptUrl);
    expect(raw.body).toEqual({
      itemId: item.id,
      mediaAssetId: expect.any(Number) as number,
      language: 'en',
      segments: segments.map((segment) => ({
        ...segment,
        id: expect.any(String) as string,
        speaker: null,
        heading: false,
        kind: null,
        level: null,
      })),
    });
    for (const format of ['vtt', 'srt', 'txt'])
      expect((await app.demo.api.get(`/items/${item.id}/transcript.${format}`)).body).toContain(
        '2999. I shall',
      );
    const worker = app.app.createWorker();
    const working = worker.run();
    await app.idle();
    await worker.stop();
    await working;
    const { body } = await app.demo.api.get(`/items/${item.id}/transcript`);
    expect(body.transcript).toBe(segments.map(({ text }) => text).join(' '));
    expect(body.chunks.length).toBeGreaterThan(200);
    expect(body.chunks.at(-1)).toMatchObject({ endMs: 2_999_900 });
  });

  it('in JSON are rejected by field', async () => {
    const { id } = await buildItem(app.demo);
    const { status, body } = await app.demo.api.put(`/items/${id}/transcript`, {
      segments: Array.from({ length: 20_000 }, () => ({ text: 1 })),
    });
    expect([status, body.error.details[0].path]).toEqual([422, 'segments.0.text']);
  });
});
