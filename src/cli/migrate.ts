/** `lectern migrate`: updates the database schema. */
import { migrate, type MigrationProgress } from '../platform/db/migrate.js';
import { withApp } from './context.js';
import { note, print } from './output.js';

const shown = ({ name, number, of }: MigrationProgress): void => note(`Running ${name} (${number} of ${of})`);

export const migrateSchema = (): Promise<void> =>
  withApp(async ({ db }) => {
    const ran = await migrate(db, shown);
    print(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The schema is up to date.');
  }, 'anything');
