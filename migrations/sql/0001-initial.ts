/** The first schema: every table of the content model, jobs, leases and the full-text index that serves when the engine cannot. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { postgres, columns, create, index } = schemaTools(db);

  const artwork =
    'squareImgUrl wideImgUrl ultraWideImgUrl verticalImgUrl squareImgMetadata wideImgMetadata ultraWideImgMetadata verticalImgMetadata';
  const dated = 'entryDate! updatedDate! deletedDate';

  await create('account', '', 'shortName! name! timeZone! settings! entryDate!');
  await index('account', 'shortName', { unique: true });

  await create('token', 'accountId!>account', 'name! secretHash! scopes! expiresAt revokedAt entryDate!');
  await index('token', 'secretHash', { unique: true });
  await index('token', 'accountId');
  await create('embedToken', 'accountId!>account', 'name! token! allowedOrigins! entryDate! deletedDate');
  await index('embedToken', 'token', { unique: true });
  await index('embedToken', 'accountId');

  await create(
    'collection',
    'accountId!>account fullService!',
    `name! itemDescriptor! contentFormat! ${dated}`,
  );
  await index('collection', 'accountId name');

  await create(
    'variantType',
    'accountId!>account collectionId!>collection indexable! displayOrder!',
    'name! contentType! deletedDate',
  );
  await index('variantType', 'collectionId displayOrder');

  await create(
    'series',
    'accountId!>account collectionId!>collection sortOrder! showItemOrderInSeries! published',
    `title! subTitle description shortDescription itemSortDirection! urlSlug colorHex ${artwork} ${dated}`,
  );
  await index('series', 'accountId title');
  await index('series', 'collectionId sortOrder');
  await index('series', 'collectionId urlSlug', { unique: true, live: true });

  await create('speaker', 'accountId!>account', `name! bio imageUrl imageFilename ${dated}`);
  await index('speaker', 'accountId name');

  await create('topic', 'accountId!>account displayOrder!', `name! ${dated}`);
  await index('topic', 'accountId name', { unique: true, live: true });
  await index('topic', 'accountId displayOrder');

  await create(
    'item',
    `accountId!>account collectionId!>collection seriesId>series orderInSeries durationSecs autoPublish
     indexedMediaAssetId autoAcceptScriptures autoAcceptMediaChapters`,
    `title! subTitle description shortDescription date! urlSlug status! wizardStep! publishedDate
     suggestedDescription suggestedShortDescription errorMessage transcriptUrl ${artwork} ${dated}`,
  );
  for (const names of [
    'date',
    'title',
    'status',
    'urlSlug',
    'entryDate',
    'publishedDate',
    'updatedDate',
    'seriesId',
  ])
    await index('item', `accountId ${names}`, { live: true });
  await index('item', 'collectionId date', { live: true });
  await index('item', 'seriesId orderInSeries');
  await index('item', 'accountId', { deleted: true });
  await index('item', 'collectionId urlSlug', { unique: true, live: true });

  for (const [name, other] of [
    ['itemSpeaker', 'speaker'],
    ['itemTopic', 'topic'],
  ] as const) {
    const builder = db.schema
      .createTable(name)
      .addPrimaryKeyConstraint(`${name}_pk`, ['itemId', `${other}Id`] as never[]);
    await columns(
      builder,
      'integer',
      `accountId!>account itemId!>item ${other}Id!>${other} position!`,
    ).execute();
    await index(name, `${other}Id accountId itemId`);
  }

  await create(
    'scripture',
    'accountId!>account itemId!>item chapter! verseStart! verseEnd! keyVerse suggested accepted displayOrder',
    'book! deletedDate',
  );
  await index('scripture', 'itemId displayOrder');
  await index('scripture', 'book chapter accountId');

  await create(
    'mediaAsset',
    'accountId!>account itemId!>item variantTypeId>variantType fileSizeBytes durationSecs bitrate videoWidth videoHeight',
    `contentType! mimeType filename originalFilename externalPlatform externalPlatformId streamAssetId streamPlaybackId
     status! url downloadUrl entryDate! deletedDate`,
  );
  await index('mediaAsset', 'itemId');

  await create(
    'chapter',
    'accountId!>account itemId!>item mediaAssetId!>mediaAsset startMs! suggested accepted',
    'title! deletedDate',
  );
  await index('chapter', 'mediaAssetId startMs');
  await index('chapter', 'itemId');

  await create('resourceType', 'accountId!>account displayOrder!', 'name! deletedDate');
  await index('resourceType', 'accountId name', { unique: true, live: true });
  await create(
    'resource',
    'accountId!>account itemId!>item resourceTypeId>resourceType displayOrder! fileSizeBytes',
    `title! subTitle description contentType! fileMimeType originalFilename externalPlatform externalPlatformId
     thumbnailImgUrl url linkTarget deletedDate`,
  );
  await index('resource', 'itemId displayOrder');

  await create(
    'transcript',
    'accountId!>account itemId!>item mediaAssetId>mediaAsset',
    'language segments! contentHash! entryDate! updatedDate!',
  );
  await index('transcript', 'itemId', { unique: true });

  await create('chunk', 'accountId!>account itemId!>item ordinal! startMs endMs', 'text! speaker');
  await index('chunk', 'itemId ordinal', { unique: true });

  await create(
    'processing',
    'accountId!>account itemId!>item',
    'status! errorMessage startedDate! finishedDate',
  );
  await index('processing', 'itemId');

  await create(
    'importedFile',
    'accountId!>account collectionId!>collection itemId!>item',
    'path! contentHash! entryDate!',
  );
  await index('importedFile', 'collectionId path', { unique: true });
  await index('importedFile', 'itemId');

  await create(
    'job',
    'accountId!>account attempts! maxAttempts!',
    'kind! subject! payload! status! runAt! leaseUntil leaseOwner lastError entryDate!',
  );
  await index('job', 'status runAt');
  await index('job', 'subject accountId');
  await db.schema
    .createIndex('job_waiting')
    .on('job')
    .columns(['kind', 'subject', 'accountId'])
    .unique()
    .where(sql.ref('status'), '=', sql.lit('waiting'))
    .execute();

  await columns(db.schema.createTable('lease'), 'text', 'name! owner! expiresAt!')
    .addPrimaryKeyConstraint('lease_pk', ['name'] as never[])
    .execute();
  await create('indexGeneration', 'dimensions!', 'engine! modelId! state! entryDate!');

  await (postgres ? fullTextPostgres(db) : fullTextSqlite(db));
};

/** Expression indexes; `src/search/full-text.ts` asks with the same expressions. */
const fullTextPostgres = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index "chunk_words" on "chunk" using gin (to_tsvector('english', "text"))`.execute(db);
  await sql`create index "item_words" on "item" using gin
    (to_tsvector('english', "title" || ' ' || coalesce("subTitle", '') || ' ' || coalesce("description", '')))`.execute(
    db,
  );
};

/** External-content FTS5 tables, kept by triggers. */
const fullTextSqlite = async (db: Kysely<unknown>): Promise<void> => {
  const tables: [string, string[]][] = [
    ['chunk', ['text']],
    ['item', ['title', 'subTitle', 'description']],
  ];
  for (const [table, names] of tables) {
    const fts = sql.table(`${table}Words`);
    const listed = sql.join(names.map((name) => sql.ref(name)));
    const valuesOf = (row: string): RawBuilder<unknown> =>
      sql.join(names.map((name) => sql.raw(`${row}."${name}"`)));
    const trigger = (when: string): RawBuilder<unknown> =>
      sql.raw(`"${table}Words_${when.replace(/\W/g, '_')}" after ${when} on "${table}"`);
    const remove = sql`insert into ${fts} (${fts}, rowid, ${listed}) values ('delete', old.id, ${valuesOf('old')});`;
    const add = sql`insert into ${fts} (rowid, ${listed}) values (new.id, ${valuesOf('new')});`;
    await sql`create virtual table ${fts} using fts5(${listed}, content=${sql.lit(table)}, content_rowid='id', tokenize='porter unicode61')`.execute(
      db,
    );
    await sql`create trigger ${trigger('insert')} begin ${add} end`.execute(db);
    await sql`create trigger ${trigger('delete')} begin ${remove} end`.execute(db);
    await sql`create trigger ${trigger(`update of ${names.map((n) => `"${n}"`).join(', ')}`)} begin ${remove} ${add} end`.execute(
      db,
    );
  }
};
