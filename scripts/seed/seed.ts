/** Fills an account with the sample library. */
import type { Account } from '../../src/identity/accounts/account.record.js';
import { newCollection } from '../../src/content/collections/collection.schema.js';
import type { App } from '../../src/app.js';
import { failedItems } from '../../src/import/import.repository.js';
import { findByName } from '../../src/platform/db/names.js';
import { untilSearchable } from '../../src/import/import-folder.js';
import { newSeries } from '../../src/content/series/series.schema.js';
import { newSpeaker } from '../../src/content/speakers/speaker.schema.js';
import { newTopic } from '../../src/content/topics/topic.schema.js';
import type { Caller } from '../../src/platform/lib/caller.js';
import { catalogDocuments, type Catalog } from './catalog.js';

interface SeedOptions {
  /** The project's folder. */
  root: string;
  signal: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/**
 * Adds what is missing and waits until everything is searchable.
 * @returns number of new or changed talks
 */
export const seed = async (
  app: App,
  account: Account,
  catalog: Catalog,
  { root, signal, onProgress }: SeedOptions,
): Promise<number> => {
  await describePeopleAndTopics(app, account, catalog);
  const itemIds: number[] = [];
  let changed = 0;
  for (const collection of catalog.collections) {
    const collectionId = await ensureCollection(app, account, collection);
    await describeSeries(app, account, catalog, collection.name, collectionId);
    const documents = await catalogDocuments(root, catalog, collection.name);
    const target = {
      accountId: account.id,
      collectionId,
      publish: true,
      today: app.clock.now().toISOString().slice(0, 10),
    };
    for (const outcome of await app.imports.importDocuments(target, documents)) {
      if (outcome.itemId !== null) itemIds.push(outcome.itemId);
      if (outcome.result === 'created' || outcome.result === 'updated') changed++;
    }
  }
  await app.samples.mark(account.id, 'item', itemIds);
  await untilSearchable({ db: app.db, accountId: account.id, itemIds, signal, onProgress });
  const [failed] = await failedItems(app.db, account.id, itemIds);
  if (failed)
    throw new Error(`“${failed.title}” did not become searchable: ${failed.errorMessage ?? 'no message'}`);
  return changed;
};

/** None of the records read here contain a URL. */
const callerOf = (accountId: number): Caller => ({ accountId });

/**
 * Finds or creates the record with this name, and marks it as a sample.
 * @returns its id
 */
const ensure = async (
  { db, samples }: App,
  { id: accountId }: Account,
  type: 'speaker' | 'topic' | 'collection' | 'series',
  name: string,
  create: () => Promise<{ id: number }>,
  collectionId?: number,
): Promise<number> => {
  const id = (await findByName(db, type, accountId, name, collectionId)) ?? (await create()).id;
  await samples.mark(accountId, type, [id]);
  return id;
};

const describePeopleAndTopics = async (app: App, account: Account, catalog: Catalog): Promise<void> => {
  const caller = callerOf(account.id);
  for (const speaker of catalog.speakers)
    await ensure(
      app,
      account,
      'speaker',
      speaker.name,
      async () => (await app.speakers.create(caller, newSpeaker.parse(speaker))).speaker,
    );
  for (const topic of catalog.topics)
    await ensure(app, account, 'topic', topic.name, () => app.topics.create(caller, newTopic.parse(topic)));
};

const ensureCollection = (
  app: App,
  account: Account,
  collection: Catalog['collections'][number],
): Promise<number> =>
  ensure(
    app,
    account,
    'collection',
    collection.name,
    async () =>
      (await app.collections.create(callerOf(account.id), newCollection.parse(collection))).collection,
  );

const describeSeries = async (
  app: App,
  account: Account,
  catalog: Catalog,
  name: string,
  collectionId: number,
): Promise<void> => {
  for (const { collection, ...words } of catalog.series) {
    if (collection !== name) continue;
    const given = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== null));
    const input = newSeries.parse({ ...given, collectionId, published: true });
    await ensure(
      app,
      account,
      'series',
      words.title,
      () => app.series.create(callerOf(account.id), input),
      collectionId,
    );
  }
};
