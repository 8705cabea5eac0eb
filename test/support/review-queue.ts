/** Items with suggestions of every kind, for tests of the review queue. */
import { buildItem, buildMedia, type Built } from './factories.js';
import { storeFound } from './found-suggestions.js';
import type { TestApp } from './start-app.js';

const passage = (verseStart: number, more = {}) => ({
  ...{ book: 'JHN', chapter: 3, verseStart, verseEnd: verseStart, score: 0.5, startMs: 5_000, isKey: false },
  ...more,
});

/** Score, time and source of a suggestion. */
export const from = { score: 0.75, startMs: 8_000, source: 'transcript' } as const;

/** Six suggestions of every kind, and the media of the chapters. */
export const suggestedItem = async (app: TestApp, body = {}): Promise<{ item: Built; asset: Built }> => {
  const item = await buildItem(app.demo, { shortDescription: 'As it was.', ...body });
  const asset = await buildMedia(app.demo, item, { durationSecs: 600 });
  const found = {
    scriptures: [passage(16, { isKey: true, score: 0.9 }), passage(18, { startMs: 9_000 })],
    chapters: [
      { title: 'The orchard', startMs: 1_000, score: 0.5 },
      { title: 'The apples', startMs: 300_000, score: 0.25 },
    ],
    descriptions: [{ id: 'description', text: 'Of an orchard.', ...from, startMs: 7_000 } as const],
    topics: [{ topicId: null, name: `Orchards ${item.id}`, ...from }],
  };
  await storeFound(app, item, found, asset.id);
  return { item, asset };
};

/** The suggestions that wait. */
export const waitingList = async ({ demo }: TestApp, query: string, { api } = demo): Promise<Built[]> =>
  (await api.get(`/suggestions?${query}`)).body.suggestions;

/** The first of a kind. */
export const waitingOf = async (app: TestApp, item: Built, kind: string): Promise<Built> => {
  const [one] = await waitingList(app, `itemId=${item.id}&kind=${kind}`);
  if (!one) throw new Error(`no ${kind} waits`);
  return one;
};
