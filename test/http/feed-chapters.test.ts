/** Chapters of episodes of a podcast feed become those of the imported items. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCollection, type Built } from '../support/factories.js';
import { episodeAt, feedOf, startFeedServer, type FeedServer } from '../support/feed-server.js';
import { id3Of, mp3Of } from '../support/media-bytes.js';
import { useApp } from '../support/start-app.js';

/** Ten seconds. */
const SOUND = mp3Of([400, 64]);
const READING = { title: 'Reading', startMs: 0 };
const LAMP = { title: 'The lamp', startMs: 2_500 };
const PSC =
  '<psc:chapters xmlns:psc="http://podlove.org/simple-chapters"><psc:chapter start="0:02.5" title="The lamp"/>' +
  '<psc:chapter start="00:00:00.000" title="Reading"/><psc:chapter start="00:00:11" title="Never"/></psc:chapters>';

describe('chapters of an episode', () => {
  const app = useApp({ worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  let server: FeedServer;
  let collectionId: number;
  let episodes = 0;
  beforeEach(async () => {
    server = await startFeedServer();
    collectionId = (await buildCollection(app.demo)).id;
  });
  afterEach(() => server.close());

  const create = async (episode: Built): Promise<Built> =>
    (
      await app.demo.api.post('/items/import/create', {
        collectionId,
        items: [{ title: 'A', date: null, episode }],
      })
    ).body;
  /** Imports the episode, with what the feed says of it. */
  const importWith = async (more: string, bytes = SOUND) => {
    const path = `/${++episodes}.mp3`;
    const feedUrl = `${server.url}/feed-${episodes}.xml`;
    server.serve(`/feed-${episodes}.xml`, feedOf([episodeAt(server, path, more)]));
    server.serve(path, bytes);
    const { guesses } = (await app.demo.api.post('/items/import/feed', { collectionId, feedUrl })).body;
    const { results, job } = await create(guesses[0].episode);
    await app.idle();
    const { mediaAssets } = (await app.demo.api.get(`/items/${results[0].item.id}/media`)).body;
    const { chapters } = (await app.demo.api.get(`/media/${mediaAssets[0].id}/chapters`)).body;
    const { status, done, reasons } = (await app.demo.api.get(`/jobs/${job.id}`)).body.job;
    expect([status, done, mediaAssets[0].status]).toEqual(['done', 1, 'ready']);
    return {
      chapters: chapters.map(({ title, startMs, suggested }: Built) => ({ title, startMs, suggested })),
      notes: reasons.map(({ message, examples }: Built) => {
        expect(examples).toEqual([results[0].item.id]);
        return message;
      }),
    };
  };
  const own = (...chapters: (typeof READING)[]) =>
    chapters.map((chapter) => ({ ...chapter, suggested: false }));

  it('in the feed are taken, within the length of the recording', async () => {
    expect(await importWith(PSC)).toEqual({
      chapters: own(READING, LAMP),
      notes: ['Chapters taken from the feed: 2 of 3'],
    });
  });

  it('in a file of JSON are taken, and those in the recording stay out', async () => {
    server.serve(
      '/a.json',
      JSON.stringify({ version: '1.2.0', chapters: [{ startTime: 2.5, title: 'The lamp' }] }),
    );
    const tagged = Buffer.concat([id3Of([READING], { version: 4 }), SOUND]);
    expect(
      await importWith(`<podcast:chapters url="/a.json" type="application/json+chapters"/>`, tagged),
    ).toEqual({
      chapters: own(LAMP),
      notes: ['Chapters taken from the feed: 1 of 1'],
    });
  });

  it('are those in the recording where those of the feed cannot be read, and a note says why', async () => {
    const tagged = Buffer.concat([id3Of([READING, LAMP], { version: 3 }), SOUND]);
    const fromFile = 'Chapters taken from the file: 2 of 2';
    for (const [answer, reason] of [
      [undefined, 'The server responded with 404'],
      ['{"chapters": 1}', 'It is not a JSON file with chapters'],
      [Buffer.alloc(1024 * 1024 + 1), 'The file is larger than chapters may be'],
    ] as const) {
      const path = `/${episodes + 1}.json`;
      if (answer !== undefined) server.serve(path, answer);
      const link = `<podcast:chapters url="${path}" type="application/json+chapters"/>`;
      expect(await importWith(link, tagged)).toEqual({
        chapters: own(READING, LAMP),
        notes: [`The chapters cannot be used: ${reason}`, fromFile],
      });
    }
  });

  it('are checked before anything is created', async () => {
    const episode = {
      feedUrl: 'https://example.org/f',
      guid: 'g',
      enclosureUrl: 'https://example.org/a.mp3',
      mimeType: 'audio/mpeg',
    };
    const { error } = await create({
      ...episode,
      chapters: [{ title: ' ', startMs: -1 }],
      chaptersUrl: 'file:///etc/passwd',
    });
    expect(error.details.map(({ path }: Built) => path).sort()).toEqual([
      'items.0.episode.chapters.0.startMs',
      'items.0.episode.chapters.0.title',
      'items.0.episode.chaptersUrl',
    ]);
  });
});
