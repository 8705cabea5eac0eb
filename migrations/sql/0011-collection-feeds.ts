/** What the podcast feed of a collection says about itself, and its picture. Triggers count changes of these columns. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

const NO_SETTINGS = {
  title: null,
  description: null,
  author: null,
  ownerName: null,
  ownerEmail: null,
  category: null,
  explicit: false,
  language: null,
  link: null,
  copyright: null,
  type: null,
  medium: 'podcast',
};

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { types } = schemaTools(db);
  const table = (): ReturnType<typeof db.schema.alterTable> => db.schema.alterTable('collection');
  await table()
    .addColumn('feed', 'text', (column) => column.notNull().defaultTo(JSON.stringify(NO_SETTINGS)))
    .execute();
  await table().addColumn('squareImgUrl', types.text).execute();
  await table().addColumn('squareImgMetadata', 'text').execute();
};
