/**
 * Generates realistic events of the last days: visitors, page views, playback sessions. The same seed gives the
 * same visitors.
 */
import { playbackSteps, type DemoItem } from './playback.js';
import { createRandom, type Random } from '../random.js';
import { v5 } from 'uuid';

/** An event as `/logging/batch` accepts it. */
export type DemoEvent = { type: string; eventId: string; occurredAt: string } & Record<string, unknown>;

export interface TrafficOptions {
  seed: string;
  items: readonly DemoItem[];
  /** Base URL of the pages. */
  site: string;
  /** Milliseconds since 1970 UTC. */
  now: number;
  /** 1 to 7, because the API rejects older events. */
  days: number;
}

const UUID_NAMESPACE = 'b6a4f2f0-3c1d-4b5e-9b0a-6f1d1c0e7a52';
const DAY_MS = 86_400_000;
/** Leaves some time to send the oldest events. */
const MAX_AGE_MS = 7 * DAY_MS - 10 * 60_000;
const VISITORS_PER_DAY = 60;
const REFERRERS = [
  null,
  null,
  null,
  'https://www.google.com/',
  'https://duckduckgo.com/',
  'https://www.facebook.com/',
];
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
];
/** Relative traffic per hour, in UTC. */
const HOUR_WEIGHTS = [2, 1, 1, 1, 1, 2, 4, 6, 7, 9, 10, 9, 8, 7, 7, 7, 8, 9, 11, 13, 14, 11, 7, 4];

/** Returns the same UUID for the same name. */
export const uuidOf = (name: string): string => v5(name, UUID_NAMESPACE);

/** The User-Agent of a random browser. */
export const userAgentOf = (random: Random): string => random.pick(BROWSERS);

/**
 * The events of each visitor who has left by now, in order; the first is always a page view. A later run
 * generates the same visitors and newer ones.
 */
export const demoTraffic = (options: TrafficOptions): DemoEvent[][] => {
  const { items, now, days } = options;
  if (items.length === 0) return [];
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const oldest = Math.max(now - MAX_AGE_MS, today - (days - 1) * DAY_MS);
  return Array.from({ length: 8 }, (_, back) => today - (7 - back) * DAY_MS)
    .flatMap((day) => visitorsOfDay(options, day))
    .filter((events) =>
      events.every(({ occurredAt }) => Date.parse(occurredAt) >= oldest && Date.parse(occurredAt) <= now),
    );
};

const visitorsOfDay = (options: TrafficOptions, day: number): DemoEvent[][] => {
  const random = createRandom(`${options.seed} ${day}`);
  // Sundays are busier.
  const sunday = new Date(day).getUTCDay() === 0 ? 1.7 : 1;
  const visitors = Math.round(VISITORS_PER_DAY * sunday * random.between(0.8, 1.2));
  return Array.from({ length: visitors }, (_, visitor) => eventsOfVisitor(options, day, visitor));
};

const eventsOfVisitor = (
  { seed, items, site }: TrafficOptions,
  day: number,
  visitor: number,
): DemoEvent[] => {
  const name = `${seed} ${day} ${visitor}`;
  const random = createRandom(name);
  // 198.18.0.0/15 is reserved for benchmarks, so no real visitor has such an address.
  const who = { visitorIp: `198.18.${visitor >> 8}.${visitor & 255}`, userAgent: userAgentOf(random) };
  const events: DemoEvent[] = [];
  let at = day + timeOfDay(random);
  const add = (type: string, time: number, fields: object): void =>
    void events.push({
      type,
      eventId: uuidOf(`${name} ${events.length}`),
      occurredAt: new Date(time).toISOString(),
      ...who,
      ...fields,
    });
  const referrer = random.pick(REFERRERS);
  if (random.chance(0.4)) add('pageView', at, { url: `${site}/`, referrer });
  const visits = random.chance(0.3) ? 2 : 1;
  for (let visit = 0; visit < visits; visit++) {
    const item = popular(items, random, day);
    at += random.between(5_000, 60_000);
    add('pageView', at, {
      url: `${site}/items/${item.id}`,
      itemId: item.id,
      referrer: visit === 0 ? referrer : site,
    });
    if (!random.chance(0.7)) continue;
    const start = at + random.between(2_000, 20_000);
    const steps = playbackSteps(random, item.durationSecs);
    for (const { afterMs, ...step } of steps)
      add('mediaPlaybackEvent', start + afterMs, { ...playbackOf(item, `${name} ${visit}`), ...step });
    at = start + (steps.at(-1)?.afterMs ?? 0);
  }
  return events;
};

/** The fields that all events of a session share. */
export const playbackOf = (item: DemoItem, session: string) => ({
  itemId: item.id,
  mediaAssetId: item.mediaAssetId,
  playbackSessionId: uuidOf(`session ${session}`),
  origin: 'embed',
  itemDurationSeconds: item.durationSecs,
  playbackRate: 1,
  isEmbedded: true,
  ...qualityOf(createRandom(`quality ${session}`)),
});

/** Most sessions start quickly and never stall. */
const qualityOf = (random: Random) => {
  const stallCount = random.chance(0.08) ? 1 + Math.floor(random.between(0, 3)) : 0;
  return {
    startupMs: Math.round(random.between(150, random.chance(0.1) ? 5_000 : 1_200)),
    stallCount,
    stalledMs: Math.round(stallCount * random.between(300, 4_000)),
  };
};

const timeOfDay = (random: Random): number => {
  const total = HOUR_WEIGHTS.reduce((sum, weight) => sum + weight, 0);
  let left = random.next() * total;
  const hour = HOUR_WEIGHTS.findIndex((weight) => (left -= weight) < 0);
  return (hour + random.next()) * 3_600_000;
};

/** A few items get most of the traffic, and each day another one is promoted. */
const popular = (items: readonly DemoItem[], random: Random, day: number): DemoItem => {
  const promoted = Math.floor(day / DAY_MS) % items.length;
  const index = random.chance(0.25) ? promoted : Math.floor(items.length * random.next() ** 2.2);
  return items[index] ?? items[0]!;
};
