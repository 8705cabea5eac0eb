/** Random events for tests of reports, with so few items, sessions, visitors and searches that they overlap. */
import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { BROWSERS, DEVICES, PLAYBACK_KINDS, type StoredEvent } from '../../analytics/index.js';
import { clicked, pageView, playback, searched } from './stored-events.js';

/** Returns the same UUID for the same name. */
const uuidOf = (...words: (string | number)[]): string => {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
};

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const DAY = 86_400_000;

const itemId = fc.integer({ min: 1, max: 4 });
const searchId = fc.integer({ min: 1, max: 4 }).map((n) => uuidOf('search', n));
const seconds = fc.integer({ min: 0, max: 700_000 }).map((n) => n / 1000);

const plays = fc
  .record({
    eventType: fc.constantFrom(...PLAYBACK_KINDS),
    itemId,
    playbackSessionId: fc.constantFrom('one', 'two', "thr'ee; {x:UInt8}", 'vier — ✝'),
    currentPlaybackPositionSeconds: seconds,
    totalPlaybackSeconds: some(seconds),
    itemDurationSeconds: some(fc.constantFrom(100, 333.333, 600)),
    playbackRate: some(fc.constantFrom(0.5, 1, 1.25, 2)),
    searchId: some(searchId),
    place: fc.integer({ min: 0, max: 2 }),
    startupMs: some(fc.integer({ min: 0, max: 5_000 })),
    stallCount: some(fc.integer({ min: 0, max: 3 })),
    stalledMs: some(fc.integer({ min: 0, max: 20_000 })),
  })
  .map(playback);

const pages = fc
  .record({
    itemId: some(itemId),
    seriesId: some(fc.constantFrom(7, 8)),
    collectionId: some(fc.constantFrom(9)),
    url: fc.constantFrom('https://grace.example/a', 'https://www.grace.example/b'),
    referrer: fc.constantFrom(
      null,
      'https://www.grace.example',
      'https://search.example',
      'http://www.social.example',
    ),
    utmSource: fc.constantFrom(null, null, 'letter', 'Wörter & mehr'),
  })
  .map(pageView);

const searches = fc
  .record({
    searchId,
    query: fc.constantFrom('hope', ' Hope', 'new  birth', 'New birth', 'ÄRGER', 'ärger '),
    totalRecords: fc.constantFrom(0, 1, 30),
    itemIds: fc.uniqueArray(itemId, { maxLength: 3 }),
  })
  .map(searched);

const clicks = fc.record({ searchId, itemId, rank: fc.integer({ min: 1, max: 20 }) }).map(clicked);

/**
 * Events of several accounts in any order: a few far from the others in time, and a few with ids that a client sent
 * twice.
 * @param around the time of most events, milliseconds
 */
export const randomEvents = (accounts: readonly number[], around: number): fc.Arbitrary<StoredEvent[]> => {
  const event = fc.tuple(
    fc.oneof({ weight: 5, arbitrary: plays }, { weight: 2, arbitrary: pages }, searches, clicks),
    fc.record({
      accountId: fc.constantFrom(...accounts),
      occurredAt: fc.oneof(
        { weight: 12, arbitrary: fc.integer({ min: around - 3 * DAY, max: around }) },
        { weight: 3, arbitrary: fc.integer({ min: around - 9 * DAY, max: around + DAY }) },
        { weight: 1, arbitrary: fc.integer({ min: around - 100 * DAY, max: around + 70 * DAY }) },
      ),
      country: some(fc.constantFrom('GB', 'KE')),
      device: some(fc.constantFrom(...DEVICES)),
      browser: some(fc.constantFrom(...BROWSERS)),
      origin: fc.constantFrom('embed', 'embed', 'connect', null, 'console'),
      visitorHash: some(fc.constantFrom('00000000000000a1', 'ffffffffffffffff', '8000000000000000')),
    }),
    some(fc.integer({ min: 1, max: 12 })),
  );
  return fc.array(
    event.map(([one, common, chosen]) => ({
      ...one,
      ...common,
      id: chosen ? uuidOf('chosen', chosen) : randomUUID(),
      idByClient: chosen !== null,
    })),
    { minLength: 30, maxLength: 80 },
  );
};

/** The events that count: an event with a client's id counts the first time only. */
export const counted = (sent: StoredEvent[]): StoredEvent[] => {
  const seen = new Set<string>();
  return sent.filter(({ idByClient, accountId, id }) => {
    const key = `${accountId}/${id}`;
    return !idByClient || (!seen.has(key) && seen.add(key));
  });
};
