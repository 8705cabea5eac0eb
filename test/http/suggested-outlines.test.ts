/** Suggested chapters and descriptions of a recording: in its own words, with correct times. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildItem, buildMedia, buildTopic, type Built } from '../support/factories.js';
import { root } from '../support/run-cli.js';
import { useApp } from '../support/start-app.js';
import { vttOf } from '../support/talks.js';

const CONTENT = join(root, 'scripts/seed/content');
const TALK = readFileSync(join(CONTENT, 'sermons/a-shepherd-reads-psalm-23.vtt'), 'utf8');
const said = TALK.split('\n')
  .filter((line) => line !== '' && !/-->|^WEBVTT|^\d+$/.test(line))
  .map((line) => line.replace(/<[^>]*>/g, ''))
  .join(' ');
const SECS = 400;

describe('suggested outlines', () => {
  const app = useApp({ worker: true, suggestions: true });

  const process = async (transcript: string, type = 'text/vtt'): Promise<{ item: Built; found: Built }> => {
    const item = await buildItem(app.demo, { autoPublish: true });
    await buildMedia(app.demo, item, { durationSecs: SECS });
    await app.demo.api.put(`/items/${item.id}/transcript`, transcript, { 'Content-Type': type });
    await app.idle();
    const found = (await app.demo.api.get(`/items/${item.id}/suggestions`)).body;
    return { item, found };
  };
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];

  it('are created from a recording, which stays searchable', async () => {
    const { item, found } = await process(TALK);
    expect(found.chapters.length).toBeGreaterThanOrEqual(3);
    expect(found.chapters.length).toBeLessThanOrEqual(12);
    const starts = found.chapters.map(({ startMs }: Built) => startMs);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    for (const { title, startMs, score } of found.chapters) {
      expect(startMs).toBeLessThan(SECS * 1_000);
      expect(wordsOf(title).length).toBeGreaterThanOrEqual(3);
      expect(wordsOf(title).length).toBeLessThanOrEqual(8);
      for (const word of wordsOf(title)) expect([...wordsOf(said), 'and']).toContain(word);
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }

    expect(found.descriptions.map(({ id }: Built) => id)).toEqual(['description', 'shortDescription']);
    const [description, short] = found.descriptions;
    expect(description).toMatchObject({ source: 'transcript' });
    expect(description.text.length).toBeLessThanOrEqual(600);
    expect(short.text.length).toBeLessThanOrEqual(160);
    expect(said).toContain(short.text);
    expect(short.startMs).toBeGreaterThan(0);

    const sentence = 'I kept sheep for seventeen years, four hundred Swaledale ewes';
    const { results } = (await app.demo.site.get(`/search?q=${encodeURIComponent(sentence)}`)).body;
    expect(results[0].item.id).toBe(item.id);

    await app.demo.api.post(`/items/${item.id}/process`);
    await app.idle();
    expect((await app.demo.api.get(`/items/${item.id}/suggestions`)).body).toEqual(found);
  });

  it('include the account’s topics that fit a talk, and no others', async () => {
    const names = ['Sheep', 'Kubernetes', 'Tax law', 'Shepherds', 'Weddings'];
    const topics: Built[] = [];
    for (const name of names) topics.push(await buildTopic(app.demo, { name }));
    const { item, found } = await process(TALK);
    expect(found.topics.map(({ name }: Built) => name)).toEqual(expect.arrayContaining(['Sheep']));
    for (const { name, topicId, score, startMs } of found.topics) {
      expect(['Sheep', 'Shepherds']).toContain(name);
      expect(topics.find(({ id }) => id === topicId)!.name).toBe(name);
      expect(score).toBeGreaterThan(0.2);
      expect(startMs).toBeGreaterThan(0);
    }
    const [first] = found.topics;
    await app.demo.api.post(`/items/${item.id}/suggestions/accept`, { topics: [first.id] });
    const { body } = await app.demo.api.get(`/items/${item.id}?_expand[]=topics`);
    expect(body.item.topics.map(({ id }: Built) => id)).toEqual([first.topicId]);
  });

  it('include new topics that some other items share, and none that all items share', async () => {
    const tenant = await app.tenant('villages');
    const talk = (about: string): string =>
      vttOf(
        Array.from({ length: 30 }, (_, at) =>
          at % 2
            ? `The ${about} was what our village spoke of in summer number ${at}.`
            : `My grandfather loved the ${about} more than the house in the village.`,
        ),
      );
    let last: Built = {};
    for (const about of [
      'hunger',
      'loneliness',
      'hunger',
      'windmill',
      'loneliness',
      'windmill',
      'loneliness',
    ]) {
      last = await buildItem(tenant);
      await tenant.api.put(`/items/${last.id}/transcript`, talk(about), { 'Content-Type': 'text/vtt' });
      await app.idle();
    }
    const { topics } = (await tenant.api.get(`/items/${last.id}/suggestions`)).body;
    expect(topics).toMatchObject([{ topicId: null, name: 'Loneliness', startMs: 0 }]);
  });

  it('of a whole service follow its parts, with descriptions of the sermon', async () => {
    const { collection } = (
      await app.demo.api.post('/collections/create', { name: 'Services', fullService: true })
    ).body;
    const welcome = [
      'Good morning and welcome to all of you.',
      'If you are new here, welcome, and thank you for coming.',
      'Please sign up for the picnic next Saturday in the foyer.',
      'The youth group meets on Wednesday at 7 pm, and needs volunteers for the coffee rota.',
    ];
    const song = [
      '♪ amazing grace how sweet the sound',
      'that saved a wretch like me ♪',
      'my chains are gone',
      'i have been set free',
    ];
    const sentences = [
      ...welcome.slice(0, 2),
      ...song,
      ...song,
      ...welcome.slice(2),
      ...said.split(/(?<=[.?!]) /),
    ];
    const item = await buildItem(app.demo, { collectionId: collection.id });
    await buildMedia(app.demo, item, { durationSecs: 3_600 });
    await app.demo.api.put(`/items/${item.id}/transcript`, vttOf(sentences), { 'Content-Type': 'text/vtt' });
    await app.idle();
    const { chapters, descriptions } = (await app.demo.api.get(`/items/${item.id}/suggestions`)).body;
    expect(chapters.map(({ startMs }: Built) => startMs)).toEqual(
      expect.arrayContaining([0, 10_000, 50_000, 60_000]),
    );
    const titles = chapters.map(({ title }: Built) => title);
    expect(titles[1]).toMatch(/^Song: /);
    expect(titles.join(' ')).not.toContain('♪');
    for (const { startMs } of descriptions) expect(startMs).toBeGreaterThanOrEqual(60_000);
  });

  it('have no chapters without times', async () => {
    const item = await buildItem(app.demo);
    await app.demo.api.put(`/items/${item.id}/transcript`, said, { 'Content-Type': 'text/plain' });
    await app.idle();
    const found = (await app.demo.api.get(`/items/${item.id}/suggestions`)).body;
    expect(found.chapters).toEqual([]);
    expect(found.descriptions).toMatchObject([{ startMs: null }, { startMs: null }]);
  });

  it('are empty for a single word', async () => {
    const { item, found } = await process(vttOf(['Amen']));
    expect(found).toMatchObject({ chapters: [], descriptions: [] });
    expect((await app.demo.api.get(`/items/${item.id}`)).body.item.status).toBe('published');
  });
});
