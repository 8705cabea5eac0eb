/**
 * Files that are not transcripts are rejected by content, whatever the content type, and the stored transcript stays.
 */
import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const ANY = 'application/octet-stream';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const media = (name: string): Buffer =>
  readFileSync(new URL(`../support/fixtures/media/${name}`, import.meta.url));
const hex = (digits: string, rest = ''): Buffer =>
  Buffer.concat([Buffer.from(digits, 'hex'), Buffer.from(rest)]);
const zip = (...names: string[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from('<a/>')]))));
/** Most of a PDF is text. */
const pdf = Buffer.from(
  `%PDF-1.3\n${'1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'.repeat(40)}%%EOF\n`,
);
const transportStream = Buffer.alloc(188 * 6, 0);
for (let at = 0; at < transportStream.length; at += 188) transportStream[at] = 0x47;

const FILES: [name: string, bytes: Buffer, message: RegExp][] = [
  ['a PDF', pdf, /This is a PDF\. Export it as text or as a Word document/],
  ['a PDF below white space', Buffer.concat([Buffer.from('\n\r\n \t'.repeat(100)), pdf]), /This is a PDF/],
  ['RTF', Buffer.from('{\\rtf1\\ansi Grace and peace.}'), /Rich Text Format.*Export it as text/],
  ['a .doc', hex('d0cf11e0a1b11ae1', ' '.repeat(600)), /old Office document.*Word document \(\.docx\)/],
  ['an .xlsx', zip('[Content_Types].xml', 'xl/workbook.xml'), /Excel workbook/],
  ['a .pptx', zip('[Content_Types].xml', 'ppt/presentation.xml'), /PowerPoint/],
  ['an .odt', zip('mimetype', 'content.xml'), /OpenDocument/],
  ['a ZIP', zip('talk.mp3', 'talk.txt'), /ZIP archive\. Unpack it/],
  ['an empty ZIP', hex('504b0506', '\0'.repeat(18)), /ZIP archive/],
  ['a PNG', hex('89504e470d0a1a0a', 'x'), /PNG image\. Images have no text/],
  ['a JPEG', hex('ffd8ffe0', 'x'), /JPEG image/],
  ['a GIF', Buffer.from('GIF89a-------'), /GIF image/],
  ['a photo of a phone', hex('00000018667479706865696300000000'), /HEIC image/],
  ['gzip', hex('1f8b0800', 'x'), /gzip archive/],
  ['an MPEG transport stream', transportStream, /MPEG video.*as media/],
  ['a .wma', hex('3026b2758e66cf11', 'x'), /Windows Media.*as media/],
  ['an .mp3 without ID3', hex('fffb9064', 'x'.repeat(40)), /MP3.*Upload it as media/],
  ['a page', Buffer.from('<!DOCTYPE html><html><body>Grace</body></html>'), /HTML page/],
  ...(['mp3', 'm4a', 'mov', 'mp4', 'ogg', 'wav', 'webm', 'flac'] as const).map(
    (type): [string, Buffer, RegExp] => [
      `an .${type}`,
      media(`talk.${type}`),
      /^.*This is an? .*Upload it as media/,
    ],
  ),
];

describe('files that are not transcripts', () => {
  const app = useApp();
  let itemId: number;
  const put = (body: Buffer, contentType: string, query = '') =>
    app.demo.api.put(`/items/${itemId}/transcript${query}`, body, { 'Content-Type': contentType });
  const text = async (): Promise<string> => (await app.demo.api.get(`/items/${itemId}/transcript.txt`)).body;

  beforeAll(async () => {
    itemId = (await buildItem(app.demo)).id;
    expect((await put(Buffer.from('Grace and peace.'), 'text/plain')).status).toBe(200);
  });

  it.each(FILES)('%s', async (_, body, message) => {
    for (const [type, query] of [
      [ANY, ''],
      ['text/plain', ''],
      ['text/vtt', ''],
      ['application/json', ''],
      [WORD, ''],
      ['text/plain', '?format=text'],
    ] as const) {
      const { status, body: refusal } = await put(body, type, query);
      expect([status, refusal.error?.type], type).toEqual([422, 'ValidationError']);
      expect(refusal.error.message).toMatch(message);
    }
    expect(await text()).toBe('Grace and peace.\n');
  });

  it('are recognised as media by content type as well', async () => {
    const { status, body } = await put(media('talk.mp3'), 'audio/mpeg');
    expect([status, body.error.type]).toEqual([415, 'UnsupportedMediaTypeError']);
    expect(body.error.message).toMatch(
      /Upload recordings as media instead: POST \/items\/\{itemId\}\/media\/create/,
    );
  });

  it('are not confused with text that starts with the same letters', async () => {
    for (const words of [
      'ID3 is a name.',
      'The wide road.',
      'BMW drivers.',
      'God so loved.',
      'RIFF after riff.',
    ]) {
      expect((await put(Buffer.from(words), ANY)).status).toBe(200);
      expect(await text()).toBe(`${words}\n`);
    }
  });

  it('are limited to 8 MiB of text in any format', async () => {
    const before = await text();
    const word = (xml: string) =>
      Buffer.from(zipSync({ 'word/document.xml': Buffer.from(xml) }, { level: 9 }));
    const head = '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>';
    const sentence = 'Grace and peace to you all. ';
    const run = word(`${head}${'a '.repeat(10 * 1024 * 1024)}</w:t></w:r></w:p></w:body></w:document>`);
    expect(run.length).toBeLessThan(128 * 1024);
    const paragraphs = '<w:p><w:r><w:t>'.concat(sentence.repeat(50), '</w:t></w:r></w:p>').repeat(6_500);
    for (const [body, type] of [
      [run, WORD],
      [word(`<w:document xmlns:w="w"><w:body>${paragraphs}</w:body></w:document>`), WORD],
      [Buffer.from(sentence.repeat(310_000)), 'text/plain'],
      [Buffer.from(`# Talk\n\n${`${sentence.repeat(100)}\n\n`.repeat(3_100)}`), 'text/markdown'],
      [
        Buffer.from(JSON.stringify({ segments: Array(9).fill({ text: 'a'.repeat(1_000_000) }) })),
        'application/json',
      ],
      [
        Buffer.from(`WEBVTT\n\n${`00:01.000 --> 00:02.000\n${sentence.repeat(100)}\n\n`.repeat(3_200)}`),
        'text/vtt',
      ],
    ] as const) {
      const { status, body: refusal } = await put(body, type);
      expect([status, refusal.error?.message], type).toEqual([
        422,
        expect.stringContaining('The transcript has more than 8 MiB of text'),
      ]);
    }
    expect(await text()).toBe(before);
  });
});
