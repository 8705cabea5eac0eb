/** What is made of media files: waveforms, posters, audio and streams, and the jobs of accounts that make them. */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { types, index, postgres } = schemaTools(db);
  const { text, integer } = types;
  for (const column of ['waveformUrl', 'posterUrl', 'audioUrl', 'streamUrl'])
    await sql`alter table "mediaAsset" add column ${sql.ref(column)} ${text}`.execute(db);
  await sql`alter table "accountJob" add column "mediaAssetId" ${integer}`.execute(db);
  await index('accountJob', 'accountId mediaAssetId id');
  if (postgres)
    await sql`create index "accountJob_accountId_mediaAssetId_desc" on "accountJob"
      ("accountId", "mediaAssetId" desc nulls last, "id" desc)`.execute(db);
};
