/** Guesses that talks without a series continue the one that the newest items of the collection are in. */
import type { TalkFields } from './guess-talk.js';
import type { PastItem } from './past-item.js';
import type { GuessContext } from './read-talk.js';
import { markerText } from './guess.schema.js';

/** Number of newest items that must be in the series. */
const RUN = 3;
/** A series that pauses for longer than this has ended, days. */
const MAX_PAUSE = 28;
const DAY_MS = 24 * 60 * 60_000;

interface MarkedFields extends TalkFields {
  /** Folded markers in the file name. */
  markers: ReadonlySet<string>;
}

/** A series that goes on, of all items or of those with a marker in their file names. */
interface Run {
  series: { id: number; title: string };
  /** Time of the last talk, ms. */
  last: number;
  /** The order of the last talk; null if the items are not numbered. */
  order: number | null;
  reason: string;
}

export const continueSeries = <T extends MarkedFields>(talks: readonly T[], context: GuessContext): T[] => {
  const runs = new Map<string, Run | null>();
  const runOf = (marker: string): Run | null => {
    const known = runs.get(marker);
    const run = known === undefined ? newRun(marker, context) : known;
    runs.set(marker, run);
    return run;
  };
  const continued = new Map<T, T>();
  const dated = talks.filter(({ date }) => date !== null);
  for (const talk of dated.sort((a, b) => (a.date!.value < b.date!.value ? -1 : 1))) {
    const marker = [...talk.markers].find((each) => context.habits.speakerByMarker.has(each)) ?? '';
    const run = runOf(marker);
    const time = Date.parse(talk.date!.value);
    const isOther = talk.series !== null && talk.series.id !== run?.series.id;
    if (!run || isOther || time <= run.last || time - run.last > MAX_PAUSE * DAY_MS) continue;
    run.last = time;
    const order = talk.orderInSeries?.value ?? (run.order === null ? null : run.order + 1);
    run.order = run.order === null ? null : order;
    const { series, reason } = run;
    continued.set(talk, {
      ...talk,
      series: talk.series ?? { id: series.id, name: series.title, from: 'habit', reason },
      orderInSeries:
        talk.orderInSeries ??
        (order === null ? null : { value: order, from: 'habit', reason: 'the next number' }),
    });
  }
  return talks.map((talk) => continued.get(talk) ?? talk);
};

const newRun = (marker: string, { habits, collection }: GuessContext): Run | null => {
  const isMarked = (item: PastItem): boolean =>
    marker === '' || habits.markersOf.get(item)?.has(marker) === true;
  const newest = habits.items.filter((item) => item.date !== null && isMarked(item)).slice(0, RUN);
  const [first] = newest;
  const { series } = first ?? {};
  if (!first || !series || newest.length < RUN || newest.some((item) => item.series?.id !== series.id))
    return null;
  const orders = newest.map(({ orderInSeries }) => orderInSeries);
  const isCounted = orders.every((order, at) => order !== null && (at === 0 || order < orders[at - 1]!));
  const like = marker === '' ? '' : ` with “${markerText(marker)}” in the file name`;
  return {
    series,
    last: Date.parse(first.date!),
    order: isCounted ? orders[0]! : null,
    reason: `as in the last ${RUN} items of ${collection}${like}`,
  };
};
