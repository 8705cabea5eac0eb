/** Inserts rows of public items, unusual text included: media, chapters, transcripts, many copies. */
import { recomputeLanguages } from '../../src/content/items/item-language.repository.js';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/dialect.js';
import { insertRow } from '../../src/platform/db/rows.js';
import type { NewRow, Row } from '../../src/platform/db/tables.js';
import { putText } from './transcript-texts.js';

interface OfAccount {
  id: number;
  accountId: number;
}

/** A playable audio file. */
export const putMedia = (
  db: Db,
  { id, accountId }: OfAccount,
  values: Partial<NewRow<'mediaAsset'>> = {},
): Promise<Row<'mediaAsset'>> =>
  insertRow(db, 'mediaAsset', {
    accountId,
    itemId: id,
    contentType: 'audio',
    mimeType: 'audio/mpeg',
    variantTypeId: null,
    fileSizeBytes: 1_000,
    durationSecs: 60,
    bitrate: null,
    videoWidth: null,
    videoHeight: null,
    filename: null,
    originalFilename: null,
    externalPlatform: null,
    externalPlatformId: null,
    streamAssetId: null,
    streamPlaybackId: null,
    status: 'ready',
    url: null,
    downloadUrl: null,
    entryDate: '2026-03-01T12:00:00.000Z',
    deletedDate: null,
    ...values,
  });

export const putChapter = (
  db: Db,
  { id, itemId, accountId }: Row<'mediaAsset'>,
  values: { startMs: number; title: string; suggested?: 0 | 1 },
): Promise<Row<'chapter'>> =>
  insertRow(db, 'chapter', {
    accountId,
    itemId,
    mediaAssetId: id,
    suggested: 0,
    accepted: 0,
    deletedDate: null,
    ...values,
  });

/** One sentence in `language`. */
export const putTranscript = async (
  db: Db,
  { id, accountId }: OfAccount,
  language: string,
): Promise<Row<'transcript'>> => {
  const transcript = await insertRow(db, 'transcript', {
    accountId,
    itemId: id,
    mediaAssetId: null,
    language,
    textId: await putText(
      db,
      accountId,
      JSON.stringify([{ text: 'Good morning.', startMs: 0, endMs: 1_000 }]),
    ),
    endMs: 1_000,
    contentHash: 'x',
    entryDate: '2026-03-01T12:00:00.000Z',
    updatedDate: '2026-03-01T12:00:00.000Z',
  });
  await recomputeLanguages(db, accountId, [id]);
  return transcript;
};

/** Copies of an item with their own slugs. */
export const putCopies = async (db: Db, { id }: { id: number }, count: number): Promise<void> => {
  const row = await db.selectFrom('item').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const columns = Object.keys(row).filter((name) => name !== 'id');
  const values = columns.map((name) => (name === 'urlSlug' ? sql`'copy-' || n.i` : sql.ref(`item.${name}`)));
  await sql`insert into "item" (${sql.join(columns.map((name) => sql.ref(name)))})
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select ${sql.join(values)} from "item", n where "item"."id" = ${id}`.execute(db);
};

/** Gives the copies of an item a media asset like its own. */
export const putMediaOfCopies = async (db: Db, { id }: { id: number }): Promise<void> => {
  const row = await db
    .selectFrom('mediaAsset')
    .selectAll()
    .where('itemId', '=', id)
    .executeTakeFirstOrThrow();
  const columns = Object.keys(row).filter((name) => name !== 'id');
  const values = columns.map((name) =>
    name === 'itemId'
      ? sql`"item"."id"`
      : name === 'url'
        ? sql`'/files/' || "item"."id" || '/copy/a.mp3'`
        : sql.ref(`mediaAsset.${name}`),
  );
  await sql`insert into "mediaAsset" (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from "item", "mediaAsset"
    where "mediaAsset"."id" = ${row.id} and "item"."urlSlug" like 'copy-%'
      and "item"."collectionId" = (select "collectionId" from "item" where "id" = ${id})`.execute(db);
};
