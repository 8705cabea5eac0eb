/** Items that are unpublished at a set time; bulk jobs of many items, with results, and what is needed to undo them. */
import { sql, type Kysely } from 'kysely';
import { EXISTING, schemaTools, type SchemaTools } from './schema-tools.js';

/** Record ids per row of `jobPart`. */
const PART_IDS = 500;

/** As in the first migration, with the column that the condition of public items also reads. */
const PUBLIC_ITEMS = {
  item_public_date: 'accountId status dateIsKnown date id collectionId seriesId unpublishAt',
  item_public_collection: 'accountId status collectionId dateIsKnown date id seriesId unpublishAt',
  item_public_series: 'accountId status seriesId date id collectionId dateIsKnown unpublishAt',
  item_public_title: 'accountId status sortTitle id collectionId seriesId date dateIsKnown unpublishAt',
};

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const tools = schemaTools(db);
  await unpublishing(tools);
  await jobs(tools);
  await splitRequests(db);
};

const unpublishing = async ({ add, run, index }: SchemaTools): Promise<void> => {
  await add('item', { texts: 'unpublishAt' });
  const scheduled = `"unpublishAt" is not null and ${EXISTING}`;
  await index('item', 'unpublishAt', { where: scheduled });
  // For the version of an account's content, which changes when an item ceases to be public.
  await index('item', 'accountId unpublishAt', { where: `${scheduled} and "status" = 'published'` });
  for (const [name, columns] of Object.entries(PUBLIC_ITEMS)) {
    await run(`drop index "${name}"`);
    await index('item', columns, { name, where: `${EXISTING} and "status" = 'published'` });
  }
};

const jobs = async ({ add, create, index, postgres }: SchemaTools): Promise<void> => {
  await add('accountJob', {
    integers: 'changed!=0 dryRun!=0 undoable!=0 undoOf hits',
    texts: 'reasons!=[] createdBy undoUntil undoneAt',
  });

  await create('jobPart', {
    integers: 'accountId!>account jobId!>accountJob ordinal!',
    texts: 'recordIds!',
  });
  await index('jobPart', 'jobId ordinal', { unique: true });

  await create('jobResult', {
    integers: 'accountId!>account jobId!>accountJob itemId! hits',
    texts: 'outcome! error changes! kept!=[] undo undoneAt',
  });
  await index('jobResult', 'jobId id');

  await create('jobHit', {
    integers: 'accountId!>account jobId!>accountJob itemId! segment! startMs position!',
    texts: 'before! after!',
  });
  await index('jobHit', 'jobId id');

  await add('itemRevision', { integers: 'jobId' });
  await add('auditEntry', { integers: 'jobId' });
  await index('auditEntry', 'accountId jobId id');
  if (postgres)
    await index('auditEntry', 'accountId jobId:last id:desc', { name: 'auditEntry_accountId_jobId_desc' });
};

/** Moves the ids of unfinished jobs from their requests to `jobPart`, so that they continue. */
const splitRequests = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{ id: number; accountId: number; request: string }>`
    select "id", "accountId", "request" from "accountJob" where "kind" = 'bulk' and "finishedDate" is null`.execute(
    db,
  );
  for (const { id, accountId, request } of rows) {
    const { ids = [], ...rest } = JSON.parse(request) as { ids?: number[] };
    for (let start = 0; start < ids.length; start += PART_IDS)
      await sql`insert into "jobPart" ("accountId", "jobId", "ordinal", "recordIds") values (${accountId}, ${id},
        ${start / PART_IDS}, ${JSON.stringify(ids.slice(start, start + PART_IDS))})`.execute(db);
    await sql`update "accountJob" set "request" = ${JSON.stringify(rest)} where "id" = ${id}`.execute(db);
  }
};
