/** Sends demo traffic to a running server through its API: what happened in the last days, and searches of this moment with what came of them. */
import type { Api } from '../../src/cli/api-client.js';
import type { SearchesResponse } from '../../src/engagement/reports/stats.schema.js';
import { playbackSteps, type DemoItem } from './playback.js';
import { chanceOf, uuidOf, type Chance } from './random.js';
import { browserOf, demoTraffic, playbackOf, type DemoEvent } from './traffic.js';

export interface SendOptions {
  /** The private API; the token needs content:read, logging:write and stats:read. */
  api: Api;
  /** The public host as a browser sees it. */
  publicApi(userAgent: string): Api;
  seed: string;
  days: number;
  /** What visitors ask; the titles of the library where it is empty. */
  questions?: readonly string[];
  onProgress?(done: number, total: number): void;
}

export interface SentTraffic {
  events: number;
  searches: number;
}

interface ItemRecord {
  id: number;
  title: string;
  durationSecs: number | null;
  mediaAssets: { id: number }[];
}
interface SearchResponse {
  searchId: string;
  results: { item: { id: number }; passages: { startMs: number | null }[] }[];
}

const BATCH = 1_000;
const PAGE = 100;
const UNKNOWN_SECS = 600;
/** The first question is asked so often, each next one once less. */
const MOST_ASKED = 7;
/** What nobody has spoken about; by words only, for by meaning something is always near. */
const WITHOUT_ANSWER = 'wifi password';
const WEEK_MS = 7 * 86_400_000;

/** Sent again it adds only what has happened since. @throws Error in words */
export const sendDemoTraffic = async (options: SendOptions): Promise<SentTraffic> => {
  const { api, seed, days, onProgress } = options;
  const { account } = await api.get<{
    account: { searchBaseUrl: string; settings: { publicSiteUrl: string | null } };
  }>('/account');
  const items = await playableItems(api);
  if (items.length === 0) throw new Error('There is no published item to play: publish one first');
  const site = account.settings.publicSiteUrl ?? new URL(account.searchBaseUrl).origin;
  const events = demoTraffic({ seed, items, site, now: Date.now(), days });
  for (let sent = 0; sent < events.length; sent += BATCH) {
    await log(api, events.slice(sent, sent + BATCH));
    onProgress?.(Math.min(sent + BATCH, events.length), events.length);
  }
  const { searches, led } = await search(options, items);
  await log(api, led);
  return { events: events.length + led.length, searches };
};

const playableItems = async (api: Api): Promise<DemoItem[]> => {
  const all: DemoItem[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await api.get<{ items: ItemRecord[]; hasMore: boolean }>('/items', {
      status: 'published',
      '_expand[]': 'mediaAssets',
      '_orderBy[]': 'id,ASC',
      _limit: PAGE,
      _offset: offset,
    });
    for (const { id, title, durationSecs, mediaAssets } of page.items) {
      const [asset] = mediaAssets;
      if (asset) all.push({ id, title, durationSecs: durationSecs ?? UNKNOWN_SECS, mediaAssetId: asset.id });
    }
    if (!page.hasMore) return all;
  }
};

const log = async (api: Api, events: readonly DemoEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const { errors } = await api.post<{ errors: { path: string; message: string }[] }>('/logging/batch', {
    events,
  });
  const [first] = errors;
  if (first) throw new Error(`An event was refused: ${first.path} ${first.message}`);
};

/** Asks each question as often as it has not been asked this week yet. */
const search = async (
  { api, publicApi, seed, questions = [] }: SendOptions,
  items: readonly DemoItem[],
): Promise<{ searches: number; led: DemoEvent[] }> => {
  const asked = await api.get<SearchesResponse>('/stats/searches', {
    from: new Date(Date.now() - WEEK_MS).toISOString().slice(0, 10),
    limit: PAGE,
  });
  const times = new Map(asked.queries.map(({ query, searches }) => [query, searches]));
  const wanted = (questions.length > 0 ? questions : items.map(({ title }) => title)).slice(0, MOST_ASKED);
  const led: DemoEvent[] = [];
  let searches = 0;
  for (const [place, q] of [...wanted, WITHOUT_ANSWER].entries()) {
    const known = times.get(q.toLowerCase().replace(/\s+/g, ' ')) ?? 0;
    for (let time = known; time < Math.max(MOST_ASKED - place, 1); time++) {
      const chance = chanceOf(`${seed} ${q} ${time}`);
      const mode = q === WITHOUT_ANSWER ? 'keyword' : undefined;
      const answer = await publicApi(browserOf(chance)).get<SearchResponse>('/search', { q, mode });
      searches++;
      led.push(...fromResults(answer, items, chance));
    }
  }
  return { searches, led };
};

/** A click on one of the first results, and often a session from the passage on. */
const fromResults = (
  { searchId, results }: SearchResponse,
  items: readonly DemoItem[],
  chance: Chance,
): DemoEvent[] => {
  const rank = chance.happens(0.7) ? 1 : 2;
  const chosen = results[rank - 1];
  const item = items.find(({ id }) => id === chosen?.item.id);
  if (!chosen || !item || !chance.happens(0.7)) return [];
  const startMs = chosen.passages[0]?.startMs ?? null;
  // Where a search is of this moment, what it led to cannot have lasted: its clock runs fast.
  const now = Date.now();
  const event = (type: string, order: number, fields: object): DemoEvent => ({
    type,
    eventId: uuidOf(`${searchId} ${order}`),
    occurredAt: new Date(now + order).toISOString(),
    searchId,
    ...fields,
  });
  const click = event('searchClick', 0, { itemId: item.id, rank, startMs });
  if (!chance.happens(0.7)) return [click];
  const steps = playbackSteps(chance, item.durationSecs, (startMs ?? 0) / 1_000);
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
