/** Creates the item of a guess with its speakers and series, in one transaction. */
import { lockAccount } from '../identity/accounts/account.repository.js';
import type { Actor } from '../platform/audit/audit-entry.js';
import { insertAuditEntries } from '../platform/audit/audit.repository.js';
import type { Db } from '../platform/db/dialect.js';
import { findByName } from '../platform/db/names.js';
import { insertRow } from '../platform/db/rows.js';
import type { Caller } from '../platform/lib/caller.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import type { Uploads } from '../platform/storage/uploads.js';
import { createItem } from '../content/items/create-item.js';
import { isContributor } from '../content/items/draft-policy.js';
import { createMedia } from '../content/media/create-media.js';
import { createSeries } from '../content/series/create-series.js';
import { createSpeaker } from '../content/speakers/create-speaker.js';
import type { ImportResult, NewImportedItem } from './create-items.schema.js';
import { episodesLike, isSameEpisode } from './existing-media.repository.js';
import { filenameOf } from './feed/episode-clues.js';
import { importedPassage } from './import-references.js';
import { replaceScriptures } from './import.repository.js';

interface Deps {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  uploads: Pick<Uploads, 'maxBytes'>;
}

interface Target {
  caller: Caller;
  actor: Actor;
  collectionId: number;
  /** YYYY-MM-DD, for items without a date. */
  today: string;
}

export interface CreatedItem {
  itemId: number;
  status: 'created' | 'exists';
  notCreated: ImportResult['notCreated'];
  /** The episode to download. */
  download: number | null;
}

interface Creation {
  trx: Db;
  clock: Clock;
  target: Target;
  notCreated: ImportResult['notCreated'];
  /** The records that were created, for the audit log. */
  created: { recordType: string; recordId: number }[];
}

/** @throws {AppError} as creating the item by itself does */
export const createImportedItem = (
  { db, clock, ...stores }: Deps,
  target: Target,
  input: NewImportedItem,
): Promise<CreatedItem> =>
  db.transaction().execute(async (trx) => {
    const { caller, actor, collectionId, today } = target;
    const { accountId } = caller;
    // Locked first, as in other imports, so that a name or an episode is not created twice.
    await lockAccount(trx, accountId);
    await stores.quotas.lock(trx, accountId);
    const known = await knownEpisode(trx, accountId, input);
    if (known) return known;
    const creation: Creation = { trx, clock, target, notCreated: [], created: [] };
    const speakers = await speakersOf(creation, input);
    const seriesId = await seriesOf(creation, input);
    const { title, date, orderInSeries, topics, scriptures, episode } = input;
    const { subTitle, description, shortDescription, autoPublish } = input;
    await stores.quotas.reserve(trx, accountId, 'items');
    const item = await createItem(trx, clock, caller, {
      title,
      orderInSeries,
      topics,
      subTitle,
      description,
      shortDescription,
      autoPublish,
      collectionId,
      date: date ?? today,
      dateIsKnown: date !== null,
      seriesId,
      speakers,
      wizardStep: 'basicDetails',
    });
    creation.created.push({ recordType: 'item', recordId: item.id });
    await replaceScriptures(
      trx,
      accountId,
      item.id,
      scriptures.flatMap((scripture) => importedPassage(scripture) ?? []),
    );
    const download = episode && (await addEpisode(creation, { ...stores, clock }, item.id, episode));
    await insertAuditEntries(
      trx,
      clock,
      creation.created.map((record) => ({
        ...actor,
        ...record,
        operation: 'importItems',
        changedFields: [],
        responseStatus: 201,
      })),
    );
    return { itemId: item.id, status: 'created', notCreated: creation.notCreated, download };
  });

/** An episode that was not downloaded, or whose download failed, is downloaded now. */
const knownEpisode = async (
  trx: Db,
  accountId: number,
  { episode }: NewImportedItem,
): Promise<CreatedItem | null> => {
  if (!episode) return null;
  const like = await episodesLike(trx, accountId, [episode]);
  const known = like.find((one) => isSameEpisode(one, episode));
  if (!known) return null;
  const isOpen = known.status === 'waiting' && known.accountJobId !== null;
  const download = known.status === 'done' || isOpen ? null : known.id;
  return { itemId: known.itemId, status: 'exists', notCreated: [], download };
};

const addEpisode = async (
  { trx, clock, target }: Creation,
  stores: Parameters<typeof createMedia>[1],
  itemId: number,
  {
    feedUrl,
    guid,
    enclosureUrl,
    mimeType,
    transcriptUrl,
    transcriptType,
    language,
    chapters,
    chaptersUrl,
  }: NonNullable<NewImportedItem['episode']>,
): Promise<number> => {
  const { caller, collectionId } = target;
  const { accountId } = caller;
  // Its size is known once it is downloaded.
  const { asset } = await createMedia(trx, stores, caller, itemId, {
    contentType: mimeType.startsWith('video/') ? 'video' : 'audio',
    mimeType,
    originalFilename: filenameOf(enclosureUrl),
  });
  const { id } = await insertRow(trx, 'importedEpisode', {
    accountId,
    collectionId,
    itemId,
    mediaAssetId: asset.id,
    accountJobId: null,
    feedUrl,
    guid,
    enclosureUrl,
    transcriptUrl,
    transcriptType,
    language,
    chapters: chapters.length > 0 ? JSON.stringify(chapters) : null,
    chaptersUrl,
    status: 'waiting',
    errorMessage: null,
    entryDate: isoTime(clock),
    finishedDate: null,
  });
  return id;
};

const speakersOf = async (creation: Creation, { speakers }: NewImportedItem): Promise<{ id: number }[]> => {
  const { trx, clock, target } = creation;
  const found: { id: number }[] = [];
  for (const { id, name } of speakers) {
    const known = id ?? (await findByName(trx, 'speaker', target.caller.accountId, name!));
    const speakerId =
      known ??
      (await createdName(creation, 'speaker', name!, () =>
        createSpeaker(trx, clock, target.caller, { name: name! }),
      ));
    if (speakerId !== null) found.push({ id: speakerId });
  }
  return found;
};

const seriesOf = async (creation: Creation, { series }: NewImportedItem): Promise<number | null> => {
  if (!series) return null;
  const { trx, clock, target } = creation;
  const { caller, collectionId } = target;
  const { id, name } = series;
  const known = id ?? (await findByName(trx, 'series', caller.accountId, name!, collectionId));
  return (
    known ??
    createdName(creation, 'series', name!, () =>
      createSeries(trx, clock, caller, { title: name!, collectionId }),
    )
  );
};

/** The id of the new record; null if the caller may not create it. */
const createdName = async (
  { target, notCreated, created }: Creation,
  kind: 'speaker' | 'series',
  name: string,
  create: () => Promise<{ id: number }>,
): Promise<number | null> => {
  if (isContributor(target.caller)) {
    notCreated.push({ kind, name });
    return null;
  }
  const { id } = await create();
  created.push({ recordType: kind, recordId: id });
  return id;
};
