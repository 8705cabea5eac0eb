/** `lectern migrate`: updates the database schema. */
import { migrate } from '../platform/db/migrate.js';
import { withApp } from './context.js';
import { print } from './output.js';

export const migrateSchema = (): Promise<void> =>
  withApp(async ({ db }) => {
    const ran = await migrate(db);
    print(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The schema is up to date.');
  }, 'anything');
