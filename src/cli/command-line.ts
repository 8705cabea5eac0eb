/** The command line `lectern`: parses the arguments, runs a command, and turns errors into exit codes. */
import { Command, CommanderError } from 'commander';
import { ExitError, messageOf } from '../platform/lib/errors.js';
import { programVersion } from '../platform/lib/package-folder.js';
import { commands } from './commands.js';
import type { CommandContext } from './context.js';
import { note } from './output.js';

/** @returns 0 success; 1 failure; 2 invalid usage; 3 success, but something was skipped (the report says what); others as the command says */
export const runCommandLine = async (args: string[], signal: AbortSignal): Promise<number> => {
  let code = 0;
  const context: CommandContext = { signal, exitWith: (status) => (code = status) };
  const program = new Command('lectern')
    .description('A content library for sermons, talks and teachings, built around search.')
    .version(programVersion())
    .addHelpText(
      'after',
      '\nExit codes: 0 success, 1 failure, 2 wrong usage, 3 some files were skipped.\nConfiguration: environment variables, see docs/configuration.md.',
    )
    // Options belong to the command before them: `backup` and `backup list` both have --to.
    .enablePositionalOptions()
    .showHelpAfterError('(use --help to list the options)');
  for (const command of commands(context)) program.addCommand(command);
  throwInsteadOfExiting(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    note(`lectern: ${messageOf(error)}`);
    return error instanceof ExitError ? error.exitCode : 1;
  }
};

const throwInsteadOfExiting = (command: Command): void => {
  command.exitOverride();
  command.commands.forEach(throwInsteadOfExiting);
};
