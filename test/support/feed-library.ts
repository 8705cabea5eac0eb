/**
 * A library for feed readers: a collection and a series of twelve public talks, with unusual text in every field,
 * media, chapters and transcripts.
 */
import { putChapter, putMedia, putTranscript } from './public-rows.js';
import {
  buildCollection,
  buildItem,
  buildScripture,
  buildSeries,
  buildSpeaker,
  buildTopic,
  setItem,
  type Built,
} from './factories.js';
import type { TestApp } from './start-app.js';

export const EVIL = `]]> & &amp; &x; &#1; <script>alert("1")</script> 'q' 😀 שלום`;
export const ITEMS = 12;
/** The URL at which the tests call the public host. */
export const SITE = 'http://demo.localhost/api';
export const DAY_MS = 86_400_000;

export interface FeedLibrary {
  collection: Built;
  series: Built;
  /** Sorted by date. */
  items: Built[];
  speaker: Built;
}

export const publish = (app: TestApp, item: Built, values = {}): Promise<void> =>
  setItem(app, item, { status: 'published', publishedDate: '2026-11-01T09:00:00.000Z', ...values });

export const buildFeedLibrary = async (app: TestApp): Promise<FeedLibrary> => {
  const { db } = app.app;
  const { demo } = app;
  const accountId = demo.account.id;
  await demo.api.patch('/account', {
    name: 'Demo & <Church>',
    settings: { publicSiteUrl: 'https://demo.example.org/site/', itemPagePath: '/talks/{slug}' },
  });
  const collection = await buildCollection(demo, { name: 'Sermons ]]>' });
  const series = await buildSeries(demo, {
    collectionId: collection.id,
    title: `Series ${EVIL}`,
    itemSortDirection: 'ASC',
  });
  await db
    .updateTable('series')
    .set({ squareImgUrl: '/files/1/key/square.png' })
    .where('id', '=', series.id)
    .execute();
  const speaker = await buildSpeaker(demo, { name: `Ruth ${EVIL}` });
  await db
    .updateTable('speaker')
    .set({ imageUrl: '/files/1/key/ruth.png' })
    .where('id', '=', speaker.id)
    .execute();
  const guest = await buildSpeaker(demo, { name: 'Miriam Adler' });
  const topic = await buildTopic(demo, { name: `Hope ${EVIL}` });
  const items: Built[] = [];
  for (let n = 1; n <= ITEMS; n++) {
    const item = await buildItem(demo, {
      title: `Talk ${n} ${EVIL}`,
      description: `One\n\u0001two ${EVIL}`,
      date: new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString().slice(0, 10),
      collectionId: collection.id,
      seriesId: series.id,
      orderInSeries: n,
      speakers: [{ id: speaker.id }, { id: guest.id }],
      topics: [{ id: topic.id }],
    });
    const asset = await putMedia(
      db,
      { id: item.id, accountId },
      {
        url: `/files/${accountId}/key${n}/talk.mp3`,
        fileSizeBytes: 1_000 + n,
        durationSecs: 3_723,
      },
    );
    for (const [startMs, title] of [
      [0, 'Welcome'],
      [90_500, `Second ${EVIL}`],
    ] as const)
      await putChapter(db, asset, { startMs, title });
    await putChapter(db, asset, { startMs: 5_000, title: 'Hidden', suggested: 1 });
    await buildScripture(demo, item);
    await putTranscript(db, { id: item.id, accountId }, 'en-GB');
    await publish(app, item);
    items.push(item);
  }
  await buildItem(demo, { title: 'A draft', collectionId: collection.id, seriesId: series.id });
  const gone = await buildItem(demo, { title: 'Deleted', collectionId: collection.id });
  await publish(app, gone, { deletedDate: '2026-11-01T09:00:00.000Z' });
  return { collection, series, items, speaker };
};
