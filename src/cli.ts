/** The command line `lectern`: its commands, and how an error becomes an exit code. */
import { Command, CommanderError } from 'commander';
import { accountCommand } from './cli/account.js';
import { demoTrafficCommand } from './cli/demo-traffic.js';
import { doctorCommand } from './cli/doctor.js';
import { filesCommand } from './cli/files.js';
import { importCommand } from './cli/import.js';
import { migrateCommand } from './cli/migrate.js';
import type { CommandContext } from './cli/context.js';
import { reindexCommand } from './cli/reindex.js';
import { serveCommand } from './cli/serve.js';
import { statsCommand } from './cli/stats.js';
import { tokenCommand } from './cli/token.js';
import { compose } from './compose.js';
import { loadConfig } from './config.js';
import { messageOf } from './lib/errors.js';

/** 0 done; 1 failed; 2 the command line is wrong; 3 done, but something was left out (the report says what). */
export const runCommandLine = async (args: string[], signal: AbortSignal): Promise<number> => {
  let code = 0;
  const context: CommandContext = {
    signal,
    compose: (overrides) => compose({ ...loadConfig(), ...overrides }),
    exitWith: (status) => (code = status),
  };
  const program = new Command('lectern')
    .description('A content library for sermons, talks and teachings: put a talk in, find its minute.')
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
