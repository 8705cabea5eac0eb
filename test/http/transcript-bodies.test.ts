/** Uploaded transcripts with mistakes are repaired if possible, or rejected with an explanation. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

interface Segment {
  text: string;
  startMs: number | null;
  endMs: number | null;
}

const SRT = '1\n00:00:01,000 --> 00:00:04,000\none\n\n2\n00:00:04,500 --> 00:00:06,000\ntwo\n';

describe('transcript bodies', () => {
  const app = useApp();

  const put = (id: number, body: unknown, contentType = 'application/json') =>
    app.demo.api.put(`/items/${id}/transcript`, body, { 'Content-Type': contentType });
  /** Uploads the transcript to a new item, and reads the raw segments back through the item's link. */
  const segmentsOf = async (body: unknown, contentType?: string): Promise<Segment[]> => {
    const item = await buildItem(app.demo);
    const answer = await put(item.id, body, contentType);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return (await createClient('').get(answer.body.item.transcriptUrl)).body.segments;
  };

  describe('are repaired:', () => {
    const cue = (start: string, end: string, text: string): string => `${start} --> ${end}\n${text}\n\n`;
    const vtt = (...cues: string[]): string => `WEBVTT\n\n${cues.join('')}`;

    it.each<[string, unknown, string]>([
      [
        'unordered',
        vtt(cue('00:05.000', '00:06.000', 'two'), cue('00:01.000', '00:02.000', 'one')),
        'text/vtt',
      ],
      [
        'overlapping',
        vtt(cue('00:01.000', '00:09.000', 'one'), cue('00:05.000', '00:06.000', 'two')),
        'text/vtt',
      ],
      [
        'negative',
        vtt(cue('-00:01.000', '00:02.000', 'one'), cue('00:05.000', '00:06.000', 'two')),
        'text/vtt',
      ],
      [
        'empty cues',
        vtt(
          cue('00:00.000', '00:01.000', ''),
          cue('00:01.000', '00:02.000', 'one'),
          cue('00:05.000', '00:06.000', 'two'),
        ),
        'text/vtt',
      ],
      ['CRLF and BOM', `\ufeff${SRT.replaceAll('\n', '\r\n')}`, 'application/x-subrip'],
      [
        'unordered',
        {
          segments: [
            { text: 'two', startMs: 5_000, endMs: 6_000 },
            { text: 'one', startMs: 0, endMs: 1 },
          ],
        },
        'application/json',
      ],
      [
        'negative',
        {
          segments: [
            { text: 'one', startMs: -5, endMs: 900 },
            { text: 'two', startMs: 1_000, endMs: 2_000 },
          ],
        },
        'application/json',
      ],
      [
        'missing times',
        {
          segments: [
            { text: 'one', startMs: 0 },
            { text: 'two', endMs: 2_000 },
          ],
        },
        'application/json',
      ],
      [
        'empty segments',
        {
          segments: [
            { text: ' ' },
            { text: 'one', startMs: 1, endMs: 2 },
            { text: 'two', startMs: 3, endMs: 4 },
          ],
        },
        'application/json',
      ],
      [
        'ends before it begins',
        {
          segments: [
            { text: 'one', startMs: 500, endMs: 2 },
            { text: 'two', startMs: 900, endMs: 950 },
          ],
        },
        'application/json',
      ],
    ])('%s', async (_name, body, contentType) => {
      const segments = await segmentsOf(body, contentType);
      expect(segments.map(({ text }) => text)).toEqual(['one', 'two']);
      for (const { startMs, endMs } of segments) {
        expect(startMs).toBeGreaterThanOrEqual(0);
        expect(endMs).toBeGreaterThanOrEqual(startMs ?? 0);
      }
      expect(segments[1]?.startMs).toBeGreaterThanOrEqual(segments[0]?.startMs ?? 0);
    });

    it('Latin-1', async () => {
      const bytes = Buffer.from('Gott ist die Liebe, für alle, die ihn hören', 'latin1');
      expect(await segmentsOf(bytes, 'text/plain')).toMatchObject([
        { text: 'Gott ist die Liebe, für alle, die ihn hören' },
      ]);
    });
  });

  it('may contain ten hours of text, or one word', async () => {
    const line = 'And it came to pass in those days that there went out a decree. ';
    const segments = Array.from({ length: 7_200 }, (_value, i) => ({
      text: line.repeat(4),
      startMs: i * 5_000,
      endMs: i * 5_000 + 4_900,
    }));
    const stored = await segmentsOf({ segments });
    expect(stored).toHaveLength(7_200);
    expect(stored.at(-1)?.endMs).toBe(35_999_900);
    expect(await segmentsOf('Amen', 'text/plain')).toMatchObject([{ text: 'Amen' }]);
  });

  it('are rejected with an explanation', async () => {
    const { id } = await buildItem(app.demo);
    for (const [body, contentType] of [
      ['', 'text/plain'],
      ['\n \n', 'text/vtt'],
      ['just words, no cues', 'text/vtt'],
      ['1\nno arrow\n', 'application/x-subrip'],
      [{ segments: [] }, 'application/json'],
      [{ segments: [{ text: '…' }] }, 'application/json'],
      [{ segments: 'none' }, 'application/json'],
      [{ segments: [{ text: 'x', start: 1 }] }, 'application/json'],
      [{ segments: [{ text: 'x' }], language: 'not a language' }, 'application/json'],
      [[], 'application/json'],
    ] as const) {
      const { status, body: answer } = await put(id, body, contentType);
      expect([status, answer.error.type], JSON.stringify(body)).toEqual([422, 'ValidationError']);
      expect(answer.error.message).not.toBe('');
    }
    expect((await put(id, '{"segments":')).status).toBe(400);
    expect((await put(id, Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
    expect((await put(id, 'x', 'application/pdf')).status).toBe(415);
    expect((await put(id, 'x', 'text/plain')).status).toBe(200);
    const large = await put(id, Buffer.alloc(33 * 1024 * 1024, 'a '), 'text/plain').catch(() => ({
      status: 413,
    }));
    expect(large.status).toBe(413);
  });
});
