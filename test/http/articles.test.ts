/** Pages of talks without a recording. Search, embeds and the public transcript number their paragraphs alike. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { buildCollection, buildItem, buildSeries } from '../support/factories.js';
import { putMedia } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';

const filler = (about: string): string =>
  `${about} was spoken of at length. ${`Nobody in the valley could say more of ${about} than that. `.repeat(6)}`.trim();

const PARAGRAPHS = [
  { text: 'The walled garden', heading: true },
  { text: filler('the frost') },
  { text: `${filler('the wall')} It kept the wind out.` },
  { text: 'A practice for the week', heading: true },
  { text: filler('the orchard') },
  { text: 'Close one gate behind you, gently, and see who stands in the lee of its apricots.' },
];

describe('talks without a recording', () => {
  const app = useApp({ worker: true });
  let host: Client;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    host = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
    const { id: collectionId } = await buildCollection(app.demo);
    const add = async (title: string, body: object): Promise<void> => {
      const { id } = await buildItem(app.demo, { title, collectionId, autoPublish: true });
      ids[title] = id;
      expect((await app.demo.api.put(`/items/${id}/transcript`, body)).status).toBe(200);
    };
    await add('text', { language: 'en', segments: PARAGRAPHS });
    await add('timed', {
      segments: [
        { text: 'We begin with salt.', startMs: 400, endMs: 3_000 },
        { text: 'Salt keeps fish through the winter.', startMs: 70_400, endMs: 80_000 },
      ],
    });
    await app.idle();
  });

  const page = async (path: string): Promise<string> => {
    const { status, body } = await host.get(path);
    expect([path, status]).toEqual([path, 200]);
    return String(body);
  };
  const paragraphs = (markup: string): string[] =>
    [...markup.matchAll(/<(?:p|h3)\s+class="text"\s+id="p(\d+)"[^>]*>([^]*?)<\/(?:p|h3)/g)].map(
      ([, at, text]) => {
        expect(Number(at)).toBeGreaterThanOrEqual(0);
        return text!.trim();
      },
    );

  it('are pages to read, with an anchor for each paragraph and no player', async () => {
    for (const path of [
      `/items/${ids.text}`,
      `/embed/items/${ids.text}`,
      `/embed/items/${ids.text}?controls=0`,
    ]) {
      const markup = await page(path);
      expect(paragraphs(markup)).toEqual(PARAGRAPHS.map(({ text }) => text));
      expect(markup).toContain('<h3 class="text" id="p3">');
      expect(markup).toContain('aria-label="Find in this talk"');
      expect(markup).not.toContain('<lectern-player');
      expect(markup).not.toContain('player.js');
      expect(markup).not.toMatch(/Play from|no recording/);
    }
  });

  it('link search results to the paragraph where the passage starts, in the numbering of page and transcript', async () => {
    const { body } = await app.demo.site.get(`/items/${ids.text}/transcript`);
    expect(body.transcript).toEqual({
      language: 'en',
      paragraphs: PARAGRAPHS.map(({ text, heading = false }) => ({
        text,
        speaker: null,
        isHeading: heading,
        kind: heading ? 'heading' : 'paragraph',
        ...(heading && { level: 1 }),
      })),
    });
    const seen = new Set<number>();
    for (const mode of ['hybrid', 'keyword'])
      for (const q of [
        'apricots in the lee of a gate',
        'a wall that kept the wind out',
        'frost in the valley',
      ]) {
        const { results } = (await app.demo.site.get(`/search?q=${encodeURIComponent(q)}&mode=${mode}`)).body;
        const found = results.find(({ item }: any) => item.id === ids.text);
        expect(found?.item).toMatchObject({ hasRecording: false });
        expect(found.passages.length).toBeGreaterThan(0);
        for (const { text, paragraph, startMs } of found.passages) {
          expect(startMs).toBeNull();
          seen.add(paragraph);
          const rest = PARAGRAPHS.slice(paragraph).map(({ text: one }) => one);
          const words = text.replaceAll('\n', ' ');
          expect(rest.join(' ')).toContain(words);
          // The passage starts in this paragraph, not in a later one.
          expect(rest.slice(1).join(' ')).not.toContain(words);
        }
      }
    expect(seen.size).toBeGreaterThan(1);
    expect(await page('/?q=apricots+in+the+lee')).toMatch(new RegExp(`href="/items/[^"]+#p[1-9]\\d*"`));
  });

  it('show headings, lists, quotations and tables as such, each with an anchor', async () => {
    const { id } = await buildItem(app.demo, { title: 'Structured', autoPublish: true });
    const markdown = [
      '## The <b>road</b>',
      'A road\n\n- bread <script>alert(1)</script>\n  - crust\n- water',
      '#### Deep',
      '3. third\n4. fourth',
      '> The Lord is my shepherd.',
      '| Day | Miles |\n|---|---|\n| 1 | 12 |',
      '***',
      'The end of the road.',
    ].join('\n\n');
    const type = { 'Content-Type': 'text/markdown' };
    expect((await app.demo.api.put(`/items/${id}/transcript`, markdown, type)).status).toBe(200);
    await app.idle();
    const { paragraphs: read } = (await app.demo.site.get(`/items/${id}/transcript`)).body.transcript;
    const plain = { speaker: null, isHeading: false };
    expect(read).toEqual([
      { ...plain, isHeading: true, kind: 'heading', level: 2, text: 'The road' },
      { ...plain, kind: 'paragraph', text: 'A road' },
      { ...plain, kind: 'listItem', level: 1, text: 'bread alert(1)' },
      { ...plain, kind: 'listItem', level: 2, text: 'crust' },
      { ...plain, kind: 'listItem', level: 1, text: 'water' },
      { ...plain, isHeading: true, kind: 'heading', level: 4, text: 'Deep' },
      { ...plain, kind: 'listItem', level: 1, number: 3, text: 'third' },
      { ...plain, kind: 'listItem', level: 1, number: 4, text: 'fourth' },
      { ...plain, kind: 'quote', text: 'The Lord is my shepherd.' },
      { ...plain, kind: 'tableHead', text: 'Day | Miles', cells: ['Day', 'Miles'] },
      { ...plain, kind: 'tableRow', text: '1 | 12', cells: ['1', '12'] },
      { ...plain, isHeading: true, kind: 'break', text: '* * *' },
      { ...plain, kind: 'paragraph', text: 'The end of the road.' },
    ]);
    const squeezed = (await page(`/items/${id}`)).replace(/\s+/g, ' ').replace(/ ?(<|\/?>) ?/g, '$1');
    for (const part of [
      '<h3 class="text" id="p0">The road</h3>',
      '<ul><li class="text" id="p2">bread alert(1)</li><li class="text" id="p3" data-level="2">crust</li><li class="text" id="p4">water</li></ul>',
      // Heading levels are not skipped.
      '<h4 class="text" id="p5">Deep</h4>',
      '<ol><li class="text" id="p6" value="3">third</li><li class="text" id="p7" value="4">fourth</li></ol>',
      '<blockquote><p class="text" id="p8">The Lord is my shepherd.</p></blockquote>',
      '<tr id="p9"><th class="text" scope="col">Day</th><th class="text" scope="col">Miles</th></tr><tr id="p10"><td class="text">1</td><td class="text">12</td></tr>',
      '<hr id="p11"/>',
    ])
      expect(squeezed).toContain(part);

    // Search results separate headings, list entries and table rows.
    const { results } = (await app.demo.site.get('/search?q=bread+crust')).body;
    const [passage] = results.find(({ item }: any) => item.id === id).passages;
    expect(passage.text).toContain('The road\nA road\nbread alert(1)\ncrust\nwater');
    expect(passage.highlights.map(([start, end]: number[]) => passage.text.slice(start, end))).toEqual([
      'bread',
      'crust',
    ]);
    expect((await page('/?q=bread+crust')).replace(/<\/?mark>/g, '')).toContain(
      'A road · bread alert(1) · crust · water',
    );

    // The body of GET can be sent back, and an edited number or row is parsed again.
    const { segments } = (await app.demo.api.get(`/items/${id}/transcript/segments`)).body;
    expect(segments[3]).toMatchObject({ text: 'crust', kind: 'listItem', level: 2 });
    expect((await app.demo.api.put(`/items/${id}/transcript`, { segments })).status).toBe(200);
    const changes = {
      segments: [
        { index: 6, text: '7. seventh' },
        { index: 10, text: '2 | 15 | rain' },
      ],
    };
    expect((await app.demo.api.patch(`/items/${id}/transcript`, changes)).status).toBe(200);
    await app.idle();
    const again = (await app.demo.site.get(`/items/${id}/transcript`)).body.transcript.paragraphs;
    expect(again[6]).toMatchObject({ number: 7, text: 'seventh' });
    expect(again[10]).toMatchObject({ cells: ['2', '15', 'rain'] });
    expect(again.toSpliced(10, 1).toSpliced(6, 1)).toEqual(read.toSpliced(10, 1).toSpliced(6, 1));
    const bad = { segments: [{ text: 'One', kind: 'aside', level: 7 }] };
    const { status, body } = await app.demo.api.put(`/items/${id}/transcript`, bad);
    expect([status, body.error.details.map(({ path }: any) => path).sort()]).toEqual([
      422,
      ['segments.0.kind', 'segments.0.level'],
    ]);
  });

  it('have no captions, and link to their text', async () => {
    const { status, body } = await app.demo.site.get(`/items/${ids.text}/transcript.vtt`);
    expect([status, body.error.message]).toEqual([
      409,
      expect.stringContaining('paragraphs from /transcript'),
    ]);
    const { id } = await buildItem(app.demo);
    expect((await app.demo.site.get(`/items/${id}/transcript`)).status).toBe(404);
  });

  it('use times as anchors if they have them', async () => {
    const { transcript } = (await app.demo.site.get(`/items/${ids.timed}/transcript`)).body;
    expect(transcript.segments).toEqual([
      { text: 'We begin with salt.', startMs: 400, endMs: 3_000, speaker: null },
      { text: 'Salt keeps fish through the winter.', startMs: 70_400, endMs: 80_000, speaker: null },
    ]);
    expect(transcript).not.toHaveProperty('paragraphs');
    const markup = await page(`/items/${ids.timed}`);
    expect(markup).toMatch(/id="p1"\s+data-t="70"\s*>\s*<a class="time" href="#p1">1:10<\/a> Salt keeps/);
    expect(markup).not.toContain('<lectern-player');
    const { results } = (await app.demo.site.get('/search?q=salt+keeps+fish')).body;
    expect(results[0].passages[0]).not.toHaveProperty('paragraph');
    expect(results[0].item.hasRecording).toBe(false);
  });

  it('become pages with a player once there is a recording', async () => {
    const accountId = app.demo.account.id;
    await putMedia(app.app.db, { id: ids.timed!, accountId }, { url: '/files/1/abcdefgh/salt.mp3' });
    await app.demo.api.patch(`/items/${ids.timed}`, { subTitle: 'Heard' });
    expect((await app.demo.site.get(`/items/${ids.timed}`)).body.item.hasRecording).toBe(true);
    expect(await page(`/items/${ids.timed}`)).toMatch(
      /<lectern-player[^]*src="\/player\.js"|player\.js[^]*<lectern-player/,
    );
  });

  it('show no numbers if their series hides them', async () => {
    const { collectionId } = (await app.demo.api.get(`/items/${ids.text}`)).body.item;
    const { id: seriesId } = await buildSeries(app.demo, { collectionId, colorHex: '#336699' });
    await app.demo.api.patch(`/items/${ids.text}`, { seriesId, orderInSeries: 4 });
    expect(await page(`/items/${ids.text}`)).toContain('Part 4');
    const listed = await page(`/series/${seriesId}`);
    expect(listed).toContain('style="--edge:#336699"');
    // It becomes the heading, and no list entry repeats it.
    const title = (await app.demo.api.get(`/series/${seriesId}`)).body.series.title as string;
    expect(/<ol class="cards">[^]*<\/ol>/.exec(listed)?.[0]).not.toContain(title);
    expect(/<ol class="cards">[^]*<\/ol>/.exec(await page('/latest'))?.[0]).toContain(title);
    await app.demo.api.patch(`/series/${seriesId}`, { showItemOrderInSeries: false });
    expect(await page(`/items/${ids.text}`)).not.toContain('Part 4');
    const { jsonLd } = (await app.demo.site.get(`/items/${ids.text}`)).body.item;
    expect(jsonLd).not.toHaveProperty('position');
  });
});
