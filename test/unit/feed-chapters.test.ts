/** Chapters of episodes: in the feed, and in JSON files beside it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readJsonChapters } from '../../src/import/feed/feed-chapters.js';
import { readFeed } from '../../src/import/feed/read-feed.js';

const BASE = 'https://example.org/feed.xml';
const feedWith = (more: string): Buffer =>
  Buffer.from(
    `<rss xmlns:psc="http://podlove.org/simple-chapters" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><item><title>A</title>
    <enclosure url="/a.mp3" type="audio/mpeg"/>${more}</item></channel></rss>`,
  );
const episodeOf = (more: string) => readFeed(feedWith(more), BASE).episodes[0]!;
const json = (value: unknown) => readJsonChapters(Buffer.from(JSON.stringify(value)));

describe('chapters in a feed', () => {
  it('have times in any form, in any order, one each', () => {
    const { chapters } = episodeOf(`<psc:chapters version="1.2">
      <psc:chapter start="01:02:03.250" title="Late"/><psc:chapter start="00:20" title=" The
        lamp "/><psc:chapter start="0" title="Reading"/><psc:chapter start="75.5" title="Lord &amp; life"/>
      <psc:chapter start="00:20" title="Again"/><psc:chapter start="soon" title="Never"/><psc:chapter start="9" title=""/>
      <psc:chapter title="Nowhere"/><psc:chapter start="30"/></psc:chapters>`);
    expect(chapters).toEqual([
      { title: 'Reading', startMs: 0 },
      { title: 'The lamp', startMs: 20_000 },
      { title: 'Lord & life', startMs: 75_500 },
      { title: 'Late', startMs: 3_723_250 },
    ]);
  });

  it('may be a file, whose address may be relative', () => {
    expect(episodeOf('<podcast:chapters url="a.json" type="application/json+chapters"/>')).toMatchObject({
      chapters: [],
      chaptersUrl: 'https://example.org/a.json',
    });
    expect(episodeOf('')).toMatchObject({ chapters: [], chaptersUrl: null });
  });
});

describe('JSON chapters', () => {
  it('have those of the table of contents', () => {
    const chapters = [
      { startTime: 0, title: 'Reading' },
      { startTime: 10.5, title: 'A picture', toc: false },
      { startTime: '01:00', title: 'The lamp', toc: true },
      { startTime: 90 },
      { title: 'Nowhere' },
      null,
      'x',
    ];
    expect(json({ version: '1.2.0', chapters })).toEqual([
      { title: 'Reading', startMs: 0 },
      { title: 'The lamp', startMs: 60_000 },
    ]);
  });

  it.each([[[]], [null], ['x'], [{ chapters: {} }]])('are refused in %j', (value) => {
    expect(() => json(value)).toThrow('It is not a JSON file with chapters');
    expect(() => readJsonChapters(Buffer.from('<html>'))).toThrow('It is not a JSON file with chapters');
  });
});

const shared = join(import.meta.dirname, '../../../shared/field/inputs/F05-wild.xml');
if (!existsSync(shared))
  console.log('skipped: the shared data does not lie beside the repository (../shared/field)');
describe.skipIf(!existsSync(shared))('a feed that strangers have sent', () => {
  it('has chapters in an episode (F08)', () => {
    const { episodes } = readFeed(readFileSync(shared), BASE);
    expect(episodes.find(({ title }) => title.startsWith('E13'))?.chapters).toEqual([
      { title: 'Reading', startMs: 0 },
      { title: 'The lamp', startMs: 20_000 },
    ]);
    expect(episodes.filter(({ chapters }) => chapters.length > 0)).toHaveLength(1);
  });
});
