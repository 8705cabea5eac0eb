/** A week of engagement by hand: two items of one account, one of another, and countable events. */
import { expect } from 'vitest';
import type { FakeClock } from './clock.js';
import {
  buildCollection,
  buildItem,
  buildMediaAsset,
  buildSeries,
  buildSpeaker,
  buildTopic,
  setItem,
  type Built,
} from './factories.js';
import type { Tenant, TestApp } from './start-app.js';

/** Set the clock to this time before `buildEngagement`: before the first events. */
export const START = '2026-02-25T15:30:00.000Z';
/** Wednesday, noon in Berlin: the clock is set to this time at the end. */
export const NOW = '2026-03-04T11:00:00.000Z';
const SEARCH_ID = '0b6f2c0e-6f0e-4a53-9d0c-0d2f1c1c6a11';

const withMedia = async (app: TestApp, tenant: Tenant, item: Built, durationSecs: number): Promise<Built> => {
  const asset = await buildMediaAsset(app.app.db, item, tenant.account.id, { durationSecs });
  await setItem(app, item, { durationSecs });
  return { ...item, assetId: asset.id };
};
const playback = (item: Built, session: string, occurredAt: string, fields: object = {}): Built => ({
  type: 'mediaPlaybackEvent',
  itemId: item.id,
  mediaAssetId: item.assetId,
  playbackSessionId: session,
  eventType: 'play',
  origin: 'embed',
  currentPlaybackPositionSeconds: 0,
  occurredAt,
  ...fields,
});
/** A session that plays from the start to `until`, in seconds. */
export const session = (
  item: Built,
  name: string,
  start: string,
  until: number,
  fields: object = {},
): Built[] => [
  playback(item, name, start, { totalPlaybackSeconds: 0, ...fields }),
  playback(item, name, new Date(Date.parse(start) + until * 1_000).toISOString(), {
    eventType: 'pause',
    currentPlaybackPositionSeconds: until,
    totalPlaybackSeconds: until,
    ...fields,
  }),
];
const pageView = (occurredAt: string, visitorIp: string, fields: object = {}): Built => ({
  type: 'pageView',
  url: 'https://www.example.org/a',
  occurredAt,
  visitorIp,
  ...fields,
});
export const log = async (tenant: Tenant, events: Built[]): Promise<void> => {
  const { status, body } = await tenant.api.post('/logging/batch', { events });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: [] });
};

export interface Engagement {
  shepherd: Built;
  bread: Built;
  /** Events of the other account. */
  foreign: Built;
  series: Built;
  speaker: Built;
  topics: Built[];
}

export const buildEngagement = async (app: TestApp, clock: FakeClock): Promise<Engagement> => {
  await app.demo.api.patch('/account', { timeZone: 'Europe/Berlin' });
  const collection = await buildCollection(app.demo);
  const series = await buildSeries(app.demo, { collectionId: collection.id });
  const speaker = await buildSpeaker(app.demo);
  const topics = [
    await buildTopic(app.demo, { name: 'Trust' }),
    await buildTopic(app.demo, { name: 'Bread' }),
  ];
  const [trust, food] = topics;
  let shepherd = await buildItem(app.demo, {
    title: 'The Good Shepherd',
    collectionId: collection.id,
    seriesId: series.id,
    speakers: [{ id: speaker.id }],
    topics: [{ id: trust.id }],
  });
  shepherd = await withMedia(app, app.demo, shepherd, 100);
  let bread = await buildItem(app.demo, { title: 'On Bread', topics: [{ id: food.id }] });
  bread = await withMedia(app, app.demo, bread, 200);
  const foreign = await withMedia(app, app.other, await buildItem(app.other), 100);

  await log(app.demo, [
    // The same part of the week before, and the time after it: Wednesday afternoon.
    ...session(bread, 'f', '2026-02-25T10:30:00.000Z', 100),
    ...session(bread, 'g', '2026-02-25T10:40:00.000Z', 100),
    ...session(shepherd, 'h', '2026-02-25T14:00:00.000Z', 100),
  ]);
  clock.pass(Date.parse(NOW) - clock.now().getTime());
  await log(app.demo, [
    // The current week, which started on Sunday 1 March at 23:00 UTC.
    ...session(shepherd, 'a', '2026-03-01T10:00:00.000Z', 100),
    ...session(shepherd, 'b', '2026-03-02T10:00:00.000Z', 50, { searchId: SEARCH_ID }),
    ...session(bread, 'c', '2026-03-02T12:00:00.000Z', 100),
    // A session that never started to play, and one that replayed the item ten times: three lengths count.
    playback(bread, 'd', '2026-03-02T13:00:00.000Z', { eventType: 'error', errorMessage: 'no sound' }),
    ...session(shepherd, 'e', '2026-03-03T10:00:00.000Z', 0),
    playback(shepherd, 'e', '2026-03-03T11:00:00.000Z', {
      eventType: 'progress',
      currentPlaybackPositionSeconds: 20,
      totalPlaybackSeconds: 1_000,
    }),
    // The first two are before and after midnight in Berlin.
    pageView('2026-03-01T22:59:00.000Z', '192.0.2.1', { itemId: shepherd.id }),
    pageView('2026-03-01T23:01:00.000Z', '192.0.2.1', { itemId: shepherd.id }),
    pageView('2026-03-02T09:00:00.000Z', '192.0.2.2', { seriesId: series.id }),
    pageView('2026-03-02T09:05:00.000Z', '192.0.2.2', { itemId: bread.id }),
    {
      type: 'searchClick',
      searchId: SEARCH_ID,
      itemId: shepherd.id,
      rank: 2,
      occurredAt: '2026-03-02T09:59:00.000Z',
    },
  ]);
  await log(app.other, [
    ...session(foreign, 'a', '2026-03-02T10:00:00.000Z', 100),
    pageView('2026-03-02T10:00:00.000Z', '192.0.2.1', { itemId: foreign.id }),
  ]);
  return { shepherd, bread, foreign, series, speaker, topics };
};
