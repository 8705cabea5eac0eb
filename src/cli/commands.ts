/** Every command with its options. The code behind a command loads when it runs, so that `--help` stays quick. */
import { Command, Option } from 'commander';
import { scopes } from '../platform/http/endpoint.js';
import type { AccountInput, LimitOptions } from './account.js';
import type { AuditOptions } from './audit.js';
import type { CommandContext } from './context.js';
import type { DoctorOptions } from './doctor.js';
import type { ImportOptions } from './import.js';
import {
  accountOption,
  addServerOptions,
  parseDate,
  parseId,
  parseIds,
  parseLimit,
  parseName,
  parseNames,
  parseNetwork,
  parseOverlap,
  parseQuota,
  parseTime,
  type ServerOptions,
} from './options.js';
import type { JobListOptions } from './jobs.js';
import type { ServeOptions } from './serve.js';
import { RANGE_TITLES } from './stats-page.js';
import type { StatsOptions } from './stats.js';
import type { AccountChoice, RotationOptions, TokenOptions } from './token.js';

export const commands = (context: CommandContext): Command[] => [
  new Command('serve')
    .description('serve the private API and the public host, and process the jobs')
    .addOption(
      new Option('--role <role>', 'api: serve only; worker: process jobs only')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .option('--migrate', 'bring the database schema up to date first', false)
    .addHelpText(
      'after',
      '\nSIGINT or SIGTERM stops it gracefully: requests in progress and the current batch of jobs are completed.',
    )
    .action(async (options: ServeOptions) => (await import('./serve.js')).serve(context, options)),

  new Command('migrate')
    .description('bring the database schema up to date; safe to repeat')
    .action(async () => (await import('./migrate.js')).migrateSchema()),

  new Command('account')
    .description('manage accounts (tenants)')
    .addCommand(
      new Command('create')
        .description('create an account')
        .argument('<shortName>', 'label of its host name: lower-case letters, digits, hyphens')
        .option('--name <name>', 'display name (default: the short name)')
        .option('--time-zone <zone>', 'IANA time zone, e.g. Europe/Berlin (default: UTC)')
        .addHelpText('after', '\nEach account has a public host of its own: <shortName>.<SEARCH_DOMAIN>.')
        .action(async (shortName: string, options: Omit<AccountInput, 'shortName'>) =>
          (await import('./account.js')).createAccount({ shortName, ...options }),
        ),
    )
    .addCommand(
      new Command('limits')
        .description('show what an account uses, and set what it may use')
        .argument('<shortName>', 'short name of the account')
        .option('--stored-bytes <number>', 'bytes of files; default: QUOTA_STORED_BYTES', parseQuota)
        .option('--items <number>', 'items; default: QUOTA_ITEMS', parseQuota)
        .option('--tokens <number>', 'tokens; default: QUOTA_TOKENS', parseQuota)
        .option('--webhooks <number>', 'webhooks; default: QUOTA_WEBHOOKS', parseQuota)
        .addHelpText('after', '\nThe word `default` in place of a number removes the limit of its own.')
        .action(async (shortName: string, options: LimitOptions) =>
          (await import('./account.js')).accountLimits(shortName, options),
        ),
    ),

  new Command('token')
    .description('manage API tokens')
    .addCommand(
      new Command('create')
        .description('create an API token; its secret is printed once')
        .addOption(accountOption())
        .addOption(new Option('--scope <scope...>', 'what it permits').choices(scopes).makeOptionMandatory())
        .option('--name <name>', 'what it is for', 'command line')
        .option('--expires <time>', 'ISO 8601 time after which it is rejected', parseTime)
        .option('--network <network...>', 'addresses and networks (CIDR) it may be used from', parseNetwork)
        .action(async (options: TokenOptions) => (await import('./token.js')).createToken(options)),
    )
    .addCommand(
      new Command('list')
        .description('list the tokens of an account')
        .addOption(accountOption())
        .action(async (options: AccountChoice) => (await import('./token.js')).listTokens(options)),
    )
    .addCommand(
      new Command('rotate')
        .description('give a token a new secret, which is printed once')
        .argument('<id>', 'id of the token, from `token list`', parseId)
        .addOption(accountOption())
        .option(
          '--overlap-hours <hours>',
          'hours for which the old secret stays valid, 0 to 168',
          parseOverlap,
          24,
        )
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

  new Command('audit')
    .description('show who changed what in an account, the latest changes first')
    .addOption(accountOption())
    .option('--limit <number>', 'changes to show, 1 to 100', parseLimit, 20)
    .action(async (options: AuditOptions) => (await import('./audit.js')).showAudit(options)),

  new Command('import')
    .description('turn every transcript and recording below a folder into an item')
    .argument(
      '<folder>',
      'README, LICENSE and hidden files are left out; symbolic links are skipped; the report names all of them',
    )
    .addOption(accountOption())
    .requiredOption('--collection <name>', 'collection to import into; created if it does not exist')
    .option('--publish', 'publish the items once they are searchable', false)
    .option('--speaker <name>', 'speaker of the files that name none; repeat it for several', parseNames, [])
    .option('--topic <name>', 'topic of the files that name none; repeat it for several', parseNames, [])
    .option('--series <title>', 'series of the files that name none', parseName)
    .option('--series-from-folders', 'a file that names no series is of that of its folder', false)
    .option('--date <date>', 'date of the files that have none', parseDate)
    .addOption(
      new Option('--date-from-file', 'a file that has no date is of the day on which it was last changed')
        .conflicts('date')
        .default(false),
    )
    .option('--dry-run', 'show what each file would become, and import nothing', false)
    .option('--overwrite', 'also overwrite what staff have changed since the last import', false)
    .option('--prune', 'unpublish items whose file is gone from the folder, after showing them', false)
    .option('--follow-links', 'follow symbolic links, also out of the folder', false)
    .addHelpText(
      'after',
      '\nTranscripts: .vtt .srt .sbv .ttml .dfxp .xml .ass .ssa .lrc .tsv .json3 .srv3 .srv1 .json .docx .md .markdown .txt\n' +
        'Audio and video: .mp3 .mpga .mp2 .m4a .mp4 .m4b .aac .ogg .oga .opus .weba .webm .wav .flac .aiff .aif .m4v .mov .qt .ogv .mpeg .mpg .m2ts .mkv .avi\n' +
        'A recording belongs to the transcript of the same name; alone it is an item to transcribe.\n\n' +
        'Safe to repeat and to interrupt: an item is identified by its collection, the folder and its path below it,\n' +
        'or by its content if the file was renamed. What staff have changed since stays as it is.\n' +
        'If a server is running, it does the indexing; otherwise this command does.\n' +
        'Exit code 3: done, but some files were skipped or failed (the report says why).',
    )
    .action(async (folder: string, options: ImportOptions) =>
      (await import('./import.js')).importItems(context, folder, options),
    ),

  new Command('samples').description('manage the sample content of quickstart').addCommand(
    addServerOptions(new Command('remove'))
      .description('remove the sample talks, and their visitors from the reports')
      .addHelpText(
        'after',
        '\nCalls a running server; the token needs the scope admin. Series, speakers, topics and collections that other items use stay.\n' +
          '`npm run quickstart -- --samples` adds the samples again.',
      )
      .action(async (options: ServerOptions) => (await import('./samples.js')).removeSamples(options)),
  ),

  new Command('reindex')
    .description('rebuild the search index from SQL beside the current one, then switch to it')
    .addHelpText(
      'after',
      '\nNeeded after changing EMBEDDING_MODEL or losing the index. Searches keep working meanwhile; safe to interrupt and repeat.',
    )
    .action(async () => (await import('./reindex.js')).reindex(context)),

  new Command('files').description('manage stored files: resources, media, artwork').addCommand(
    new Command('copy')
      .description('copy the files in DATA_DIR/blobs to the bucket named by S3_BUCKET')
      .addHelpText(
        'after',
        '\nFiles already in the bucket are skipped: safe to interrupt and repeat. The folder is kept; delete it when you no longer need it.',
      )
      .action(async () => (await import('./files.js')).copyFiles(context)),
  ),

  new Command('jobs')
    .description('look at the jobs of the queue, try dead ones again, and cancel them')
    .addCommand(
      new Command('list')
        .description('list jobs: dead ones first, then by the time when they are due')
        .option('--account <shortName>', 'only of this account')
        .addOption(new Option('--status <status>', 'only these').choices(['waiting', 'running', 'dead']))
        .option('--kind <kind>', 'only these, e.g. processItem')
        .option('--limit <number>', 'the most to list, 1 to 100', parseLimit, 50)
        .action(async (options: JobListOptions) => (await import('./jobs.js')).listJobs(options)),
    )
    .addCommand(
      new Command('retry')
        .description('make dead jobs due again')
        .argument('<id...>', 'ids of jobs', parseIds)
        .action(async (ids: number[]) => (await import('./jobs.js')).retryJobs(ids)),
    )
    .addCommand(
      new Command('cancel')
        .description('take jobs out of the queue; what they are about is told that they failed')
        .argument('<id...>', 'ids of jobs', parseIds)
        .action(async (ids: number[]) => (await import('./jobs.js')).cancelJobs(ids)),
    ),

  new Command('secret-key').description('manage the key that encrypts stored secrets').addCommand(
    new Command('reset')
      .description('accept the present SECRET_KEY or secret.key after the former one was lost')
      .addHelpText(
        'after',
        '\nStop the servers first. The secret of every webhook must be rotated afterwards.',
      )
      .action(async () => (await import('./secret-key.js')).resetKey()),
  ),

  new Command('doctor')
    .description('check the stores, the model, the jobs and the disk, and report problems')
    .option('--repair', 'reindex items that differ between the search index and SQL', false)
    .addHelpText('after', '\nExit code 1: problems were found.')
    .action(async (options: DoctorOptions) => (await import('./doctor.js')).doctor(context, options)),

  addServerOptions(new Command('stats'))
    .description('show plays, visitors, top items, trending topics and searches of a running server')
    .addOption(
      new Option(
        '--range <range>',
        "the last days, or the current unit to date, in the account's time zone (default: last7days)",
      ).choices(Object.keys(RANGE_TITLES)),
    )
    .option('--from <date>', 'first day, instead of --range', parseDate)
    .option('--to <date>', 'last day (default: today)', parseDate)
    .option('--limit <number>', 'rows per list, 1 to 100', parseLimit, 5)
    .option('--json', 'print the reports as JSON', false)
    .addHelpText('after', '\nThe token needs the scopes stats:read and content:read.')
    .action(async (options: StatsOptions) => (await import('./stats.js')).stats(options)),
];
