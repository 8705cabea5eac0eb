/** The migration 0011 over data that is already there: collections get feeds with the defaults, and say so at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import * as collectionFeeds from '../../migrations/sql/0011-collection-feeds.js';
import { noFeedSettings } from '../../src/content/records/feed-settings.js';
import { engineMissing } from '../support/database.js';
import { buildCollection } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe.skipIf(engineMissing)('the migration of feeds', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.stop());

  it('gives every collection the default settings', async () => {
    const { db } = app.app;
    const { id } = await buildCollection(app.demo, { feed: { title: 'Lost' } });
    for (const column of ['feed', 'squareImgUrl', 'squareImgMetadata'])
      await db.schema.alterTable('collection').dropColumn(column).execute();

    await collectionFeeds.up(db as unknown as Kysely<unknown>);

    const { body } = await app.demo.api.get(`/collections/${id}`);
    expect(body.collection).toMatchObject({
      feed: noFeedSettings,
      squareImgUrl: null,
      squareImgMetadata: null,
    });
    const versionOf = async () =>
      (
        await db
          .selectFrom('contentVersion')
          .select('version')
          .where('accountId', '=', app.demo.account.id)
          .executeTakeFirstOrThrow()
      ).version;
    const version = await versionOf();
    await app.demo.api.patch(`/collections/${id}`, { feed: { title: 'Found' } });
    expect(await versionOf()).not.toBe(version);
  });
});
