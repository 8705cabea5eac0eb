/** Suggestions of every kind: accepted, dismissed, and never stored twice. */
import { describe, expect, it } from 'vitest';
import type { FoundSuggestions } from '../../src/suggestions/found-suggestions.js';
import { buildItem, buildMedia, buildTopic, type Built } from '../support/factories.js';
import { noSuggestions, storeFound } from '../support/found-suggestions.js';
import { useApp } from '../support/start-app.js';

describe('suggestions of every kind', () => {
  const app = useApp();

  const get = async (item: Built): Promise<Built> =>
    (await app.demo.api.get(`/items/${item.id}/suggestions`)).body;
  const settle = (item: Built, verb: 'accept' | 'dismiss', body: unknown) =>
    app.demo.api.post(`/items/${item.id}/suggestions/${verb}`, body);
  const found = (item: Built, suggestions: Partial<FoundSuggestions>, mediaAssetId?: number) =>
    storeFound(app, item, suggestions, mediaAssetId);
  const passage = (verseStart: number, more = {}) => ({
    ...{
      book: 'JHN',
      chapter: 3,
      verseStart,
      verseEnd: verseStart,
      score: 0.5,
      startMs: 5_000,
      isKey: false,
    },
    ...more,
  });

  it('are accepted together', async () => {
    const { account, api } = app.demo;
    const item = await buildItem(app.demo);
    const asset = await buildMedia(app.demo, item, { durationSecs: 600 });
    const topic = await buildTopic(app.demo);
    const own = await buildTopic(app.demo);
    await api.patch(`/items/${item.id}`, { topics: [{ id: own.id }] });
    const all: FoundSuggestions = {
      scriptures: [passage(16, { isKey: true, score: 0.9 }), passage(18)],
      chapters: [
        { title: 'The orchard', startMs: 0, score: 0.5 },
        { title: 'The apples', startMs: 300_000, score: 0.5 },
        { title: 'Beyond the end', startMs: 700_000, score: 0.5 },
      ],
      descriptions: [
        {
          id: 'description',
          text: 'Of an orchard, and of apples.',
          score: 0.7,
          startMs: 5_000,
          source: 'transcript',
        },
        { id: 'shortDescription', text: 'Of an orchard.', score: 0.6, startMs: 0, source: 'a model' },
      ],
      topics: [
        { topicId: topic.id, name: topic.name, score: 0.9, startMs: 0, source: 'transcript' },
        { topicId: own.id, name: own.name, score: 0.8, startMs: 0, source: 'transcript' },
        { topicId: null, name: 'Orchards', score: 0.7, startMs: 5_000, source: 'transcript' },
      ],
    };
    await found(item, all, asset.id);
    const waiting = await get(item);
    expect(waiting).toMatchObject({
      scriptures: [{ citation: 'John 3:16' }, { citation: 'John 3:18' }],
      chapters: [
        { mediaAssetId: asset.id, title: 'The orchard', startMs: 0 },
        { title: 'The apples', startMs: 300_000, score: 0.5 },
      ],
      descriptions: all.descriptions,
      topics: [
        { topicId: topic.id, name: topic.name, score: 0.9, startMs: 0 },
        { topicId: null, name: 'Orchards' },
      ],
    });
    await found(item, all, asset.id);
    expect(await get(item)).toEqual(waiting);
    expect((await api.get(`/items/${item.id}`)).body.item).toMatchObject({
      description: null,
      suggestedDescription: 'Of an orchard, and of apples.',
    });

    const remaining = await settle(item, 'dismiss', {
      chapters: [waiting.chapters[1].id],
      descriptions: ['shortDescription'],
    });
    expect(remaining.body).toMatchObject({
      chapters: [{ title: 'The orchard' }],
      descriptions: [{ id: 'description' }],
    });
    const accepted = await settle(item, 'accept', { all: true });
    expect(accepted.body).toEqual({ ...noSuggestions, corrections: [] });
    const read = (await api.get(`/items/${item.id}?_expand[]=topics&_expand[]=scriptures`)).body.item;
    expect(read).toMatchObject({
      description: 'Of an orchard, and of apples.',
      shortDescription: null,
      suggestedDescription: null,
      suggestedShortDescription: null,
      topics: [{ id: own.id }, { id: topic.id }, { name: 'Orchards' }],
      scriptures: [
        { keyVerse: true, hidden: false },
        { keyVerse: false, hidden: false },
      ],
    });
    expect((await api.get(`/media/${asset.id}/chapters`)).body.chapters).toMatchObject([
      { title: 'The orchard', suggested: true, accepted: true, hidden: false },
    ]);

    await found(item, all, asset.id);
    expect(await get(item)).toEqual(accepted.body);
    // Also after a person has removed an accepted suggestion.
    await api.patch(`/items/${item.id}`, { description: null, topics: [{ id: own.id }] });
    await found(item, { ...all, chapters: [{ title: 'Near it', startMs: 9_000, score: 1 }] }, asset.id);
    expect(await get(item)).toEqual(accepted.body);
    const topics = await app.app.db.selectFrom('topic').where('name', '=', 'Orchards').selectAll().execute();
    expect(topics.map(({ accountId }) => accountId)).toEqual([account.id]);
  });

  it('of descriptions are replaced by those of people and of other generators', async () => {
    const { api } = app.demo;
    const description = { id: 'description', score: 0.7, startMs: 0, source: 'transcript' } as const;
    const item = await buildItem(app.demo);
    const path = `/items/${item.id}`;
    await found(item, { descriptions: [{ ...description, text: 'One.' }] });
    await found(item, { descriptions: [{ ...description, text: 'Two.' }] });
    expect((await get(item)).descriptions).toMatchObject([
      { text: 'Two.', score: 0.7, source: 'transcript' },
    ]);
    await api.patch(path, { suggestedDescription: 'Three.' });
    expect((await get(item)).descriptions).toEqual([
      { id: 'description', text: 'Three.', score: null, startMs: null, source: null },
    ]);
    await found(item, { descriptions: [{ ...description, text: 'Four.' }] });
    expect((await get(item)).descriptions).toMatchObject([{ text: 'Three.' }]);
    await api.patch(path, { suggestedDescription: null });
    await found(item, { descriptions: [{ ...description, text: 'Five.' }] });
    expect((await get(item)).descriptions).toEqual([]);
    const other = await buildItem(app.demo, { description: 'Its own.' });
    await found(other, { descriptions: [{ ...description, text: 'Six.' }] });
    expect((await get(other)).descriptions).toEqual([]);
  });

  it('are accepted automatically depending on the item or its account', async () => {
    const own = await buildItem(app.demo, { autoAcceptMediaChapters: true });
    const asset = await buildMedia(app.demo, own, { durationSecs: 600 });
    await found(
      own,
      { chapters: [{ title: 'Birds', startMs: 0, score: 0.5 }], scriptures: [passage(16)] },
      asset.id,
    );
    expect(await get(own)).toMatchObject({ chapters: [], scriptures: [{ citation: 'John 3:16' }] });
  });
});
