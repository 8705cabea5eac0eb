/**
 * Deleted records in one list, with who deleted them; imported files that outlive their purged items; and what people
 * saved last, so that they do not conflict with themselves.
 */
import type { Kysely } from 'kysely';
import { schemaTools, type SchemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const tools = schemaTools(db);
  for (const part of [deletedBy, filesOfDeletedMedia, importedFiles, trash, recentSaves]) await part(tools);
};

/** Tables without the author of the last change. */
const UNAUTHORED = [
  ...[
    'variantType',
    'resourceType',
    'mediaAsset',
    'chapter',
    'scripture',
    'resource',
    'webhook',
    'embedToken',
  ],
];

const deletedBy = async ({ add }: SchemaTools): Promise<void> => {
  for (const table of UNAUTHORED) await add(table, { texts: 'deletedBy' });
};

/** So far, the file of a media asset was removed with it. */
const filesOfDeletedMedia = ({ run }: SchemaTools): Promise<void> =>
  run(`update "mediaAsset" set "url" = null, "downloadUrl" = null, "waveformUrl" = null, "posterUrl" = null,
      "audioUrl" = null, "streamUrl" = null
    where "deletedDate" is not null and "url" is not null`);

/** A file whose item was purged is remembered, so that the next import does not bring it back. */
const importedFiles = async ({ postgres, run, create, index }: SchemaTools): Promise<void> => {
  if (postgres)
    return run(`alter table "importedFile" drop constraint "importedFile_itemId_fkey",
      drop constraint "importedFile_collectionId_fkey"`);
  await run('alter table "importedFile" rename to "importedFile_former"');
  for (const columns of [
    'collectionId_path_folder',
    'collectionId_contentHash',
    'accountId_contentHash',
    'itemId',
  ])
    await run(`drop index "importedFile_${columns}"`);
  await create('importedFile', {
    integers: 'accountId!>account collectionId! itemId!',
    texts: 'folder path! contentHash! written goneDate entryDate!',
  });
  await run(`create unique index "importedFile_collectionId_path_folder" on "importedFile"
    ("collectionId", "path", coalesce("folder", ''))`);
  for (const columns of ['collectionId contentHash', 'accountId contentHash', 'itemId'])
    await index('importedFile', columns);
  const columns = [
    'id',
    'accountId',
    'collectionId',
    'itemId',
    'folder',
    'path',
    'contentHash',
    'written',
    'goneDate',
  ]
    .concat('entryDate')
    .map((name) => `"${name}"`)
    .join(', ');
  await run(`insert into "importedFile" (${columns}) select ${columns} from "importedFile_former"`);
  await run('drop table "importedFile_former"');
};

interface Kind {
  /** Default: the kind. */
  title: string;
  /** The column with who deleted it; default `deletedBy`. */
  author?: string;
  /** Columns with the record that it belongs to. */
  parents?: readonly ('itemId' | 'collectionId' | 'mediaAssetId')[];
  /** Further condition of its deleted records. */
  where?: string;
}

/** Dismissed suggestions are not trash: they are remembered so that they are not made again. */
const ACCEPTED = '(coalesce("record"."suggested", 0) = 0 or coalesce("record"."accepted", 0) = 1)';

const BOOKS = `GEN Genesis,EXO Exodus,LEV Leviticus,NUM Numbers,DEU Deuteronomy,JOS Joshua,JDG Judges,RUT Ruth,
1SA 1 Samuel,2SA 2 Samuel,1KI 1 Kings,2KI 2 Kings,1CH 1 Chronicles,2CH 2 Chronicles,EZR Ezra,NEH Nehemiah,EST Esther,
JOB Job,PSA Psalms,PRO Proverbs,ECC Ecclesiastes,SNG Song of Solomon,ISA Isaiah,JER Jeremiah,LAM Lamentations,
EZK Ezekiel,DAN Daniel,HOS Hosea,JOL Joel,AMO Amos,OBA Obadiah,JON Jonah,MIC Micah,NAM Nahum,HAB Habakkuk,ZEP Zephaniah,
HAG Haggai,ZEC Zechariah,MAL Malachi,MAT Matthew,MRK Mark,LUK Luke,JHN John,ACT Acts,ROM Romans,1CO 1 Corinthians,
2CO 2 Corinthians,GAL Galatians,EPH Ephesians,PHP Philippians,COL Colossians,1TH 1 Thessalonians,2TH 2 Thessalonians,
1TI 1 Timothy,2TI 2 Timothy,TIT Titus,PHM Philemon,HEB Hebrews,JAS James,1PE 1 Peter,2PE 2 Peter,1JN 1 John,2JN 2 John,
3JN 3 John,JUD Jude,REV Revelation`;

