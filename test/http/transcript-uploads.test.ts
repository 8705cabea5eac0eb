/**
 * Uploaded transcripts as programs write them: detected by type, name or content, linked to a media asset, or
 * rejected.
 */
import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { buildItem, buildMediaAsset } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const bytesOf = (name: string): Buffer =>
  readFileSync(new URL(`../support/fixtures/transcripts/${name}`, import.meta.url));
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ANY = 'application/octet-stream';

/** File, its own content type, and a generic content type. */
const FILES: [file: string, contentType: string, other?: string][] = [
  ['teams.vtt', 'text/vtt', 'text/plain'],
  ['premiere.srt', 'application/x-subrip', 'text/plain; charset=utf-16'],
  ['youtube.sbv', 'text/x-sbv', ANY],
  ['netflix.ttml', 'application/ttml+xml', 'text/xml'],
  ['aegisub.ass', 'text/x-ass', 'text/plain'],
  ['lyrics.lrc', 'application/x-lrc', 'text/plain'],
  ['whisper.tsv', 'text/tab-separated-values', ANY],
  ['auto.json3', 'application/json', 'text/plain'],
  ['auto.srv3', 'application/xml', ANY],
  ['openai-verbose.json', 'application/json', 'text/plain'],
  ['faster-whisper.json', 'application/json', ANY],
  ['whisperx.json', 'application/json', ''],
  ['whispercpp.json', 'application/json', ''],
  ['assemblyai.json', 'application/json', ANY],
  ['deepgram-paragraphs.json', 'application/json', ANY],
  ['podcast-namespace.json', 'application/json', ANY],
  ['lectern.json', 'application/json', 'text/plain'],
  ['speakers.txt', 'text/plain', ANY],
  ['turns.md', 'text/markdown'],
  ['word.docx', WORD, ANY],
];

