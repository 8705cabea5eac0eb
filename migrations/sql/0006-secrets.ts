/** A check value for the secret key, hashes of upload secrets, and indexes to find the record of a file. */
import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index } = schemaTools(db);
  await create('secretKeyCheck', '', 'value! entryDate!');

  await db.schema.alterTable('upload').renameColumn('secret', 'secretHash').execute();
  const { rows } = await sql<{
    id: number;
    secretHash: string;
  }>`select "id", "secretHash" from "upload"`.execute(db);
  for (const { id, secretHash: secret } of rows) {
    const hash = createHash('sha256').update(secret).digest('hex');
    await sql`update "upload" set "secretHash" = ${hash} where "id" = ${id}`.execute(db);
  }

  await index('mediaAsset', 'accountId url');
  await index('resource', 'accountId url');
};
