/** Creates records for tests: over the API if possible, otherwise as rows. */
import type { NewRow, Row } from '../../src/platform/db/tables.js';
import { insertRow } from '../../src/platform/db/rows.js';
import type { Db } from '../../src/platform/db/dialect.js';
import type { Answer } from './client.js';
import type { Tenant, TestApp } from './start-app.js';
import { vttOf } from './talks.js';
import { buildRevision, buildTranscriptDraft } from './transcript-factories.js';

type Body = Record<string, unknown>;
/** A record as the API returns it. */
export type Built = any;

/** The numbers in names are none that a search could be for, such as those of a chapter and verse. */
let serial = 1_000_000;
const next = (): number => ++serial;

const made = (answer: Answer, name: string): Built => {
  if (answer.status !== 201)
    throw new Error(`could not build a ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body[name];
};

const create = async (tenant: Tenant, plural: string, name: string, body: Body): Promise<Built> =>
  made(await tenant.api.post(`/${plural}/create`, body), name);

export const buildCollection = (tenant: Tenant, body: Body = {}): Promise<Built> =>
  create(tenant, 'collections', 'collection', { name: `Collection ${next()}`, ...body });

/** Creates a collection unless `collectionId` is set. */
export const buildSeries = async (tenant: Tenant, body: Body = {}): Promise<Built> =>
  create(tenant, 'series', 'series', {
    title: `Series ${next()}`,
    collectionId: body.collectionId ?? (await buildCollection(tenant)).id,
    ...body,
  });

export const buildSpeaker = (tenant: Tenant, body: Body = {}): Promise<Built> =>
  create(tenant, 'speakers', 'speaker', { name: `Speaker ${next()}`, ...body });

export const buildTopic = (tenant: Tenant, body: Body = {}): Promise<Built> =>
  create(tenant, 'topics', 'topic', { name: `Topic ${next()}`, ...body });

export const buildVariantType = (
  tenant: Tenant,
  collection: { id: number },
  body: Body = {},
): Promise<Built> =>
  create(tenant, `collections/${collection.id}/variant-types`, 'variantType', {
    name: `Variant type ${next()}`,
    contentType: 'audio',
    ...body,
  });

/** A draft; creates a collection unless `collectionId` is set. */
export const buildItem = async (tenant: Tenant, body: Body = {}): Promise<Built> =>
  create(tenant, 'items', 'item', {
    title: `Item ${next()}`,
    date: '2026-03-01',
    collectionId: body.collectionId ?? (await buildCollection(tenant)).id,
    ...body,
  });

/** John 3:16-18, unless the body says otherwise. */
export const buildScripture = async (tenant: Tenant, item: { id: number }, body: Body = {}): Promise<Built> =>
  create(tenant, `items/${item.id}/scriptures`, 'scripture', {
    ...(body.book === undefined && { book: 'JHN', chapter: 3, verseStart: 16, verseEnd: 18 }),
    ...body,
  });

/** An uploaded audio file of the item, in the state in which the media endpoints leave it. */
export const buildMediaAsset = (
  db: Db,
  item: { id: number },
  accountId: number,
  values: Partial<NewRow<'mediaAsset'>> = {},
): Promise<Row<'mediaAsset'>> =>
  insertRow(db, 'mediaAsset', {
    accountId,
    itemId: item.id,
    contentType: 'audio',
    mimeType: 'audio/mpeg',
    variantTypeId: null,
    fileSizeBytes: 1_000,
    durationSecs: 60,
    bitrate: null,
    videoWidth: null,
    videoHeight: null,
    filename: 'talk.mp3',
    originalFilename: 'talk.mp3',
    externalPlatform: null,
    externalPlatformId: null,
    streamAssetId: null,
    streamPlaybackId: null,
    status: 'uploaded',
    url: null,
    downloadUrl: null,
    entryDate: '2026-03-01T12:00:00.000Z',
    deletedDate: null,
    ...values,
  });

/** Another YouTube video of the item for each call; or a file that is not uploaded yet, if `body` names one. */
export const buildMedia = (tenant: Tenant, item: { id: number }, body?: Body): Promise<Built> =>
  create(
    tenant,
    `items/${item.id}/media`,
    'mediaAsset',
    body?.mimeType
      ? body
      : { externalPlatform: 'youtube', externalPlatformId: `v${String(next()).padStart(10, '0')}`, ...body },
  );

export const buildChapter = (
  db: Db,
  asset: { id: number; itemId: number },
  accountId: number,
  values: Partial<NewRow<'chapter'>> = {},
): Promise<Row<'chapter'>> =>
  insertRow(db, 'chapter', {
    accountId,
    itemId: asset.itemId,
    mediaAssetId: asset.id,
    title: 'Chapter',
    startMs: 0,
    suggested: 0,
    accepted: 0,
    deletedDate: null,
    ...values,
  });

export const buildResourceType = (tenant: Tenant, body: Body = {}): Promise<Built> =>
  create(tenant, 'resource-types', 'resourceType', { name: `Resource type ${next()}`, ...body });

/** A link, with a resource type if one is given. */
export const buildResource = async (tenant: Tenant, item: { id: number }, body: Body = {}): Promise<Built> =>
  create(tenant, `items/${item.id}/resources`, 'resource', {
    title: 'Notes',
    ...((body.contentType ?? 'link') === 'link' && {
      contentType: 'link',
      linkTarget: 'https://example.org/notes',
    }),
    ...body,
  });

/** Sets columns of an item that only the worker sets, e.g. `{ status: 'ready', indexedMediaAssetId: 7 }`. */
export const setItem = async (
  { app }: TestApp,
  item: { id: number },
  values: Partial<NewRow<'item'>>,
): Promise<void> => {
  await app.db.updateTable('item').set(values).where('id', '=', item.id).execute();
};

/** An item that has been processed: ready, with an indexed media asset; other columns as given. */
export const buildReadyItem = async (
  app: TestApp,
  tenant: Tenant,
  body: Body = {},
  values: Partial<NewRow<'item'>> = {},
): Promise<Built> => {
  const item = await buildItem(tenant, body);
  const asset = await buildMediaAsset(app.app.db, item, tenant.account.id);
  await setItem(app, item, { status: 'ready', indexedMediaAssetId: asset.id, ...values });
  return (await tenant.api.get(`/items/${item.id}`)).body.item;
};

/** One record of each kind, linked to one another. */
export const buildEverything = async (
  { app: { db } }: Pick<TestApp, 'app'>,
  tenant: Tenant,
): Promise<void> => {
  const [collection, speaker, topic] = [
    await buildCollection(tenant),
    await buildSpeaker(tenant),
    await buildTopic(tenant),
  ];
  const series = await buildSeries(tenant, { collectionId: collection.id });
  const item = await buildItem(tenant, {
    collectionId: collection.id,
    seriesId: series.id,
    speakers: [{ id: speaker.id }],
    topics: [{ id: topic.id }],
  });
  await buildDraft(tenant, item);
  const accountId = tenant.account.id;
  const asset = await buildMediaAsset(db, item, accountId, { durationSecs: 3_600 });
  await buildRevision(db, asset, accountId);
  await buildTranscriptDraft(db, asset, accountId);
  await buildScripture(tenant, item);
  await buildScripture(tenant, item, { suggested: true });
  await buildChapter(db, asset, accountId);
  await buildResource(tenant, item, { resourceTypeId: (await buildResourceType(tenant)).id });
  await create(tenant, `items/${item.id}/preview-links`, 'previewLink', {});
  await create(tenant, 'embed-tokens', 'embedToken', {
    name: `Site ${next()}`,
    allowedOrigins: ['https://site.example.org'],
  });
  await create(tenant, 'search/synonyms', 'synonym', { term: `Word ${next()}`, synonyms: ['other'] });
  await create(tenant, 'search/pins', 'pin', { query: `Query ${next()}`, pinnedItemIds: [item.id] });
  await create(tenant, 'search/ignored', 'ignoredQuery', { query: `Query ${next()}` });
  await create(tenant, 'search/checks', 'check', { query: `Query ${next()}`, itemId: item.id });
  await buildMember(db, tenant);
  await buildDelivery(db, tenant);
  const job = made(
    await tenant.api.post('/items/bulk', { ids: [item.id], action: 'addTopic', topicId: topic.id }),
    'job',
  );
  const ofJob = { accountId, jobId: job.id as number, itemId: item.id as number };
  const result = { outcome: 'changed', error: null, changes: '[]', undo: null, hits: 1 } as const;
  await insertRow(db, 'jobResult', { ...ofJob, ...result });
  const place = { segment: 0, startMs: 0, position: 4 };
  await insertRow(db, 'jobHit', { ...ofJob, ...place, before: 'The Lord', after: 'The LORD' });
};

/** A person of the account who has never signed in. */
const buildMember = async (db: Db, { account: { id: accountId } }: Tenant): Promise<void> => {
  const entryDate = '2026-03-01T12:00:00.000Z';
  const { id: personId } = await db
    .insertInto('person')
    .values({
      name: 'Miriam Keller',
      email: `member-${accountId}-${next()}@example.org`,
      language: null,
      timeZone: 'UTC',
      passwordHash: null,
      pendingEmail: null,
      entryDate,
      updatedDate: entryDate,
      deletedDate: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('membership').values({ accountId, personId, role: 'editor', entryDate }).execute();
};

/** Pending changes of the item, and a revision. */
const buildDraft = async (tenant: Tenant, { id }: { id: number }): Promise<void> => {
  for (const path of [`/items/${id}`, `/items/${id}/draft`]) {
    const { status, body } = await tenant.api.patch(path, { subTitle: `Subtitle ${next()}` });
    if (status !== 200) throw new Error(`could not change ${path}: ${JSON.stringify(body)}`);
  }
};

/** A completed delivery to a webhook of the account. */
const buildDelivery = async (db: Db, tenant: Tenant): Promise<void> => {
  const { id: webhookId } = await create(tenant, 'webhooks', 'webhook', {
    url: 'https://site.example.org/hooks',
    events: ['item.deleted'],
  });
  await insertRow(db, 'webhookDelivery', {
    accountId: tenant.account.id,
    webhookId,
    eventId: `evt_${next()}`,
    eventType: 'item.deleted',
    payload: '{"type":"item.deleted","timestamp":"2026-03-01T12:00:00.000Z","data":{}}',
    status: 'delivered',
    attempts: 1,
    responseStatus: 200,
    lastError: null,
    entryDate: '2026-03-01T12:00:00.000Z',
    nextAttemptDate: null,
    deliveredDate: '2026-03-01T12:00:01.000Z',
  });
};

/** The id of an item that is published as soon as the worker has processed its transcript. */
export const publishTalk = async (
  tenant: Tenant,
  title: string,
  sentences: readonly string[],
  more: Body = {},
): Promise<number> => {
  const { id } = await buildItem(tenant, { title, autoPublish: true, ...more });
  await tenant.api.put(`/items/${id}/transcript`, vttOf(sentences), { 'Content-Type': 'text/vtt' });
  return id as number;
};
