/** All commands with their options. A command's code is loaded when it runs, so that `--help` is fast. */
import { Command, Option } from 'commander';
import { scopes } from '../platform/lib/permissions.js';
import type { AccountInput, QuotaOptions } from './account.js';
import type { AuditOptions } from './audit.js';
import type { CommandContext } from './context.js';
import type { DoctorOptions } from './doctor.js';
import type { ImportOptions } from './import.js';
import {
  accountOption,
  addServerOptions,
  dateOption,
  parseId,
  parseIds,
  parseInterval,
  parseLimit,
  parseName,
  parseNames,
  parseNetwork,
  parseOverlap,
  parseQuota,
  timeOption,
  type ServerClientOptions,
} from './options.js';
import type { JobListOptions } from './jobs.js';
import type { ServeCommandOptions } from './serve.js';
import { backupCommands } from './backup-commands.js';
import { personCommand } from './person-commands.js';
import { RANGE_TITLES } from './stats-page.js';
import type { StatsOptions } from './stats.js';
import type { AccountChoice, RotationOptions, TokenOptions } from './token.js';

export const commands = (context: CommandContext): Command[] => [
  new Command('serve')
    .description('run the private API, the public host and the background jobs')
    .addOption(
      new Option('--role <role>', 'api: handle requests only; worker: run jobs only')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .option('--migrate', 'update the database schema first', false)
    .addHelpText('after', '\nSIGINT and SIGTERM stop it gracefully, after the current requests and jobs.')
    .action(async (options: ServeCommandOptions) => (await import('./serve.js')).serve(context, options)),

  new Command('migrate')
    .description('update the database schema; safe to repeat')
    .option(
      '--dry-run',
      'list what would run, try it on a copy of an SQLite database, and change nothing',
      false,
    )
    .action(async ({ dryRun }: { dryRun: boolean }) => {
      if (dryRun) await (await import('./migrate-rehearsal.js')).rehearseMigrations();
      else await (await import('./migrate.js')).migrateSchema();
    }),

  new Command('account')
    .description('manage accounts (tenants)')
    .addCommand(
      new Command('create')
        .description('create an account')
        .argument('<shortName>', 'label of its host name: lower-case letters, digits, hyphens')
        .option('--name <name>', 'display name (default: the short name)')
        .option('--time-zone <zone>', 'IANA time zone, e.g. Europe/Berlin (default: UTC)')
        .addHelpText('after', '\nThe public host of the account is <shortName>.<SEARCH_DOMAIN>.')
        .action(async (shortName: string, options: Omit<AccountInput, 'shortName'>) =>
          (await import('./account.js')).createAccount({ shortName, ...options }),
        ),
    )
    .addCommand(
      new Command('limits')
        .description('show and set the limits of an account')
        .argument('<shortName>', 'short name of the account')
        .option('--stored-bytes <number>', 'bytes of files; default: QUOTA_STORED_BYTES', parseQuota)
        .option('--items <number>', 'items; default: QUOTA_ITEMS', parseQuota)
        .option('--tokens <number>', 'tokens; default: QUOTA_TOKENS', parseQuota)
        .option('--webhooks <number>', 'webhooks; default: QUOTA_WEBHOOKS', parseQuota)
        .addHelpText('after', '\nUse `default` instead of a number to go back to the default limit.')
        .action(async (shortName: string, options: QuotaOptions) =>
          (await import('./account.js')).accountLimits(shortName, options),
        ),
    ),

  new Command('token')
    .description('manage API tokens')
    .addCommand(
      new Command('create')
        .description('create an API token and print it; it is not shown again')
        .addOption(accountOption())
        .addOption(
          new Option('--scope <scope...>', 'what the token may do').choices(scopes).makeOptionMandatory(),
        )
        .option('--name <name>', 'name of the token', 'command line')
        .option('--expires <time>', 'expiry time (ISO 8601)', timeOption)
        .option('--network <network...>', 'allowed client addresses and networks (CIDR)', parseNetwork)
        .action(async (options: TokenOptions) => (await import('./token.js')).createToken(options)),
    )
    .addCommand(
      new Command('list')
        .description('list the tokens of an account')
        .addOption(accountOption())
        .action(async (options: AccountChoice) => (await import('./token.js')).printTokens(options)),
    )
    .addCommand(
      new Command('rotate')
        .description('give a token a new secret and print it; it is not shown again')
        .argument('<id>', 'id of the token, from `token list`', parseId)
        .addOption(accountOption())
        .option('--overlap-hours <hours>', 'hours until the old secret expires, 0 to 168', parseOverlap, 24)
        .action(async (id: number, options: RotationOptions) =>
          (await import('./token.js')).rotateToken(id, options),
        ),
    )
    .addCommand(
      new Command('revoke')
        .description('revoke a token immediately')
        .argument('<id>', 'id of the token, from `token list`', parseId)
        .addOption(accountOption())
        .action(async (id: number, options: AccountChoice) =>
          (await import('./token.js')).revokeToken(id, options),
        ),
    ),

  personCommand(),

  new Command('audit')
    .description('list who changed what in an account, newest first')
    .addOption(accountOption())
    .option('--limit <number>', 'changes to show, 1 to 100', parseLimit, 20)
    .action(async (options: AuditOptions) => (await import('./audit.js')).showAudit(options)),

  new Command('import')
    .description('import the transcripts and recordings in a folder and its subfolders')
    .argument(
      '<folder>',
      'folder to import; README, LICENSE, hidden files and symbolic links are skipped and listed in the report',
    )
    .addOption(accountOption())
    .requiredOption('--collection <name>', 'collection to import into; created if it does not exist')
    .option('--publish', 'publish the items as soon as they are searchable', false)
    .option('--speaker <name>', 'speaker, for files without one; repeat for several', parseNames, [])
    .option('--topic <name>', 'topic, for files without one; repeat for several', parseNames, [])
    .option('--series <title>', 'series, for files without one', parseName)
    .option('--series-from-folders', 'use the folder name as the series, for files without one', false)
    .option('--date <date>', 'date, for files without one', dateOption)
    .addOption(
      new Option('--date-from-file', 'use the day of the last change, for files without a date')
        .conflicts('date')
        .default(false),
    )
    .option('--dry-run', 'show what would be imported, and change nothing', false)
    .option('--overwrite', 'overwrite edits by staff since the last import', false)
    .option('--prune', 'list items whose file was deleted, and unpublish them', false)
    .option('--follow-links', 'follow symbolic links, even out of the folder', false)
    .addOption(
      new Option('--watch', 'import what is there, then wait for new and changed files until it is stopped')
        .conflicts(['dryRun', 'prune'])
        .default(false),
    )
    .addOption(
      new Option('--interval <seconds>', 'with --watch: time between two looks at the folder')
        .argParser(parseInterval)
        .default(10),
    )
    .addHelpText(
      'after',
      '\nTranscripts: .vtt .srt .sbv .ttml .dfxp .xml .ass .ssa .lrc .tsv .json3 .srv3 .srv1 .json .docx .md .markdown .txt\n' +
        'Audio and video: .mp3 .mpga .mp2 .m4a .mp4 .m4b .aac .ogg .oga .opus .weba .webm .wav .flac .aiff .aif .m4v .mov .qt .ogv .mpeg .mpg .m2ts .mkv .avi\n' +
        'A recording and a transcript with the same name become one item. A recording alone becomes an item to transcribe.\n\n' +
        'You can interrupt this command and run it again. Items are identified by collection, folder and path,\n' +
        'or by content if a file was renamed. Edits by staff are preserved.\n' +
        'If a server is running, it indexes the items; otherwise this command does.\n' +
        'Exit code 3: some files were skipped or failed; the report lists them.',
    )
    .action(async (folder: string, options: ImportOptions) =>
      (await import('./import.js')).importItems(context, folder, options),
    ),

  new Command('samples').description('manage the sample content of quickstart').addCommand(
    addServerOptions(new Command('remove'))
      .description('remove the sample talks and their simulated visitors')
      .addHelpText(
        'after',
        '\nNeeds a running server and a token with the scope admin. Series, speakers, topics and collections that other items use are not removed.\n' +
          'To add the samples again, run `npm run quickstart -- --samples`.',
      )
      .action(async (options: ServerClientOptions) => (await import('./samples.js')).removeSamples(options)),
  ),

  new Command('reindex')
    .description('rebuild the search index from the database, then switch to it')
    .addHelpText(
      'after',
      '\nRun it after you change EMBEDDING_MODEL or lose the index. Searches keep working. Safe to interrupt and repeat.',
    )
    .action(async () => (await import('./reindex.js')).reindexCommand(context)),

  new Command('files').description('manage stored files: resources, media, artwork').addCommand(
    new Command('copy')
      .description('copy the files in DATA_DIR/blobs to the bucket named by S3_BUCKET')
      .addHelpText(
        'after',
        '\nFiles that are already in the bucket are skipped. Safe to interrupt and repeat. The folder is not deleted.',
      )
      .action(async () => (await import('./files.js')).copyFiles(context)),
  ),

  new Command('transcriber')
    .description('manage the speech models that transcribe recordings')
    .addCommand(
      new Command('list')
        .description('list the installed models')
        .action(async () => (await import('./transcriber.js')).listTranscribers()),
    )
    .addCommand(
      new Command('install')
        .description('install a model from the model hub or a folder')
        .argument('<model>', 'tiny, small, medium, large-v3-turbo, or a folder')
        .addHelpText(
          'after',
          '\nInterrupted downloads continue. HF_ENDPOINT names a mirror of the hub. TRANSCRIBE_MODEL chooses the model.',
        )
        .action(async (source: string) =>
          (await import('./transcriber.js')).installTranscriber(context, source),
        ),
    ),

  ...backupCommands(context),

  new Command('jobs')
    .description('list, retry and cancel background jobs')
    .addCommand(
      new Command('list')
        .description('list jobs, dead ones first, then by due time')
        .option('--account <shortName>', 'jobs of this account')
        .addOption(
          new Option('--status <status>', 'jobs in this status').choices(['waiting', 'running', 'dead']),
        )
        .option('--kind <kind>', 'jobs of this kind, e.g. processItem')
        .option('--limit <number>', 'maximum number of jobs, 1 to 100', parseLimit, 50)
        .action(async (options: JobListOptions) => (await import('./jobs.js')).printJobs(options)),
    )
    .addCommand(
      new Command('retry')
        .description('retry dead jobs')
        .argument('<id...>', 'ids of jobs', parseIds)
        .action(async (ids: number[]) => (await import('./jobs.js')).retryJobs(ids)),
    )
    .addCommand(
      new Command('cancel')
        .description('cancel jobs; their items are marked as failed')
        .argument('<id...>', 'ids of jobs', parseIds)
        .action(async (ids: number[]) => (await import('./jobs.js')).cancelJobs(ids)),
    ),

  new Command('secret-key')
    .description('manage the key that encrypts stored secrets')
    .addCommand(
      new Command('rotate')
        .description('encrypt all stored secrets with a new key')
        .addHelpText('after', '\nStop the servers first. The former key is kept, for backups made with it.')
        .action(async () => (await import('./secret-key.js')).rotateKey()),
    )
    .addCommand(
      new Command('reset')
        .description('use the current SECRET_KEY or secret.key after the previous one was lost')
        .addHelpText('after', '\nStop the servers first. Afterwards, rotate the secret of every webhook.')
        .action(async () => (await import('./secret-key.js')).resetKey()),
    ),

  new Command('doctor')
    .description(
      'check the machine, the stores, the model, the jobs and the configuration, and report problems',
    )
    .option('--repair', 'reindex items that differ between the search index and the database', false)
    .option(
      '--json',
      'print {status, checks: [{name, status, message}]}; a status is ok, warning or error',
      false,
    )
    .addHelpText(
      'after',
      '\nExit code 1: a check has the status error. Warnings do not change the exit code.',
    )
    .action(async (options: DoctorOptions) => (await import('./doctor.js')).doctor(context, options)),

  addServerOptions(new Command('stats'))
    .description('show plays, visitors, top items, trending topics and searches of a running server')
    .addOption(
      new Option(
        '--range <range>',
        "the last days, or the current unit to date, in the account's time zone (default: last7days)",
      ).choices(Object.keys(RANGE_TITLES)),
    )
    .option('--from <date>', 'first day, instead of --range', dateOption)
    .option('--to <date>', 'last day (default: today)', dateOption)
    .option('--limit <number>', 'rows per list, 1 to 100', parseLimit, 5)
    .option('--json', 'print the reports as JSON', false)
    .addHelpText('after', '\nThe token needs the scopes stats:read and content:read.')
    .action(async (options: StatsOptions) => (await import('./stats.js')).stats(options)),
];
