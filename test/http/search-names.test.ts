/** Searches that contain the name of a speaker, a series or a topic. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import {
  buildSeries,
  buildSpeaker,
  buildTopic,
  publishTalk,
  setItem,
  type Built,
} from '../support/factories.js';
import { isOnQdrant, useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

describe('names in a search', () => {
  const app = useApp({ worker: true });
  const ids: Record<string, number> = {};
  const speaker: Record<string, number> = {};

  beforeAll(async () => {
    for (const name of [
      'Adam Stacoviak',
      'Pastor José Núñez',
      "Dr. Miriam O'Connell-Achterberg",
      'Hidden Quillfeather',
      'Nobody Wendelgarb',
    ])
      speaker[name] = (await buildSpeaker(app.demo, { name })).id;
    const series = await buildSeries(app.demo, { title: 'Small Errands' });
    const patience = await buildTopic(app.demo, { name: 'Patience' });
    const adam = { speakers: [{ id: speaker['Adam Stacoviak'] }] };
    const jose = { speakers: [{ id: speaker['Pastor José Núñez'] }] };
    ids.bees = await publishTalk(app.demo, 'Waiting with the bees', talks.bees, {
      ...adam,
      date: '2020-05-01',
      seriesId: series.id,
      collectionId: series.collectionId,
    });
    ids.bread = await publishTalk(app.demo, 'On bread', talks.bread, {
      ...adam,
      date: '2022-05-01',
      topics: [{ id: patience.id }],
    });
    ids.light = await publishTalk(app.demo, 'Stairs', talks.lighthouse, { ...jose, date: '2021-05-01' });
    ids.rain = await publishTalk(app.demo, 'Rain', ['It rained all week, and nobody went out.'], {
      speakers: [{ id: speaker["Dr. Miriam O'Connell-Achterberg"] }],
    });
    ids.mention = await publishTalk(app.demo, 'About a colleague', [
      'Adam Stacoviak told me that a hive in winter hangs together in a ball.',
      'Adam Stacoviak has kept bees for longer than any of us has kept a promise.',
    ]);
    await publishTalk(app.other, 'Bees of others', talks.bees);
    const hidden = await publishTalk(app.demo, 'Hidden', ['Nobody sees this.'], {
      speakers: [{ id: speaker['Hidden Quillfeather'] }],
    });
    await app.idle();
    await app.demo.api.patch(`/items/${hidden}`, { autoPublish: false });
    await setItem(app, { id: hidden }, { status: 'unpublished' });
    await app.idle();
  });

  const search = async (q: string, parameters: object = {}, site = app.demo.site): Promise<Built> => {
    const { status, body } = await site.post('/search', { q, ...parameters });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const found = (body: Built): number[] => body.results.map(({ item }: Built) => item.id);

  it.each(['hybrid', 'semantic', 'keyword'])(
    'rank the talks of a speaker first, newest first (%s)',
    async (mode) => {
      for (const q of [
        'Adam Stacoviak',
        'talks by adam stacoviak',
        'Predigten von Adam Stacoviaks',
        'Adam Stacovak',
      ]) {
        const body = await search(q, { mode, facets: ['speaker'] });
        expect(found(body).slice(0, 2), q).toEqual([ids.bread, ids.bees]);
        expect(body.interpretation.names, q).toEqual([
          { type: 'speaker', id: speaker['Adam Stacoviak'], name: 'Adam Stacoviak' },
        ]);
        expect(body.interpretation.corrected, q).toBeUndefined();
        expect(body.results.slice(0, 2).map(({ score }: Built) => score)).toEqual([1, 1]);
        expect(body.totalRecords).toBe(found(body).length);
        expect(body.facets.speaker).toContainEqual(
          expect.objectContaining({ name: 'Adam Stacoviak', count: 2 }),
        );
      }
    },
  );

  it('are ranked by the rest of the query', async () => {
    for (const [q, first, second] of [
      ['what does Adam Stacoviak say about bees in winter', ids.bees, ids.bread],
      ['Adam Stacoviak sourdough starter', ids.bread, ids.bees],
    ] as const)
      for (const mode of ['hybrid', 'keyword']) {
        const body = await search(q, { mode });
        expect(found(body).slice(0, 2), q).toEqual([first, second]);
        const scores = body.results.map(({ score }: Built) => score);
        expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
        expect(scores[1]).toBeGreaterThanOrEqual(0.5);
      }
  });

  it('keep one order across pages', async () => {
    for (const q of ['Adam Stacoviak', 'bees Adam Stacoviak']) {
      const all = await search(q);
      const paged: number[] = [];
      for (let offset = 0; offset < all.totalRecords; offset++)
        paged.push(...found(await search(q, { limit: 1, offset })));
      expect(paged).toEqual(found(all));
    }
  });

  it('match without accents or honorifics, and match series and topics', async () => {
    expect(found(await search('jose nunez'))[0]).toBe(ids.light);
    expect(found(await search('Nunez'))[0]).toBe(ids.light);
    expect(found(await search('small errands'))[0]).toBe(ids.bees);
    const { interpretation, results } = await search('sermons about patience');
    expect(interpretation.names).toMatchObject([{ type: 'topic', name: 'Patience' }]);
    expect(results[0].item.id).toBe(ids.bread);
  });

  it('knows a speaker by each part of a hyphenated surname', async () => {
    for (const q of ["Miriam O'Connell", 'talks by Miriam Achterberg', "M. O'Connell", 'Achterberg'])
      expect(found(await search(q))[0], q).toBe(ids.rain);
    expect((await search('who was Achterberg in the story')).interpretation.names).toBeUndefined();
  });

  it('are searched as words if one word of a question, or with names=off', async () => {
    expect((await search('where does patience come from')).interpretation.names).toBeUndefined();
    const body = await search('Adam Stacoviak', { names: 'off' });
    expect(body.interpretation.names).toBeUndefined();
    expect(found(body)[0]).toBe(ids.mention);
    const { status } = await app.demo.site.get('/search?q=Adam%20Stacoviak&names=no');
    expect(status).toBe(400);
  });

  it('respect filters and phrases', async () => {
    expect(found(await search('Adam Stacoviak', { year: 2022 }))).toEqual([ids.bread]);
    expect(found(await search('Adam Stacoviak "the hive"'))).toEqual([ids.bees]);
    expect(found(await search('Adam Stacoviak -sourdough'))).not.toContain(ids.bread);
  });

  it('match only speakers with public talks in the same account', async () => {
    for (const q of ['Hidden Quillfeather', 'Nobody Wendelgarb'])
      expect((await search(q)).interpretation.names, q).toBeUndefined();
    expect((await search('Adam Stacoviak', {}, app.other.site)).interpretation.names).toBeUndefined();
  });

  it('are shown on the page, with a link to search the words instead', async () => {
    const pages = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
    const { body } = await pages.get<string>('/?q=Adam+Stacoviak');
    expect(body).toContain('href="/?q=Adam+Stacoviak&amp;names=off"');
    expect(body).toContain('aria-label="Don’t treat Adam Stacoviak as a name"');
    const { body: asWords } = await pages.get<string>('/?q=Adam+Stacoviak&names=off');
    expect(asWords).not.toContain('Don’t treat');
  });

  it('leave weaker matches on the page behind a link that works without scripts', async () => {
    const pages = createClient(new URL(app.publicUrl).origin, { Host: 'demo.localhost' });
    const cards = (page: string): number => page.match(/<article/g)?.length ?? 0;
    const folded = [];
    for (const q of ['waiting in the hive', 'a keeper who waits', 'bread and butter on the table']) {
      const { results, totalRecords } = await search(q);
      const similar = results.filter(({ score }: Built) => score >= results[0].score / 10).length;
      const address = `/?q=${q.replaceAll(' ', '+')}`;
      const { body: first } = await pages.get<string>(address);
      expect(cards(first), q).toBe(similar);
      expect(first.includes(`href="${address}&amp;all=on"`), q).toBe(similar < totalRecords);
      if (similar < totalRecords) folded.push(q);
      const { body: all } = await pages.get<string>(`${address}&all=on`);
      expect(cards(all), q).toBe(totalRecords);
      expect(all).not.toContain('Show weaker matches');
    }
    expect(folded).not.toEqual([]);
  });

  // Only the embedded engine has files that can be moved away.
  it.skipIf(isOnQdrant)('work without the search engine', async () => {
    const files = join(app.app.config.dataDir, 'index');
    renameSync(files, `${files}-away`);
    await expect.poll(async () => (await search('anything')).mode).toBe('keyword');
    expect(found(await search('talks by Adam Stacoviak'))).toEqual([ids.bread, ids.bees, ids.mention]);
    expect(found(await search('Adam Stacoviak sourdough'))[0]).toBe(ids.bread);
    expect(found(await search('Adam Stacoviak bees'))[0]).toBe(ids.bees);
    expect(found(await search('Adam Stacoviak', { year: 2020 }))).toEqual([ids.bees]);
    expect(found(await search('Adam Stacoviak "opens the hive"'))).toEqual([ids.bees]);
  });
});
