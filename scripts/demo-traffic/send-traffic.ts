/**
 * Sends demo traffic to a running server: events of the last days, and searches made now with the clicks that
 * follow.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { unwrap, type BatchEvent, type LecternClient, type SearchClient } from '../../client/index.js';
import { batchesOf } from '../../src/platform/lib/batches.js';
import { createRandom, type Random } from '../random.js';
import { playbackSteps, type DemoItem } from './playback.js';
import { demoTraffic, playbackOf, userAgentOf, uuidOf, type DemoEvent } from './traffic.js';

export interface SendOptions {
  /** The private API; the token needs content:read, logging:write and stats:read. */
  api: LecternClient;
  /** The public host of the same account. */
  site: SearchClient;
  /** Base URL at which visitors reach that host. */
  publicUrl: string;
  seed: string;
  days: number;
  /** Queries to search for; the titles of the items if empty. */
  questions?: readonly string[];
  /** Items to play; every published item with media if absent. */
  itemIds?: ReadonlySet<number>;
  /** Called with the ids of page views before they are sent, and with the ids of searches. */
  onVisit?(type: 'pageView' | 'search', ids: readonly string[]): Promise<void>;
  onProgress?(done: number, total: number): void;
}

export interface SentTraffic {
  events: number;
  searches: number;
}

/** The part of a search response that is used. */
interface Found {
  searchId: string;
  results: { item: { id: number }; passages: { startMs: number | null }[] }[];
}

const BATCH = 1_000;
const PAGE = 100;
/** `npm run quickstart` and `npm run demo-traffic` generate the same visitors. */
export const DEMO_SEED = 'demo';
const UNKNOWN_SECS = 600;
/** How often the first question is searched for; each further one is searched once less. */
const MAX_REPEATS = 7;
/** A query without results. Searched in keyword mode, because semantic search always finds something similar. */
const UNANSWERED = 'wifi password';
const DAY_MS = 86_400_000;
/** How long to wait for the reports to include the sent events. */
const REPORT_TIMEOUT_MS = 30_000;
const POLL_MS = 250;

/**
 * Safe to repeat: adds only what is missing.
 * @throws {Error} when there is no item to play
 */
export const sendDemoTraffic = async (options: SendOptions): Promise<SentTraffic> => {
  const { api, publicUrl, seed, days, itemIds, onVisit, onProgress } = options;
  const { account } = await unwrap(api.GET('/account'));
  const items = (await playableItems(api)).filter(({ id }) => itemIds?.has(id) ?? true);
  if (items.length === 0) throw new Error('There is no published item with media: publish one first');
  const site = account.settings.publicSiteUrl ?? new URL(publicUrl).origin;
  const known = await knownPageViews(api);
  const visitors = demoTraffic({ seed, items, site, now: Date.now(), days }).filter(
    ([first]) => !known.has(first?.eventId ?? ''),
  );
  const total = visitors.flat().length;
  let sent = 0;
  // Batches contain whole visitors, so that after an interruption each visitor was sent completely or not at all.
  const weigh = (events: readonly DemoEvent[]): number => events.length;
  for (const part of batchesOf(visitors, weigh, { maxItems: BATCH, maxWeight: BATCH })) {
    const events = part.flat();
    const pageViews = events.flatMap(({ type, eventId }) => (type === 'pageView' ? [eventId] : []));
    await onVisit?.('pageView', pageViews);
    await log(api, events);
    sent += events.length;
    onProgress?.(sent, total);
  }
  const { searches, followUps } = await search(options, items);
  await log(api, followUps);
  return { events: total + followUps.length, searches };
};

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Ids of the page views that were counted already. Deterministic event ids alone do not prevent counting a
 * visitor twice: when the library has new items, the same visitor plays other ones.
 */
const knownPageViews = async (api: LecternClient): Promise<Set<string>> => {
  const query = { report: 'events', type: 'pageView', format: 'jsonl', from: daysAgo(9) } as const;
  // The client returns no data for an empty file.
  const lines: string | undefined = await unwrap(
    api.GET('/stats/export', { params: { query }, parseAs: 'text' }),
  );
  return new Set(
    (lines ?? '')
      .split('\n')
      .flatMap((line) => (line ? (JSON.parse(line) as { eventId: string }).eventId : [])),
  );
};

