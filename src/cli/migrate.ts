/** `lectern migrate`: brings the database schema up to date. */
import { Command } from 'commander';
import { migrate } from '../platform/db/migrate.js';
import { withApp, type CommandContext } from './context.js';
import { print } from './output.js';

export const migrateCommand = (context: CommandContext): Command =>
  new Command('migrate').description('bring the database schema up to date; safe to repeat').action(() =>
    withApp(context, async ({ db }) => {
      const ran = await migrate(db);
      print(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The schema is up to date.');
    }),
  );
