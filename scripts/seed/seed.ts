/** Fills an account with the sample library. */
import type { Account } from '../../src/identity/accounts/account.record.js';
import { newCollection } from '../../src/content/collections/collection.schema.js';
import type { App } from '../../src/app.js';
import { failedItems } from '../../src/content/import/import.repository.js';
import { findByName } from '../../src/platform/db/names.js';
import { untilSearchable } from '../../src/content/import/import-folder.js';
import { firstRows, type ListParams } from '../../src/platform/db/list-query.js';
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

/** Adds what is missing and waits until all of it is searchable. @returns how many talks are new or changed */
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
  await untilSearchable({ db: app.db, accountId: account.id, itemIds, signal, onProgress });
  const [failed] = await failedItems(app.db, account.id, itemIds);
  if (failed)
    throw new Error(`“${failed.title}” did not become searchable: ${failed.errorMessage ?? 'no message'}`);
  return changed;
};

/** A list of one, of the record with exactly this name. */
const named = (field: string, name: string): ListParams => ({
  ...firstRows(1),
  filters: [{ field, operator: 'eq', values: [name] }],
});

/** Nothing that is read here has a URL. */
const callerOf = (accountId: number): Caller => ({ accountId });

const describePeopleAndTopics = async (
  { speakers, topics }: App,
  { id }: Account,
  catalog: Catalog,
): Promise<void> => {
  for (const speaker of catalog.speakers)
    if ((await speakers.list(callerOf(id), named('name', speaker.name))).totalRecords === 0)
      await speakers.create(callerOf(id), newSpeaker.parse(speaker));
  for (const topic of catalog.topics)
    if ((await topics.list(callerOf(id), named('name', topic.name))).totalRecords === 0)
      await topics.create(callerOf(id), newTopic.parse(topic));
};

const ensureCollection = async (
  { db, collections }: App,
  { id }: Account,
  collection: Catalog['collections'][number],
): Promise<number> =>
  (await findByName(db, 'collection', id, collection.name)) ??
  (await collections.create(callerOf(id), newCollection.parse(collection))).collection.id;

const describeSeries = async (
  { series }: App,
  { id }: Account,
  catalog: Catalog,
  name: string,
  collectionId: number,
): Promise<void> => {
  for (const { collection, ...words } of catalog.series) {
    if (collection !== name) continue;
    const filters = [
      ...named('title', words.title).filters,
      { field: 'collectionId', operator: 'eq' as const, values: [collectionId] },
    ];
    if ((await series.list(callerOf(id), { ...named('title', words.title), filters })).totalRecords > 0)
      continue;
    const given = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== null));
    await series.create(callerOf(id), newSeries.parse({ ...given, collectionId, published: true }));
  }
};
