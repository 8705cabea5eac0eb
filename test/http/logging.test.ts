/** Events from servers: which are accepted, and the errors for the others. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import {
  buildCollection,
  buildItem,
  buildMediaAsset,
  buildSeries,
  type Built,
} from '../support/factories.js';
import { spooledEvents } from '../support/spooled-events.js';
import { useApp, type Tenant } from '../support/start-app.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SITE = 'https://www.example.org';
const DAY_MS = 24 * 60 * 60_000;

describe('event logging', () => {
  const clock = createFakeClock(new Date().toISOString());
  let item: Built;
  let asset: Built;
  let foreign: { item: Built; asset: Built };

  // No server listens there: accepted events stay in the spool, where the tests read them.
  const app = useApp({ clock, env: { CLICKHOUSE_URL: 'http://127.0.0.1:9' } });
  beforeAll(async () => {
    const owned = async (tenant: Tenant) => {
      const item = await buildItem(tenant);
      return { item, asset: await buildMediaAsset(app.app.db, item, tenant.account.id) };
    };
    ({ item, asset } = await owned(app.demo));
    foreign = await owned(app.other);
  });

  const play = (fields: object = {}) => ({
    itemId: item.id,
    mediaAssetId: asset.id,
    playbackSessionId: 'tab-1',
    eventType: 'play',
    origin: 'embed',
    currentPlaybackPositionSeconds: 0,
    ...fields,
  });
  const inBatch = (fields: object = {}) => ({ type: 'mediaPlaybackEvent', ...play(fields) });
  const pageView = (fields: object = {}) => ({ type: 'pageView', url: `${SITE}/a`, ...fields });
  const pathsOf = ({ body }: { body: Built }): string[] => body.error.details.map(({ path }: Built) => path);

  const spooled = () => spooledEvents(app);
  const eventOf = (id: string): Built => spooled().find((event) => event.id === id) as Built;

  describe('one event from a server', () => {
    it('is acknowledged with its id once it is on disk', async () => {
      const { status, body } = await app.demo.api.post('/logging/media-playback-events', play());
      expect(status).toBe(200);
      expect(body).toEqual({ mediaPlaybackEventId: expect.stringMatching(/^[\da-f-]{36}$/) });
      expect(eventOf(body.mediaPlaybackEventId)).toMatchObject({
        table: 'playback',
        accountId: app.demo.account.id,
        itemId: item.id,
        idByClient: false,
        visitor: null,
        at: clock.now().getTime(),
        watchedMs: null,
      });
      const page = await app.demo.api.post('/logging/page-views', {
        url: `${SITE}/sermons/x?mail=someone@example.org#top`,
        referrer: 'https://search.example/?q=private',
        itemId: item.id,
      });
      expect(page.status).toBe(200);
      expect(eventOf(page.body.pageViewId)).toMatchObject({
        url: `${SITE}/sermons/x`,
        referrer: 'https://search.example',
        itemId: item.id,
      });
    });

    it('keeps the id and time that the client set', async () => {
      const eventId = randomUUID();
      const occurredAt = new Date(clock.now().getTime() - 6 * DAY_MS).toISOString();
      const fields = play({
        eventId: eventId.toUpperCase(),
        occurredAt,
        visitorIp: '203.0.113.9',
        userAgent: BROWSER,
      });
      const { body } = await app.demo.api.post('/logging/media-playback-events', fields);
      expect(body.mediaPlaybackEventId).toBe(eventId);
      const event = eventOf(eventId);
      expect(event).toMatchObject({ idByClient: true, at: Date.parse(occurredAt) });
      expect(event.visitor).toMatch(/^\d+$/);
      expect(JSON.stringify(spooled())).not.toMatch(/203\.0\.113|Firefox/);
    });

    it('is rejected with every problem at once', async () => {
      const answer = await app.demo.api.post('/logging/media-playback-events', {
        itemId: 'one',
        playbackSessionId: '',
        eventType: 'stop',
        origin: 'web',
        currentPlaybackPositionSeconds: -1,
        playbackRate: 0,
        eventId: 'mine',
        visitorIp: 'somewhere',
        occurredAt: '2026-02-30T00:00:00Z',
        colour: 'red',
      });
      expect(answer.status).toBe(422);
      expect(pathsOf(answer).sort()).toEqual(
        [
          'itemId',
          'mediaAssetId',
          'playbackSessionId',
          'eventType',
          'origin',
          'currentPlaybackPositionSeconds',
          'playbackRate',
          'eventId',
          'visitorIp',
          'occurredAt',
          'colour',
        ].sort(),
      );
      const page = await app.demo.api.post('/logging/page-views', { url: 'javascript:alert(1)', itemId: 0 });
      expect(pathsOf(page).sort()).toEqual(['itemId', 'url']);
    });

    it('accepts any searchId, and requires neither origin nor position', async () => {
      const least = play({ origin: undefined, currentPlaybackPositionSeconds: undefined });
      const { body: created } = await app.demo.api.post('/embed-tokens/create', {
        name: 'Site',
        allowedOrigins: ['*'],
      });
      const logged = async (fields: object): Promise<Built> => {
        const { status, body } = await app.demo.api.post('/logging/media-playback-events', {
          ...least,
          ...fields,
        });
        expect([status, body.error]).toEqual([200, undefined]);
        return eventOf(body.mediaPlaybackEventId);
      };
      expect(await logged({})).toMatchObject({ origin: 'connect', positionMs: 0, searchId: null });
      expect(await logged({ embedToken: created.embedToken.token })).toMatchObject({ origin: 'embed' });
      expect(await logged({ origin: null, currentPlaybackPositionSeconds: null })).toMatchObject({
        origin: 'connect',
        positionMs: 0,
      });
      const searchId = randomUUID();
      expect(await logged({ searchId: searchId.toUpperCase() })).toMatchObject({ searchId });
      const strange = ['', 'none', ` ${searchId}`, `${searchId}0`, 'x'.repeat(10_000), '\0\ud800'];
      for (const text of strange) expect(await logged({ searchId: text })).toMatchObject({ searchId: null });
      const click = { type: 'searchClick', itemId: item.id, rank: 1 };
      const events = [click, ...[null, 'none', searchId].map((one) => ({ ...click, searchId: one }))];
      const { body } = await app.demo.api.post('/logging/batch', { events });
      expect(body.errors).toEqual([]);
      const none = '00000000-0000-0000-0000-000000000000';
      expect(body.ids.map((id: string) => eventOf(id).searchId)).toEqual([none, none, none, searchId]);
    });

    it('is rejected when it refers to unknown records, with all of them listed', async () => {
      const before = spooled().length;
      const strange = play({ itemId: foreign.item.id, mediaAssetId: foreign.asset.id, embedToken: 'lce_x' });
      const answer = await app.demo.api.post('/logging/media-playback-events', strange);
      expect(answer.status).toBe(422);
      expect(pathsOf(answer)).toEqual(['itemId', 'mediaAssetId', 'embedToken']);
      const another = await buildItem(app.demo);
      const mixed = await app.demo.api.post('/logging/media-playback-events', play({ itemId: another.id }));
      expect(pathsOf(mixed)).toEqual(['mediaAssetId']);
      const { id: collectionId } = await buildCollection(app.other);
      const { id: seriesId } = await buildSeries(app.other, { collectionId });
      const page = await app.demo.api.post('/logging/page-views', { url: SITE, collectionId, seriesId });
      expect(pathsOf(page)).toEqual(['seriesId', 'collectionId']);
      expect(spooled()).toHaveLength(before);
    });

    it('is rejected when older than a week or in the future', async () => {
      const at = async (ms: number): Promise<number> => {
        const occurredAt = new Date(clock.now().getTime() + ms).toISOString();
        const answer = await app.demo.api.post('/logging/media-playback-events', play({ occurredAt }));
        if (answer.status !== 200) expect(pathsOf(answer)).toEqual(['occurredAt']);
        return answer.status;
      };
      expect(await at(-7 * DAY_MS)).toBe(200);
      expect(await at(-7 * DAY_MS - 1)).toBe(422);
      expect(await at(30_000)).toBe(200);
      expect(await at(90_000)).toBe(422);
      expect(Math.max(...spooled().map(({ at }) => Number(at)))).toBe(clock.now().getTime());
    });
  });

  describe('a batch', () => {
    it('accepts valid events and reports invalid ones, in order', async () => {
      const eventId = randomUUID();
      const click = { type: 'searchClick', searchId: randomUUID(), itemId: item.id, rank: 3, startMs: 1_000 };
      const { status, body } = await app.demo.api.post('/logging/batch', {
        events: [
          inBatch({ eventId }),
          inBatch({ itemId: foreign.item.id }),
          pageView(),
          { type: 'nothing' },
          'an event',
          { ...click, rank: 0, colour: 'red' },
          click,
          inBatch({ occurredAt: '2020-01-01T00:00:00Z' }),
        ],
      });
      expect(status).toBe(200);
      expect(body.ids.map((id: string | null) => id !== null)).toEqual([
        true,
        false,
        true,
        false,
        false,
        false,
        true,
        false,
      ]);
      expect(body.ids[0]).toBe(eventId);
      expect(body.errors.map(({ index, path }: Built) => [index, path])).toEqual([
        [1, 'itemId'],
        [3, 'type'],
        [4, ''],
        [5, 'rank'],
        [7, 'occurredAt'],
      ]);
      const kept = spooled().slice(-3);
      expect(kept.map(({ id }) => id).sort()).toEqual(body.ids.filter(Boolean).sort());
      expect(eventOf(body.ids[6])).toMatchObject({
        table: 'search_clicks',
        rank: 3,
        startMs: 1_000,
        accountId: app.demo.account.id,
      });
    });

    it('accepts up to a thousand events, or none', async () => {
      const events = Array.from({ length: 1_000 }, () => pageView());
      const { body } = await app.demo.api.post('/logging/batch', { events });
      expect(new Set(body.ids).size).toBe(1_000);
      expect(body.errors).toEqual([]);
      expect(pathsOf(await app.demo.api.post('/logging/batch', { events: [...events, pageView()] }))).toEqual(
        ['events'],
      );
      expect((await app.demo.api.post('/logging/batch', { events: [] })).body).toEqual({
        ids: [],
        errors: [],
      });
    });

    it('is not read after twenty invalid events, but valid ones before are accepted', async () => {
      const bad = Array.from({ length: 20 }, (_, i) =>
        i % 2 ? inBatch({ itemId: 0 }) : inBatch({ itemId: 999_999 }),
      );
      const events = [pageView(), ...bad, pageView(), ...Array.from({ length: 200 }, () => pageView())];
      const { status, body } = await app.demo.api.post('/logging/batch', { events });
      expect(status).toBe(200);
      expect(body.ids.filter(Boolean)).toEqual([body.ids[0]]);
      expect(body.errors).toHaveLength(events.length - 1);
      expect(body.errors.slice(0, 20).every(({ path }: Built) => path === 'itemId')).toBe(true);
      expect(body.errors[20]).toEqual({
        index: 21,
        path: '',
        message: 'was not read, because 20 events before it are invalid. Send it again without them.',
      });
      const right = await app.demo.api.post('/logging/batch', { events: [...bad.slice(1), pageView()] });
      expect(right.body.ids.at(-1)).not.toBeNull();
    });

    it('queries SQL once per kind, not once per event', async () => {
      const items = await Promise.all(Array.from({ length: 20 }, () => buildItem(app.demo)));
      const sent: string[] = [];
      const { db } = app.app;
      const execute = db.getExecutor().executeQuery.bind(db.getExecutor());
      Object.assign(db.getExecutor(), {
        executeQuery: (query: Built, ...rest: Built[]) => {
          sent.push(query.sql as string);
          return (execute as Built)(query, ...rest);
        },
      });
      try {
        const events = items.map(({ id }) => pageView({ itemId: id }));
        expect((await app.demo.api.post('/logging/batch', { events })).body.errors).toEqual([]);
        expect(sent.filter((text) => / from "item"/.test(text))).toHaveLength(1);
      } finally {
        Object.assign(db.getExecutor(), { executeQuery: execute });
      }
    });
  });
});
