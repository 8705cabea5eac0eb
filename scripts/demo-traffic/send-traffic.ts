/**
 * Sends demo traffic to a running server: events of the last days, and searches made now with the clicks that follow.
 */
import { unwrap, type BatchEvent, type LecternClient, type SearchClient } from '../../client/index.js';
import { createRandom, type Random } from '../random.js';
import { playbackSteps, type DemoItem } from './playback.js';
import { demoTraffic, playbackOf, userAgentOf, uuidOf, type DemoEvent } from './traffic.js';

export interface SendOptions {
  /** The private API; the token needs content:read, logging:write and stats:read. */
  api: LecternClient;
  /** The public host of the same account. */
  site: SearchClient;
  seed: string;
  days: number;
  /** What visitors search for; the titles of the items if empty. */
  questions?: readonly string[];
  onProgress?(done: number, total: number): void;
}

export interface SentTraffic {
  events: number;
  searches: number;
}

/** What it needs of a search response. */
interface Found {
  searchId: string;
  results: { item: { id: number }; passages: { startMs: number | null }[] }[];
}

const BATCH = 1_000;
const PAGE = 100;
const UNKNOWN_SECS = 600;
/** How often the first question is asked; each further one is asked once less. */
const MAX_REPEATS = 7;
/** A search without results. By words only: by meaning, there is always something similar. */
const UNANSWERED = 'wifi password';
const WEEK_MS = 7 * 86_400_000;

/** Safe to repeat: it adds only what is missing. @throws {Error} when there is no item to play */
export const sendDemoTraffic = async (options: SendOptions): Promise<SentTraffic> => {
  const { api, seed, days, onProgress } = options;
  const { account } = await unwrap(api.GET('/account'));
  const items = await playableItems(api);
  if (items.length === 0) throw new Error('There is no published item with media: publish one first');
  const site = account.settings.publicSiteUrl ?? new URL(account.searchBaseUrl).origin;
  const events = demoTraffic({ seed, items, site, now: Date.now(), days });
  for (let sent = 0; sent < events.length; sent += BATCH) {
    await log(api, events.slice(sent, sent + BATCH));
    onProgress?.(Math.min(sent + BATCH, events.length), events.length);
  }
  const { searches, followUps } = await search(options, items);
  await log(api, followUps);
  return { events: events.length + followUps.length, searches };
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

/** Asks each question until it has been asked often enough this week. */
const search = async (
  { api, site, seed, questions = [] }: SendOptions,
  items: readonly DemoItem[],
): Promise<{ searches: number; followUps: DemoEvent[] }> => {
  const from = new Date(Date.now() - WEEK_MS).toISOString().slice(0, 10);
  const { queries } = await unwrap(api.GET('/stats/searches', { params: { query: { from, limit: PAGE } } }));
  const asked = new Map(queries.map(({ query, searches }) => [query, searches]));
  const chosen = (questions.length > 0 ? questions : items.map(({ title }) => title)).slice(0, MAX_REPEATS);
  const followUps: DemoEvent[] = [];
  let searches = 0;
  for (const [rank, q] of [...chosen, UNANSWERED].entries()) {
    const before = asked.get(q.toLowerCase().replace(/\s+/g, ' ')) ?? 0;
    for (let time = before; time < Math.max(MAX_REPEATS - rank, 1); time++) {
      const random = createRandom(`${seed} ${q} ${time}`);
      const mode = q === UNANSWERED ? 'keyword' : undefined;
      const headers = { 'User-Agent': userAgentOf(random) };
      const found = await unwrap(site.GET('/search', { params: { query: { q, mode } }, headers }));
      searches++;
      followUps.push(...eventsAfter(found, items, random));
    }
  }
  return { searches, followUps };
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
  // The search was made just now: its events are a millisecond apart, so that none is in the future.
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
