/** The command line `lectern`: its commands, and how an error becomes an exit code. */
import { Command, CommanderError } from 'commander';
import { accountCommand } from './account.js';
import { demoTrafficCommand } from './demo-traffic.js';
import { doctorCommand } from './doctor.js';
import { filesCommand } from './files.js';
import { importCommand } from './import.js';
import { migrateCommand } from './migrate.js';
import type { CommandContext } from './context.js';
import { reindexCommand } from './reindex.js';
import { serveCommand } from './serve.js';
import { statsCommand } from './stats.js';
import { tokenCommand } from './token.js';
import { createApp } from '../app.js';
import { loadConfig } from '../config.js';
import { messageOf } from '../platform/lib/errors.js';

/** 0 done; 1 failed; 2 the command line is wrong; 3 done, but something was left out (the report says what). */
export const runCommandLine = async (args: string[], signal: AbortSignal): Promise<number> => {
  let code = 0;
  const context: CommandContext = {
    signal,
    createApp: (overrides) => createApp({ ...loadConfig(), ...overrides }),
    exitWith: (status) => (code = status),
  };
  const program = new Command('lectern')
    .description('A content library for sermons, items and teachings: put a item in, find its minute.')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 done with something left out.\nConfiguration comes from the environment; see README.md.',
    )
    .exitOverride()
    .showHelpAfterError('(add --help for the options)');
  for (const command of [
    serveCommand,
    migrateCommand,
    accountCommand,
    tokenCommand,
    importCommand,
    reindexCommand,
    filesCommand,
    doctorCommand,
    statsCommand,
    demoTrafficCommand,
  ])
    program.addCommand(command(context).exitOverride());
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`lectern: ${messageOf(error)}\n`);
    return 1;
  }
};