describe('transcript uploads', () => {
  const app = useApp();
  let item: Awaited<ReturnType<typeof buildItem>>;
  let audioId: number;
  beforeAll(async () => {
    item = await buildItem(app.demo);
    audioId = (await buildMediaAsset(app.app.db, item, app.demo.account.id)).id;
  });

  const put = (query: string, body: Buffer | string | object, contentType: string) =>
    app.demo.api.put(`/items/${item.id}/transcript${query}`, body, { 'Content-Type': contentType });
  const stored = async (url: string) => (await createClient('').get(url)).body;
  const wordsOf = (segments: { text: string; heading: boolean }[]): string[] =>
    segments.filter(({ heading }) => !heading).map(({ text }) => text);

  it.each(FILES)('%s', async (file, contentType, other) => {
    for (const type of [contentType, other]) {
      if (type === undefined) continue;
      const { status, body } = await put(`?mediaAssetId=${audioId}&language=en-GB`, bytesOf(file), type);
      expect(status, JSON.stringify(body)).toBe(200);
      const raw = await stored(body.item.transcriptUrl);
      expect(raw).toMatchObject({ mediaAssetId: audioId, language: 'en-GB' });
      expect(wordsOf(raw.segments)).toEqual([
        'Grace and peace to you.',
        'The Lord is my shepherd; I shall not want.',
        'Fear not — 3 < 5 & amen.',
      ]);
    }
  });

  it('use the format and the asset in the query parameters', async () => {
    const named = await put('?format=srt', bytesOf('premiere.srt'), 'application/x-www-form-urlencoded');
    expect(named.status, JSON.stringify(named.body)).toBe(200);
    const raw = await stored(named.body.item.transcriptUrl);
    expect(raw.segments).toHaveLength(3);
    expect(raw.mediaAssetId).not.toBe(audioId);
    const language = await put(
      `?mediaAssetId=${audioId}`,
      bytesOf('openai-verbose.json'),
      'application/json',
    );
    expect((await stored(language.body.item.transcriptUrl)).language).toBe('en');
    const own = { mediaAssetId: audioId, segments: [{ text: 'Amen' }] };
    expect((await put(`?mediaAssetId=${audioId}`, own, 'application/json')).status).toBe(200);
    const other = await buildMediaAsset(app.app.db, await buildItem(app.demo), app.demo.account.id);
    for (const [query, body] of [
      [`?mediaAssetId=${other.id}`, bytesOf('teams.vtt')],
      [`?mediaAssetId=${other.id}`, own],
    ] as const) {
      const { status, body: refusal } = await put(
        query,
        body,
        Buffer.isBuffer(body) ? 'text/vtt' : 'application/json',
      );
      expect([status, refusal.error?.details?.[0]?.path]).toEqual([422, 'mediaAssetId']);
    }
    expect((await put('?format=pdf', 'x', 'text/plain')).status).toBe(400);
    expect((await put('?mediaAssetId=0', 'x', 'text/plain')).status).toBe(400);
  });

  it('say what looks like times but was not read, and what was repaired', async () => {
    const lost = await put('', '{0}{25}Grace to you.\n{30}{60}Peace to you.\n{70}{90}Amen.', 'text/plain');
    expect(lost.body.warnings).toEqual([expect.stringMatching(/look like times.*"\{0\}\{25\}Grace to you/)]);
    const repaired = await put('', 'WEBVTT\n\n00:02.000 --> 00:01.000\nGrace', 'text/vtt');
    expect(repaired.body.warnings).toEqual([expect.stringMatching(/ends before it starts/)]);
    const turns = 'Ann Lee (0:03):\nGood morning.\n\nBen Cole (0:09):\nGood morning, Ann.';
    const read = await put('', turns, 'text/plain');
    expect(read.body.warnings).toEqual([]);
    expect((await stored(read.body.item.transcriptUrl)).segments).toMatchObject([
      { speaker: 'Ann Lee', startMs: 3_000, text: 'Good morning.' },
      { speaker: 'Ben Cole', startMs: 9_000, text: 'Good morning, Ann.' },
    ]);
  });

  it('list the supported formats if they fail', async () => {
    const unknown = await put('', 'x', 'application/pdf');
    expect([unknown.status, unknown.body.error.type]).toEqual([415, 'UnsupportedMediaTypeError']);
    expect(unknown.body.error.message).toMatch(/text\/vtt.*format=vtt\|srt/);
    for (const [query, body, type, message] of [
      ['', 'words', 'application/ttml+xml', /not XML|Invalid XML/],
      ['', '{"version":"1.0.0","chapters":[]}', 'application/json', /no segments/],
      ['', '<rss version="2.0"><channel/></rss>', 'application/xml', /starts with <rss>/],
      ['?format=whispercpp', '{"segments":[]}', 'application/json', /contains text/],
      ['?format=podcast', 'words', 'text/plain', /Invalid JSON/],
      ['', '', ANY, /empty/],
      ['', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), WORD, /ZIP file|Word document/],
      [
        '',
        '<!DOCTYPE tt [<!ENTITY a "b">]><tt><body><p begin="0s" end="1s">&a;</p></body></tt>',
        'application/ttml+xml',
        /document type \(DTD\) or entities/,
      ],
      [
        '',
        Buffer.from(zipSync({ 'word/document.xml': Buffer.alloc(70 * 1024 * 1024, ' ') }, { level: 9 })),
        WORD,
        /more than 8 MiB of text/,
      ],
      ['', `{"segments":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'application/json', /segments/],
    ] as const) {
      const { status, body: refusal } = await put(query, body, type);
      expect([status, refusal.error.type], JSON.stringify(refusal)).toEqual([422, 'ValidationError']);
      expect(refusal.error.message).toMatch(message);
      if (!/segments\.0/.test(refusal.error.message))
        expect(refusal.error.message).toMatch(/Supported formats: WebVTT, SubRip, .*AssemblyAI/);
    }
  });

  it('accept one word, and ten hours', async () => {
    const ttml = (paragraphs: string): string =>
      `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${paragraphs}</div></body></tt>`;
    const one = await put('', ttml('<p begin="1s" end="2s">Amen</p>'), 'application/ttml+xml');
    expect((await stored(one.body.item.transcriptUrl)).segments).toMatchObject([
      { text: 'Amen', startMs: 1_000, endMs: 2_000 },
    ]);
    const paragraphs = Array.from(
      { length: 12_000 },
      (_, i) => `<p begin="${i * 3}s" dur="3s">and so we said for the ${i}th time</p>`,
    );
    const long = await put('', ttml(paragraphs.join('\n')), 'application/ttml+xml');
    const { segments } = await stored(long.body.item.transcriptUrl);
    expect(segments).toHaveLength(12_000);
    expect(segments.at(-1)).toMatchObject({ text: 'and so we said for the 11999th time', endMs: 36_000_000 });
  });
});
