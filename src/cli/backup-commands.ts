/** The commands `lectern backup` and `lectern restore` with their options. */
import { Command } from 'commander';
import type { BackupCommandOptions } from './backup.js';
import type { CommandContext } from './context.js';
import type { RestoreOptions } from './restore.js';

const TO = ['--to <address>', 'folder, or s3://bucket/prefix (default: BACKUP_TO)'] as const;
const WHICH = "its path or URL as printed, its name in BACKUP_TO, or 'latest'";

export const backupCommands = (context: CommandContext): Command[] => [
  new Command('backup')
    .enablePositionalOptions()
    .description('back up rows, files, events, vectors and settings, while servers go on')
    .option(...TO)
    .option('--full', 'copy everything anew, also what earlier backups have', false)
    .option('--with-key', 'include the secret key: whoever reads the backup can then read all secrets', false)
    .addHelpText(
      'after',
      '\nThe last line is: backup  <path>  sha256 <hex of its manifest>\n' +
        'With BACKUP_RECIPIENT or BACKUP_PASSPHRASE it is encrypted. The secret key is not in it unless asked for.',
    )
    .action(async (options: BackupCommandOptions) =>
      (await import('./backup.js')).makeBackup(context, options),
    )
    .addCommand(
      new Command('list')
        .description('list the backups, newest first')
        .option(...TO)
        .action(async (options: { to?: string }) => (await import('./backup.js')).listBackups(options)),
    )
    .addCommand(
      new Command('verify')
        .description('check a backup: all of a restore but to write')
        .argument('<backup>', WHICH)
        .addHelpText('after', '\nExit codes: 4 damaged, 5 wrong key, 6 made by a newer version.')
        .action(async (backup: string) => (await import('./backup.js')).verifyBackup(context, backup)),
    ),

  new Command('restore')
    .description('restore a backup into the stores that the configuration names')
    .argument('<backup>', WHICH)
    .option('--account <shortName>', 'only this account')
    .option(
      '--replace',
      'replace what is there, which is kept aside until the restored library answers',
      false,
    )
    .addHelpText(
      'after',
      '\nStop all servers first. The stores may be others than those of the backup: SQLite or PostgreSQL, folder or bucket,\n' +
        'embedded index or Qdrant, embedded ClickHouse or a server. Sessions and links end.\n' +
        'If it is interrupted, run it again. Exit codes: 4 damaged, 5 wrong key, 6 made by a newer version, 7 not empty.',
    )
    .action(async (backup: string, options: RestoreOptions) =>
      (await import('./restore.js')).restore(context, backup, options),
    ),
];