const playableItems = async (api: LecternClient): Promise<DemoItem[]> => {
  const all: DemoItem[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await unwrap(
      api.GET('/items', {
        params: {
          query: {
            status: 'published',
            '_expand[]': ['mediaAssets'],
            '_orderBy[]': ['id,ASC'],
            _limit: PAGE,
            _offset: offset,
          },
        },
      }),
    );
    for (const { id, title, durationSecs, mediaAssets } of page.items) {
      const [asset] = mediaAssets ?? [];
      if (asset) all.push({ id, title, durationSecs: durationSecs ?? UNKNOWN_SECS, mediaAssetId: asset.id });
    }
    if (!page.hasMore) return all;
  }
};

const log = async (api: LecternClient, events: readonly DemoEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const { errors } = await unwrap(api.POST('/logging/batch', { body: { events: events as BatchEvent[] } }));
  const [first] = errors;
  if (first) throw new Error(`An event was rejected: ${first.path} ${first.message}`);
};

const searchesOfWeek = async (api: LecternClient): Promise<number> => {
  const { total } = await unwrap(api.GET('/stats/searches', { params: { query: { from: daysAgo(7) } } }));
  return total.searches;
};

/** Makes the searches that the reports of this week do not contain yet, and waits until they do. */
const search = async (
  { api, site, seed, questions = [], onVisit }: SendOptions,
  items: readonly DemoItem[],
): Promise<{ searches: number; followUps: DemoEvent[] }> => {
  const before = await searchesOfWeek(api);
  const chosen = questions.length > 0 ? questions : items.map(({ title }) => title);
  // The number of searches does not depend on the size of the library.
  const asked = Array.from({ length: MAX_REPEATS }, (_, rank) =>
    Array.from({ length: MAX_REPEATS - rank }, (_, time) => ({
      q: chosen[rank % chosen.length] ?? '',
      time,
    })),
  ).flat();
  const missing = [...asked, { q: UNANSWERED, time: 0 }].slice(before);
  const followUps: DemoEvent[] = [];
  for (const { q, time } of missing) {
    const random = createRandom(`${seed} ${q} ${time}`);
    const mode = q === UNANSWERED ? 'keyword' : undefined;
    const userAgent = userAgentOf(random);
    const headers = { 'User-Agent': userAgent };
    const found = await unwrap(site.GET('/search', { params: { query: { q, mode } }, headers }));
    await onVisit?.('search', [found.searchId]);
    followUps.push(...eventsAfter(found, items, random).map((event) => ({ ...event, userAgent })));
  }
  const deadline = Date.now() + REPORT_TIMEOUT_MS;
  while ((await searchesOfWeek(api)) < before + missing.length && Date.now() < deadline) await sleep(POLL_MS);
  return { searches: missing.length, followUps };
};

/** A click on one of the first results, often followed by playback from the passage. */
const eventsAfter = (
  { searchId, results }: Found,
  items: readonly DemoItem[],
  random: Random,
): DemoEvent[] => {
  const rank = random.chance(0.7) ? 1 : 2;
  const result = results[rank - 1];
  const item = items.find(({ id }) => id === result?.item.id);
  if (!result || !item || !random.chance(0.7)) return [];
  const startMs = result.passages[0]?.startMs ?? null;
  // The search happened just now, so its events are a millisecond apart and none is in the future.
  const now = Date.now();
  const event = (type: string, order: number, fields: object): DemoEvent => ({
    type,
    eventId: uuidOf(`${searchId} ${order}`),
    occurredAt: new Date(now + order).toISOString(),
    searchId,
    ...fields,
  });
  const click = event('searchClick', 0, { itemId: item.id, rank, startMs });
  if (!random.chance(0.7)) return [click];
  const steps = playbackSteps(random, item.durationSecs, (startMs ?? 0) / 1_000);
  return [
    click,
    ...steps.map(({ eventType, currentPlaybackPositionSeconds, totalPlaybackSeconds }, order) =>
      event('mediaPlaybackEvent', order + 1, {
        ...playbackOf(item, searchId),
        eventType,
        currentPlaybackPositionSeconds,
        totalPlaybackSeconds,
      }),
    ),
  ];
};
