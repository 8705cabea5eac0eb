/** `lectern serve`: both hosts and the worker, until it is told to stop. */
import { Command, Option } from 'commander';
import { migrate } from '../platform/db/migrate.js';
import { requireSchema, type CommandContext } from './context.js';
import { startServer, type Role } from '../server.js';
import { print } from './output.js';

export const serveCommand = (context: CommandContext): Command =>
  new Command('serve')
    .description('serve the private API and the public host, and work off the jobs')
    .addOption(
      new Option('--role <role>', 'api: only serve; worker: only work')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .option('--migrate', 'bring the database schema up to date first', false)
    .addHelpText(
      'after',
      '\nSIGINT or SIGTERM ends it in order: requests under way are answered, the batch at hand is finished.',
    )
    .action(async ({ role, migrate: first }: { role: Role; migrate: boolean }) => {
      const app = context.createApp();
      try {
        if (first) await migrate(app.db);
        else await requireSchema(app);
        const running = await startServer(app, { role });
        if (running.privateUrl) print(`private  ${running.privateUrl}`);
        if (running.publicUrl) print(`public   ${running.publicUrl}`);
        await new Promise<void>((resolve) => {
          if (context.signal.aborted) resolve();
          context.signal.addEventListener('abort', () => resolve(), { once: true });
        });
        await running.stop();
      } finally {
        await app.close();
      }
    });
