/** Generates events of realistic visitors: what they search for, open, play, skip and abandon, over a year. */
import { randomBytes, randomUUID } from 'node:crypto';
import { BROWSERS, DEVICES, type EventClient, type StoredEvent } from '../../analytics/index.js';
import { pick } from './stats.js';
import { randomFrom } from '../random.js';

export interface Audience {
  accountId: number;
  /** Most popular first. */
  itemIds: readonly number[];
  /** Share of all visits, relative to the other audiences. */
  weight: number;
}

export interface Period {
  from: number;
  to: number;
}

const DAY = 86_400_000;
/** Approximate visits by hour of the day and day of the week, starting on Sunday. */
const BY_HOUR = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 10, 10, 8, 7, 6, 6, 6, 7, 9, 11, 12, 10, 7, 4];
const BY_DAY = [10, 6, 5, 5, 5, 4, 4];
const CAMPAIGNS = ['easter', 'advent', 'summer camp', 'harvest'];
const REFERRERS = ['https://www.google.com', 'https://www.bing.com', 'https://www.facebook.com', null, null];
const COUNTRIES = ['US', 'GB', 'DE', 'KE', 'NG', 'IN', null];
const PROGRESS_SECS = 60;
const WORDS = 'grace hope fear prayer marriage anger money faith doubt grief sabbath mercy work peace'.split(
  ' ',
);
const QUERIES = WORDS.flatMap((one) => WORDS.map((other) => (one === other ? one : `${one} and ${other}`)));

/** 20 to 60 minutes, as in the content. */
const durationOf = (itemId: number): number => 1_200 + ((itemId * 7_919) % 2_400);

/** Yields `total` events as batches in chronological order, each of events close in time. */
export function* engagement(
  audiences: readonly Audience[],
  total: number,
  { from, to }: Period,
  batchEvents: number,
): Generator<StoredEvent[]> {
  const random = randomFrom(23);
  const batches = Math.ceil(total / batchEvents);
  for (let at = 0; at < batches; at++) {
    const window = {
      from: from + ((to - from) * at) / batches,
      to: from + ((to - from) * (at + 1)) / batches,
    };
    const wanted = Math.min(batchEvents, total - at * batchEvents);
    const events: StoredEvent[] = [];
    while (events.length < wanted) events.push(...visit(pickAudience(audiences, random), window, random));
    yield events.slice(0, wanted);
  }
}

const pickAudience = (audiences: readonly Audience[], random: () => number): Audience => {
  let left = random() * audiences.reduce((sum, { weight }) => sum + weight, 0);
  return audiences.find(({ weight }) => (left -= weight) < 0) ?? audiences[0]!;
};

/** A random time in the period, weighted by hour and weekday. */
const timeIn = ({ from, to }: Period, random: () => number): number => {
  for (let attempt = 0; ; attempt++) {
    const time = Math.floor(from + random() * (to - from));
    const hour = BY_HOUR[Math.floor((time % DAY) / 3_600_000)] ?? 1;
    const day = BY_DAY[new Date(time).getUTCDay()] ?? 1;
    if (attempt === 20 || random() * 120 < hour * day) return time;
  }
};

/** One visit in ten comes from a newsletter. */
const campaign = (random: () => number) => {
  const isLetter = random() < 0.1;
  return {
    utmSource: isLetter ? 'newsletter' : null,
    utmMedium: isLetter ? 'email' : null,
    utmCampaign: isLetter ? pick(CAMPAIGNS, random) : null,
    utmContent: null,
    utmTerm: null,
  };
};

const visit = ({ accountId, itemIds }: Audience, window: Period, random: () => number): StoredEvent[] => {
  const itemId = itemIds[Math.floor(itemIds.length * random() ** 3)]!;
  const visitorHash = randomBytes(8).toString('hex');
  const client = {
    country: pick(COUNTRIES, random),
    device: pick(DEVICES, random),
    browser: pick(BROWSERS, random),
  };
  let time = timeIn(window, random);
  const common = () => ({
    id: randomUUID(),
    idByClient: false,
    accountId,
    occurredAt: time,
    receivedAt: time + 40 + Math.floor(random() * 400),
    visitorHash,
    origin: 'embed' as const,
    ...client,
  });
  const events: StoredEvent[] = [];
  const searchId = random() < 0.15 ? randomUUID() : null;
  if (searchId !== null) {
    const found = random() < 0.08 ? 0 : 1 + Math.floor(random() * 40);
    events.push({
      ...common(),
      type: 'search',
      searchId,
      query: QUERIES[Math.floor(QUERIES.length * random() ** 2)]!,
      mode: 'hybrid',
      totalRecords: found,
      itemIds: found === 0 ? [] : Array.from({ length: Math.min(10, found) }, () => pick(itemIds, random)),
      tookMs: 10 + Math.floor(random() * 30),
    });
    if (found === 0 || random() < 0.35) return events;
    time += 4_000;
    const rank = 1 + Math.floor(10 * random() ** 3);
    events.push({ ...common(), type: 'searchClick', searchId, itemId, rank, startMs: null });
  }
  time += 1_000;
  events.push({
    ...common(),
    type: 'pageView',
    url: `https://www.grace-${accountId}.example/sermons/sermon-${itemId}`,
    referrer: pick(REFERRERS, random),
    itemId,
    seriesId: 1 + (itemId % 400),
    collectionId: 1 + (itemId % 4),
    searchId,
    ...campaign(random),
  });
  if (random() < 0.55) events.push(...played(itemId, searchId, common, (ms) => (time += ms), random));
  return events;
};

type Common = Pick<
  StoredEvent,
  | 'id'
  | 'idByClient'
  | 'accountId'
  | 'occurredAt'
  | 'receivedAt'
  | 'visitorHash'
  | 'origin'
  | keyof EventClient
>;

/** A quarter of the visitors leaves within the first minutes; the others stay longer, a third to the end. */
const played = (
  itemId: number,
  searchId: string | null,
  common: () => Common,
  pass: (ms: number) => void,
  random: () => number,
): StoredEvent[] => {
  const duration = durationOf(itemId);
  const share = random() < 0.25 ? random() * 0.06 : Math.min(1, 0.1 + random() * 1.3);
  const events: StoredEvent[] = [];
  const playbackSessionId = randomUUID();
  let position = 0;
  let watched = 0;
  const say = (eventType: 'play' | 'progress' | 'seek' | 'pause' | 'end'): void =>
    void events.push({
      ...common(),
      type: 'mediaPlaybackEvent',
      eventType,
      itemId,
      mediaAssetId: itemId * 2,
      mediaAssetType: 'Audio',
      embedTokenId: null,
      playbackSessionId,
      currentPlaybackPositionSeconds: Math.round(position * 10) / 10,
      totalPlaybackSeconds: Math.round(watched * 10) / 10,
      itemDurationSeconds: duration,
      playbackRate: 1,
      isEmbedded: true,
      searchId,
      errorMessage: null,
      startupMs: null,
      stallCount: null,
      stalledMs: null,
    });
  pass(2_000);
  say('play');
  while (position < duration * share) {
    const step = Math.min(PROGRESS_SECS, duration * share - position + 0.1);
    pass(Math.round(step * 1_000));
    position = Math.min(duration, position + step);
    watched += step;
    say('progress');
    if (random() < 0.03) {
      position = Math.min(duration, Math.max(0, position + (random() - 0.4) * 300));
      say('seek');
    }
  }
  say(share >= 1 ? 'end' : 'pause');
  return events;
};
