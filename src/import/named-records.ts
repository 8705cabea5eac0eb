/** Finds the speakers, topics and series that a document names, and creates those that are missing. */
import type { Db } from '../platform/db/dialect.js';
import { findByName } from '../platform/db/names.js';
import type { Clock } from '../platform/lib/clock.js';
import { createSeries } from '../content/series/create-series.js';
import { createSpeaker } from '../content/speakers/create-speaker.js';
import { createTopic } from '../content/topics/create-topic.js';

interface Context {
  trx: Db;
  clock: Clock;
  target: { accountId: number };
}

const idsOf = async (
  { trx, target: { accountId } }: Context,
  table: 'speaker' | 'topic',
  names: readonly string[],
  create: (name: string) => Promise<{ id: number }>,
): Promise<number[]> => {
  const ids = new Set<number>();
  for (const name of names)
    ids.add((await findByName(trx, table, accountId, name)) ?? (await create(name)).id);
  return [...ids];
};

export const speakerIdsOf = (context: Context, names: readonly string[]): Promise<number[]> =>
  idsOf(context, 'speaker', names, (name) =>
    createSpeaker(context.trx, context.clock, context.target, { name }),
  );

export const topicIdsOf = (context: Context, names: readonly string[]): Promise<number[]> =>
  idsOf(context, 'topic', names, (name) => createTopic(context.trx, context.clock, context.target, name));

export const seriesIdOf = async (
  { trx, clock, target: { accountId } }: Context,
  title: string | null,
  collectionId: number,
): Promise<number | null> =>
  title === null
    ? null
    : ((await findByName(trx, 'series', accountId, title, collectionId)) ??
      (await createSeries(trx, clock, { accountId }, { title, collectionId })).id);
