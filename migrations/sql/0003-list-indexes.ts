/** An index for each field that a long list is filtered or sorted by; the account leads, as in every query. */
import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** Fields by table, beside those that earlier migrations saw to; `?` marks fields that may be null. */
const FIELDS: Record<string, string> = {
  token: 'id name entryDate',
  embedToken: 'id name entryDate',
  collection: 'id',
  variantType: 'id name collectionId',
  series: 'id collectionId urlSlug?',
  speaker: 'id',
  topic: 'id',
  item: 'id collectionId indexedMediaAssetId?',
  scripture: 'id itemId',
  mediaAsset:
    'id itemId variantTypeId? status entryDate externalPlatformId? streamAssetId? streamPlaybackId?',
  chapter: 'id itemId mediaAssetId title',
  resourceType: 'id',
  resource: 'id itemId title resourceTypeId? externalPlatformId?',
  webhook: 'id entryDate',
  webhookDelivery: 'id webhookId eventId status entryDate nextAttemptDate? deliveredDate?',
};
/** Nullable fields whose ascending index stands since the first migration. */
const NULLABLE_BEFORE: Record<string, string> = { item: 'urlSlug publishedDate seriesId' };
/** Tables without a deletedDate. */
const NEVER_DELETED = new Set(['token', 'webhookDelivery']);

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const make = (table: string, field: string, descending = false) => {
    const name = sql.id(`${table}_accountId_${field}${descending ? '_desc' : ''}`);
    const order = descending ? sql`desc nulls last` : sql``;
    const existing = NEVER_DELETED.has(table) ? sql`` : sql`where "deletedDate" is null`;
    return sql`create index if not exists ${name} on ${sql.table(table)}
      ("accountId", ${sql.ref(field)} ${order}) ${existing}`.execute(db);
  };
  for (const [table, fields] of Object.entries(FIELDS)) {
    for (const spec of fields.split(' ')) await make(table, spec.replace('?', ''));
    if (!NEVER_DELETED.has(table))
      await sql`create index ${sql.id(`${table}_accountId_deletedDate`)} on ${sql.table(table)}
        ("accountId", "deletedDate") where "deletedDate" is not null`.execute(db);
    if (!postgres) continue;
    // Nulls come last in both directions: PostgreSQL's ascending index, read backwards, has them first.
    const nullable = `${fields} ${(NULLABLE_BEFORE[table] ?? '').replace(/\w+/g, '$&?')}`;
    for (const [, field] of nullable.matchAll(/(\w+)\?/g)) await make(table, field ?? '', true);
  }
  await sql`drop index "item_accountId"`.execute(db);
};
