/** Believable events of the last days for a library: visitors, pages, sessions. The same seed gives the same events again. */
import { playbackSteps, type DemoItem } from './playback.js';
import { chanceOf, uuidOf, type Chance } from './random.js';

/** An event as `/logging/batch` takes it. */
export type DemoEvent = { type: string; eventId: string; occurredAt: string } & Record<string, unknown>;

export interface TrafficOptions {
  seed: string;
  items: readonly DemoItem[];
  /** Address that pages are below. */
  site: string;
  /** Milliseconds since 1970 UTC. */
  now: number;
  /** 1 to 7: older events are not taken. */
  days: number;
}

const DAY_MS = 86_400_000;
/** The oldest are on their way for a while. */
const OLDEST_MS = 7 * DAY_MS - 10 * 60_000;
const VISITORS_A_DAY = 60;
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
/** How busy each hour of UTC is. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 6, 7, 9, 10, 9, 8, 7, 7, 7, 8, 9, 11, 13, 14, 11, 7, 4];

export const browserOf = (chance: Chance): string => BROWSERS[chance.index(BROWSERS.length)] ?? '';

/** Events up to now, day by day of UTC: run again later, it adds what has happened since. */
export const demoTraffic = (options: TrafficOptions): DemoEvent[] => {
  const { items, now, days } = options;
  if (items.length === 0) return [];
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const oldest = Math.max(now - OLDEST_MS, today - (days - 1) * DAY_MS);
  return Array.from({ length: 8 }, (_, back) => today - (7 - back) * DAY_MS)
    .flatMap((day) => eventsOfDay(options, day))
    .filter(({ occurredAt }) => Date.parse(occurredAt) >= oldest && Date.parse(occurredAt) <= now);
};

const eventsOfDay = (options: TrafficOptions, day: number): DemoEvent[] => {
  const chance = chanceOf(`${options.seed} ${day}`);
  // Sundays are busy.
  const sunday = new Date(day).getUTCDay() === 0 ? 1.7 : 1;
  const visitors = Math.round(VISITORS_A_DAY * sunday * chance.between(0.8, 1.2));
  return Array.from({ length: visitors }, (_, visitor) => eventsOfVisitor(options, day, visitor)).flat();
};

const eventsOfVisitor = (
  { seed, items, site }: TrafficOptions,
  day: number,
  visitor: number,
): DemoEvent[] => {
  const name = `${seed} ${day} ${visitor}`;
  const chance = chanceOf(name);
  // 198.18.0.0/15 is set apart for measurements: nobody has such an address.
  const who = { visitorIp: `198.18.${visitor >> 8}.${visitor & 255}`, userAgent: browserOf(chance) };
  const events: DemoEvent[] = [];
  let at = day + timeOfDay(chance);
  const add = (type: string, time: number, fields: object): void =>
    void events.push({
      type,
      eventId: uuidOf(`${name} ${events.length}`),
      occurredAt: new Date(time).toISOString(),
      ...who,
      ...fields,
    });
  const referrer = REFERRERS[chance.index(REFERRERS.length)] ?? null;
  if (chance.happens(0.4)) add('pageView', at, { url: `${site}/`, referrer });
  const visits = chance.happens(0.3) ? 2 : 1;
  for (let visit = 0; visit < visits; visit++) {
    const item = popular(items, chance, day);
    at += chance.between(5_000, 60_000);
    add('pageView', at, {
      url: `${site}/items/${item.id}`,
      itemId: item.id,
      referrer: visit === 0 ? referrer : site,
    });
    if (!chance.happens(0.7)) continue;
    const start = at + chance.between(2_000, 20_000);
    const steps = playbackSteps(chance, item.durationSecs);
    for (const { afterMs, ...step } of steps)
      add('mediaPlaybackEvent', start + afterMs, { ...playbackOf(item, `${name} ${visit}`), ...step });
    at = start + (steps.at(-1)?.afterMs ?? 0);
  }
  return events;
};

/** What every event of a session says. */
export const playbackOf = (item: DemoItem, session: string) => ({
  itemId: item.id,
  mediaAssetId: item.mediaAssetId,
  playbackSessionId: uuidOf(`session ${session}`),
  origin: 'embed',
  itemDurationSeconds: item.durationSecs,
  playbackRate: 1,
  isEmbedded: true,
});

const timeOfDay = (chance: Chance): number => {
  const total = HOURS.reduce((sum, weight) => sum + weight, 0);
  let left = chance.next() * total;
  const hour = HOURS.findIndex((weight) => (left -= weight) < 0);
  return (hour + chance.next()) * 3_600_000;
};

/** A few items have most of the visitors, and each day another one comes up. */
const popular = (items: readonly DemoItem[], chance: Chance, day: number): DemoItem => {
  const lead = Math.floor(day / DAY_MS) % items.length;
  const place = chance.happens(0.25) ? lead : Math.floor(items.length * chance.next() ** 2.2);
  return items[place] ?? items[0]!;
};