const bookName = `case "record"."book" ${BOOKS.split(',')
  .map((entry) => /(\w+) (.+)/.exec(entry) ?? [])
  .map(([, code, name]) => `when '${code}' then '${name}'`)
  .join(' ')} else "record"."book" end`;

const AUTHORED = { author: 'updatedBy' };
const KINDS: Record<string, Kind> = {
  item: { ...AUTHORED, title: '"record"."title"', parents: ['collectionId'] },
  collection: { ...AUTHORED, title: '"record"."name"' },
  series: { ...AUTHORED, title: '"record"."title"', parents: ['collectionId'] },
  speaker: { ...AUTHORED, title: '"record"."name"' },
  topic: { ...AUTHORED, title: '"record"."name"' },
  variantType: { title: '"record"."name"', parents: ['collectionId'] },
  resourceType: { title: '"record"."name"' },
  mediaAsset: {
    title: `coalesce("record"."originalFilename", "record"."filename",
      "record"."externalPlatform" || ' ' || "record"."externalPlatformId", "record"."contentType")`,
    parents: ['itemId'],
  },
  chapter: {
    title: '"record"."title"',
    parents: ['itemId', 'mediaAssetId'],
    // Chapters that were deleted with their media are restored and purged with them.
    where: `${ACCEPTED} and not exists (select 1 from "mediaAsset" as "owner" where "owner"."id" = "record"."mediaAssetId"
      and "owner"."deletedDate" = "record"."deletedDate")`,
  },
  scripture: {
    title: `${bookName} || ' ' || "record"."chapter" || ':' || "record"."verseStart" ||
      case when "record"."verseEnd" > "record"."verseStart" then '-' || "record"."verseEnd" else '' end`,
    parents: ['itemId'],
    where: ACCEPTED,
  },
  resource: { title: '"record"."title"', parents: ['itemId'] },
  webhook: { title: '"record"."url"' },
  embedToken: { title: '"record"."name"' },
};

const trash = async ({ postgres, run, index }: SchemaTools): Promise<void> => {
  // Text of different origin would have no common order.
  const text = (value: string): string => (postgres ? `(${value}) collate "C"` : `(${value})`);
  const selects = Object.entries(KINDS).map(
    ([kind, { title, author = 'deletedBy', parents = [], where }]) => {
      const parent = (column: 'itemId' | 'collectionId' | 'mediaAssetId'): string =>
        `${parents.includes(column) ? `"record"."${column}"` : 'cast(null as bigint)'} as "${column}"`;
      const item = kind === 'item' ? '"record"' : '"item"';
      const ofItem = (column: string, type: string): string =>
        kind === 'item' || parents.includes('itemId') ? `${item}."${column}"` : `cast(null as ${type})`;
      return `select "record"."accountId", cast('${kind}' as text) as "kind", "record"."id", ${text(title)} as "title",
        "record"."deletedDate", "record"."${author}" as "deletedBy", ${parent('itemId')}, ${parent('collectionId')},
        ${parent('mediaAssetId')}, ${text(ofItem('status', 'text'))} as "itemStatus",
        ${text(ofItem('publishAt', 'text'))} as "itemPublishAt", ${ofItem('autoPublish', 'bigint')} as "itemAutoPublish"
      from "${kind}" as "record" ${parents.includes('itemId') ? 'join "item" on "item"."id" = "record"."itemId"' : ''}
      where "record"."deletedDate" is not null ${where ? `and ${where}` : ''}`;
    },
  );
  await run(`create view "trash" as ${selects.join('\nunion all ')}`);
  for (const kind of Object.keys(KINDS))
    await index(kind, 'accountId deletedDate', { name: `${kind}_trash`, where: '"deletedDate" is not null' });
};

const recentSaves = async ({ create, index }: SchemaTools): Promise<void> => {
  await create('recentSave', {
    integers: 'personId!',
    texts: 'subject! path! hashes! savedAt!',
    key: 'personId subject path',
  });
  await index('recentSave', 'savedAt');
};
