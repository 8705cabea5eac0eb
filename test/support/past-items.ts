/** Items with files whose names are known, from which the import learns how a collection names its files. */
import { beforeAll, expect } from 'vitest';
import { createFakeClock } from './clock.js';
import { buildCollection, buildItem, buildMediaAsset, buildSpeaker, type Built } from './factories.js';
import { useApp, type TestApp } from './start-app.js';
import { later } from './use.js';

export interface Past {
  name: string;
  title: string;
  date: string;
  speakers?: number[];
  seriesId?: number;
  orderInSeries?: number;
}

/** In the order given. */
export const buildPast = async (
  { app, demo }: TestApp,
  collectionId: number,
  items: readonly Past[],
): Promise<Built[]> => {
  const built: Built[] = [];
  for (const { name, speakers = [], ...fields } of items) {
    const item = await buildItem(demo, {
      ...fields,
      collectionId,
      speakers: speakers.map((id) => ({ id })),
    });
    await buildMediaAsset(app.db, item, demo.account.id, { originalFilename: `${name}.mp3` });
    built.push(item);
  }
  return built;
};

/** A file of a request. */
export const fileNamed = (originalFilename: string, more: Record<string, unknown> = {}) => ({
  originalFilename,
  fileSizeBytes: 12_345,
  ...more,
});

/** Existing speakers, by the key that tests use. */
const SPEAKERS = {
  smith: 'John Smith',
  mueller: 'Jürgen Müller',
  aedel: 'Dr. Ruth Ädel',
  garcia: 'José García López',
  dubois: 'Marie-Claire Dubois',
  ribeiro: 'João Ribeiro',
  spurgeon: 'C. H. Spurgeon',
};

export interface Guesser {
  /** Ids of the speakers. */
  ids: Record<keyof typeof SPEAKERS, number>;
  newCollection(): Promise<number>;
  /** The response for files, or for files with these names. */
  guess(collectionId: number, ...files: (string | object)[]): Promise<Built>;
  guessOne(collectionId: number, file: string | object): Promise<Built>;
  /** Title, date, speakers and scriptures in short. */
  short(guess: Built): unknown[];
}

const startGuesser = async ({ demo }: TestApp): Promise<Guesser> => {
  const keys = Object.keys(SPEAKERS) as (keyof typeof SPEAKERS)[];
  const ids = {} as Guesser['ids'];
  for (const key of keys) ids[key] = (await buildSpeaker(demo, { name: SPEAKERS[key] })).id;
  const guess: Guesser['guess'] = async (collectionId, ...files) => {
    const answer = await demo.api.post('/items/import', {
      collectionId,
      files: files.map((file) => (typeof file === 'string' ? fileNamed(file) : file)),
    });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body;
  };
  return {
    ids,
    guess,
    newCollection: async () => (await buildCollection(demo, { name: 'Sermons' })).id,
    guessOne: async (collectionId, file) => (await guess(collectionId, file)).guesses[0],
    short: ({ title, date, speakers, scriptures }) => [
      title.value,
      date?.value ?? null,
      speakers.map(({ id, name }: Built) => keys.find((key) => ids[key] === id) ?? name).join(' + '),
      scriptures.map(({ citation }: Built) => citation).join('; '),
    ],
  };
};

/** An app on a day in 2024, and its guesser. */
export const useGuesser = (): { app: TestApp; guesser: Guesser } => {
  const app = useApp({ clock: createFakeClock('2024-06-08T12:00:00.000Z') });
  let guesser: Guesser;
  beforeAll(async () => void (guesser = await startGuesser(app)));
  return { app, guesser: later(() => guesser) };
};
