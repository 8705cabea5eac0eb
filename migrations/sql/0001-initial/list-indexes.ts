/** Indexes for the filters and sort orders of long lists. The account comes first, as in every query. */
import { EXISTING, type SchemaTools } from '../schema-tools.js';

/** Fields by table; `?` marks nullable ones. */
const FIELDS: Record<string, string> = {
  embedToken: 'id name entryDate',
  collection: 'id',
  variantType: 'id name collectionId',
  series: 'id collectionId urlSlug?',
  speaker: 'id',
  topic: 'id',
  item: `id collectionId seriesId? date title status urlSlug? entryDate publishedDate? updatedDate
    indexedMediaAssetId?`,
  scripture: 'id itemId',
  mediaAsset:
    'id itemId variantTypeId? status entryDate externalPlatformId? streamAssetId? streamPlaybackId?',
  chapter: 'id itemId mediaAssetId title',
  resourceType: 'id',
  resource: 'id itemId title resourceTypeId? externalPlatformId?',
  webhook: 'id entryDate',
};
/** The same for tables without a deletedDate. */
const FIELDS_OF_LOGS: Record<string, string> = {
  token: 'id name entryDate',
  webhookDelivery: 'id webhookId eventId status entryDate nextAttemptDate? deliveredDate?',
};
/** The same for lists sorted by id, also within one value. */
const FIELDS_BEFORE_IDS: Record<string, string> = {
  auditEntry: 'entryDate tokenId? recordId? requestId?',
  accountJob: 'status entryDate finishedDate? mediaAssetId?',
};

/**
 * Indexes for the lists of the public host: public items only, with the columns of their filters. The condition equals
 * that of `isPublicItem`; otherwise queries could not use them. The status is a key although it is constant, because
 * SQLite prefers the index that matches more conditions. Undated items come last in the order of newest first.
 */
const PUBLIC_ITEMS = {
  item_public_date: 'accountId status dateIsKnown date id collectionId seriesId',
  item_public_collection: 'accountId status collectionId dateIsKnown date id seriesId',
  item_public_series: 'accountId status seriesId date id collectionId dateIsKnown',
  item_public_title: 'accountId status sortTitle id collectionId seriesId date dateIsKnown',
};

export const listIndexes = async ({ postgres, index }: SchemaTools): Promise<void> => {
  const all = async (fields: Record<string, string>, where?: string, rest = ''): Promise<void> => {
    for (const [table, names] of Object.entries(fields))
      for (const [, field, nullable] of names.matchAll(/(\w+)(\??)/g)) {
        await index(table, `accountId ${field}${rest}`, { where });
        if (nullable && postgres)
          await index(table, `accountId ${field}:last${rest && `${rest}:desc`}`, {
            name: `${table}_accountId_${field}_desc`,
            where,
          });
      }
  };
  await all(FIELDS, EXISTING);
  await all(FIELDS_OF_LOGS);
  await all(FIELDS_BEFORE_IDS, undefined, ' id');
  for (const table of Object.keys(FIELDS))
    await index(table, 'accountId deletedDate', { where: '"deletedDate" is not null' });
  for (const [name, columns] of Object.entries(PUBLIC_ITEMS))
    await index('item', columns, { name, where: `${EXISTING} and "status" = 'published'` });
  await index('series', 'accountId sortOrder id', { name: 'series_accountId_sortOrder', where: EXISTING });
};
