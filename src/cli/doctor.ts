/**
 * `lectern doctor`: checks the machine, the stores, the model, the jobs and the configuration, and prints what is
 * wrong and how to fix it, as text or as JSON.
 */
import type { App } from '../app.js';
import { sqliteFile } from '../platform/db/connect.js';
import { checkIntegrity } from '../platform/db/integrity.js';
import { migrationState } from '../platform/db/migrate.js';
import { storeStates, type StoreState } from '../platform/http/server/health.js';
import { messageOf } from '../platform/lib/errors.js';
import { withApp, type CommandContext } from './context.js';
import { findFeedProblems } from './doctor-feeds.js';
import { errorOnThrow, worst, shortList, mebibytes, type Finding } from './doctor-finding.js';
import { checkAllocator, checkDisks, checkFfmpeg, checkVariables, checkVersions } from './doctor-machine.js';
import { checkClock, checkMail, checkProxies } from './doctor-network.js';
import { checkServer, checkSpool, readServer, indexMetrics, type Server } from './doctor-server.js';
import { schemaProblem } from './library.js';
import { print } from './output.js';
import { printableJson, printable } from './printable.js';
import { stat, lstat, readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import {
  backupAgeSecs,
  BACKUP_TOO_OLD_SECS,
  lastRun,
  verifications,
} from '../backup/runs/backup-run.repository.js';
import { keyFileOf } from '../platform/secrets/key-file.js';
import { isFirstKey } from '../platform/secrets/key-check.js';
import { allAccounts } from '../identity/accounts/account.repository.js';
import { countJobs, deadJobs } from '../platform/jobs/job.repository.js';
import { leaseHolder } from '../platform/jobs/lease.js';
import { INDEX_LEASE } from '../platform/jobs/worker.js';
import { failingWebhooks } from '../webhooks/delivery.repository.js';
import { memoryNeeded } from '../../indexer/index.js';
import type { Config } from '../config/config.js';
import { lacksSecondFactor } from '../platform/http/callers/sessions.js';

/** Longer than a server's timeout, because the model must be loaded first and the machine may be busy. */
const STORE_TIMEOUT_MS = 20_000;
/** Health checks that have a more detailed one of their own here. */
const CHECKED_FURTHER: ReadonlySet<string> = new Set(['backup', 'jobs', 'spool']);
const MARKS = { ok: '✓', warning: '!', error: '✗' };

export interface DoctorOptions {
  repair: boolean;
  json: boolean;
}

export const doctor = async (context: CommandContext, { repair, json }: DoctorOptions): Promise<void> => {
  const findings: Finding[] = [];
  const report = ({ name, status, message }: Finding): void => {
    findings.push({ name, status, message });
    if (!json) print(`${MARKS[status]} ${name}: ${message.replaceAll('\n', '\n    ')}`);
  };
  try {
    await withApp(async (app) => {
      const redact = createRedact(app.config);
      for await (const { name, status, message } of findingsOf(app, repair))
        report({ name, status, message: redact(message) });
    }, 'database');
  } catch (error) {
    // Without a library there is no text, but a reader of JSON expects a document.
    if (!json) throw error;
    report({ name: 'library', status: 'error', message: messageOf(error) });
  }
  print(json ? printableJson({ status: worst(findings), checks: findings }) : summaryOf(findings));
  if (worst(findings) === 'error') context.exitWith(1);
};

const summaryOf = (findings: readonly Finding[]): string => {
  const count = (status: Finding['status'], one: string): string[] => {
    const { length } = findings.filter((finding) => finding.status === status);
    return length === 0 ? [] : [`${length} ${length === 1 ? one : `${one}s`}`];
  };
  const problems = count('error', 'problem').map((text) => `${text} found.`);
  const warnings = count('warning', 'warning').map((text) => ` ${text}.`);
  return `${problems[0] ?? 'No problems found.'}${warnings.join('')}`;
};

/** Every check in turn. Those that need a store are left out while it is down. */
async function* findingsOf(app: App, repair: boolean): AsyncGenerator<Finding> {
  const server = await readServer(app);
  yield* checkVersions();
  yield checkVariables(app);
  yield await checkDisks(app);
  yield await errorOnThrow('permissions', checkPermissions(app));
  yield checkAllocator(app, server);
  yield await checkFfmpeg(app);
  yield checkProxies(app);
  const states = await storeStates(app.checks, STORE_TIMEOUT_MS);
  for (const [name, state] of Object.entries(states))
    if (!CHECKED_FURTHER.has(name)) yield* storeFindings(name, state);
  yield await checkMail(app);
  yield checkServer(app, server);
  yield await errorOnThrow('spool', checkSpool(app, server));
  const file = sqliteFile(app.config.databaseUrl);
  if (file !== null) yield await errorOnThrow('database pages', pages(file));
  if (states.database?.status !== 'up') return;
  const schema = await checkSchema(app);
  yield schema;
  yield await errorOnThrow('clock', checkClock(app));
  if (schema.status === 'ok') yield* libraryFindings(app, { server, states }, repair);
}

/** The checks that need the database with the current schema. */
async function* libraryFindings(
  app: App,
  { server, states: { jobs, index } }: { server: Server | undefined; states: Record<string, StoreState> },
  repair: boolean,
): AsyncGenerator<Finding> {
  yield await errorOnThrow('secret key', checkKey(app));
  yield await errorOnThrow('backups', checkBackups(app));
  yield await checkJobs(app, jobs);
  if (index?.status === 'up') {
    yield await errorOnThrow('search index', checkConsistency(app, repair));
    yield await errorOnThrow('search memory', checkSearchMemory(app, server));
  }
  yield await checkWebhooks(app);
  yield await errorOnThrow('people', checkPeople(app));
  yield await findFeedProblems(app);
}

const storeFindings = (name: string, { status, message, warnings = [] }: StoreState): Finding[] => [
  {
    name,
    status: status === 'up' ? 'ok' : 'error',
    message: message ?? (status === 'up' ? 'up' : 'does not respond'),
  },
  ...warnings.map((warning): Finding => ({ name, status: 'warning', message: warning })),
];

const pages = async (file: string): Promise<Finding> => {
  await checkIntegrity(file);
  return { name: 'database pages', status: 'ok', message: 'intact' };
};

const checkSchema = async ({ db, config }: App): Promise<Finding> => {
  const name = 'schema';
  const state = await migrationState(db);
  const problem = schemaProblem(state, config);
  if (problem === null)
    return { name, status: 'ok', message: `${state.executed.length} migrations, none pending` };
  const pending = state.pending.length > 0 ? ` (pending: ${state.pending.join(', ')})` : '';
  return { name, status: 'error', message: problem + pending };
};

const HOUR_SECS = 3_600;
/** Age from which a backup made by hand or by another program is too old. These may make one per week. */
const LONG_AGO_SECS = 8 * 24 * HOUR_SECS;

/** An installation without `BACKUP_TO` may be backed up by other means. */
export const checkBackups = async ({ db, clock, config, backupsAt }: App): Promise<Finding> => {
  const name = 'backups';
  const { to, schedule } = config.backup;
  const age = await backupAgeSecs(db, clock);
  if (to === null && age === null)
    return { name, status: 'ok', message: 'not set up: set BACKUP_TO, or make them with other programs' };
  const backups = to === null ? null : backupsAt(to);
  const listed = (await backups?.list().finally(() => backups.close())) ?? [];
  const error = (message: string): Finding => ({ name, status: 'error', message });
  const warning = (message: string): Finding => ({ name, status: 'warning', message });

  const checked = await verifications(db);
  const damaged = listed.flatMap((backup) => {
    const problem = checked.get(backup.name)?.error;
    return problem ? [`\n${backup.name}: ${printable(problem)}`] : [];
  });
  if (damaged.length > 0)
    return error(
      `the last verification of these failed: verify them again, or run lectern backup --full${damaged.join('')}`,
    );
  const failed = await lastRun(db);
  const reason = failed?.state === 'failed' ? `. The last run failed: ${printable(failed.error ?? '')}` : '';
  if (age === null) return warning(`none was made yet: run lectern backup${reason}`);
  const text = `the last is ${Math.round(age / HOUR_SECS)} hours old`;
  if (schedule !== null && age > BACKUP_TOO_OLD_SECS)
    return error(`${text}, with a schedule for every day${reason}`);
  if (age > LONG_AGO_SECS || reason !== '') return warning(text + reason);
  if (to !== null && (await isOnSameDisk(to, config.dataDir)))
    return warning(`${text}, but ${to} is on the disk of ${config.dataDir}: use another one`);
  return { name, status: 'ok', message: text };
};

const isOnSameDisk = async (to: string, dataDir: string): Promise<boolean> => {
  if (!isAbsolute(to)) return false;
  const [one, other] = await Promise.all([to, dataDir].map((folder) => stat(folder).catch(() => null)));
  return one?.dev !== undefined && one.dev === other?.dev;
};

const OTHERS = 0o077;
/** A folder that everyone may write to, such as /tmp, is shared. */
const STICKY = 0o1000;
const SHOWN = 5;
const MAX_ENTRIES = 1_000;

/** A command that ran as another user, such as root, leaves files that the server cannot write. */
const checkPermissions = async ({ config: { dataDir } }: App): Promise<Finding> => {
  const name = 'permissions';
  if (process.platform === 'win32') return { name, status: 'ok', message: 'not checked on Windows' };
  const folder = await lstat(dataDir);
  const entries = (await readdir(dataDir)).slice(0, MAX_ENTRIES);
  const foreign: string[] = [];
  for (const entry of entries) {
    const info = await lstat(join(dataDir, entry)).catch(() => null);
    if (info && info.uid !== folder.uid) foreign.push(entry);
  }
  if (foreign.length > 0)
    return {
      name,
      status: 'warning',
      message: `files in ${dataDir} belong to another user than the folder: ${shortList(foreign, SHOWN)}. Run chown -R ${folder.uid}:${folder.gid} ${dataDir}, and commands as that user`,
    };
  if (folder.mode & OTHERS && !(folder.mode & STICKY))
    return {
      name,
      status: 'warning',
      message: `other users can open ${dataDir}: run chmod go-rwx ${dataDir}`,
    };
  return { name, status: 'ok', message: `only user ${folder.uid} can open ${dataDir}` };
};

/** Whether the key is the one of the database, and nobody else can read its file. */
const checkKey = async ({ db, secretKey, config }: App): Promise<Finding> => {
  const name = 'secret key';
  const isUsed = await isFirstKey(db, secretKey);
  if (config.secretKey) return { name, status: 'ok', message: 'in SECRET_KEY' };
  const file = keyFileOf(config.dataDir);
  const info = await lstat(file).catch(() => null);
  if (info && info.mode & OTHERS && process.platform !== 'win32')
    return { name, status: 'warning', message: `other users can read ${file}: run chmod go-rwx ${file}` };
  return { name, status: 'ok', message: isUsed ? `in ${file}` : 'the first start creates it' };
};

const DEAD_SHOWN = 10;
const WEBHOOKS_SHOWN = 10;

/** @param state of the queue, which is down while due jobs wait for too long */
const checkJobs = async ({ db, clock }: App, state: StoreState | undefined): Promise<Finding> => {
  const name = 'jobs';
  const counts = await countJobs(db);
  const total = (status: string): number =>
    counts.filter((row) => row.status === status).reduce((sum, { count }) => sum + count, 0);
  const worker = await leaseHolder(db, clock, INDEX_LEASE);
  const dead = await deadJobs(db, DEAD_SHOWN);
  const detail = `${total('waiting')} waiting, ${total('running')} running, worker ${worker ?? 'not running'}`;
  const late = state?.status === 'down' ? [state.message ?? 'Jobs have been waiting for too long'] : [];
  const lines = dead.map(
    ({ id, kind, subject, attempts, lastError }) =>
      `\njob ${id} ${kind} ${subject} after ${attempts} attempts: ${printable(lastError ?? 'no message')}`,
  );
  const failed =
    dead.length > 0
      ? [
          `${total('dead')} have failed (${detail}): fix the cause, then process the items again${lines.join('')}`,
        ]
      : [];
  const problems = [...late, ...failed];
  return problems.length > 0
    ? { name, status: 'error', message: problems.join('\n') }
    : { name, status: 'ok', message: detail };
};

/** Names the host only, because the path of a webhook may contain a secret. */
const checkWebhooks = async ({ db }: App): Promise<Finding> => {
  const name = 'webhooks';
  const lines: string[] = [];
  for (const { id: accountId, shortName } of await allAccounts(db))
    for (const { id, url, attempts, lastError } of await failingWebhooks(db, accountId))
      lines.push(
        `\nwebhook ${id} of ${shortName} (${new URL(url).host}) after ${attempts} attempts: ${printable(lastError ?? 'no message')}`,
      );
  if (lines.length === 0) return { name, status: 'ok', message: 'the last delivery of each was accepted' };
  const more = lines.length > WEBHOOKS_SHOWN ? [`\nand ${lines.length - WEBHOOKS_SHOWN} more`] : [];
  return {
    name,
    status: 'warning',
    message: `${lines.length} did not accept their last delivery${[...lines.slice(0, WEBHOOKS_SHOWN), ...more].join('')}`,
  };
};

const checkConsistency = async (app: App, repair: boolean): Promise<Finding> => {
  const name = 'search index';
  const { checked, differing } = await app.reconcile({ repair });
  if (differing === 0) return { name, status: 'ok', message: `${checked} items agree` };
  const differ = `${differing} of ${checked} items`;
  return repair
    ? { name, status: 'ok', message: `${differ} differed and were queued for reindexing` }
    : {
        name,
        status: 'error',
        message: `${differ} differ: to reindex them, run \`lectern doctor --repair\``,
      };
};

/** The memory a server needs once every account has been searched, and how much the server on this machine uses. */
const checkSearchMemory = async (
  { db, index, config }: App,
  server: Server | undefined,
): Promise<Finding> => {
  const { version, index: serving, thread } = await index.current();
  const { chunks } = await serving.counts();
  const name = 'search memory';
  if (!thread) return { name, status: 'ok', message: `${chunks} passages, searched by Qdrant` };
  const limit = config.searchMemoryBytes;
  let bytes = 0;
  const beyond: number[] = [];
  for (const { id } of await db.selectFrom('account').select('id').orderBy('id').execute()) {
    const needed = memoryNeeded(await serving.counts(id), version.dimensions);
    if (needed > limit) beyond.push(id);
    else bytes += needed;
  }
  const full = bytes > limit ? ', which keeps the accounts searched last' : '';
  const detail = `${chunks} passages need about ${mebibytes(bytes)}, SEARCH_MEMORY_BYTES allows ${mebibytes(limit)}${full}`;
  if (beyond.length === 0)
    return { name, status: 'ok', message: `${detail}${servedMemory(config.privatePort, server)}` };
  return {
    name,
    status: 'error',
    message: `accounts that do not fit into SEARCH_MEMORY_BYTES and are searched by keywords only: ${beyond.join(', ')}. Raise it, or set QDRANT_URL (${detail})`,
  };
};

/** The search memory of the server on the private port; empty without one. */
const servedMemory = (port: number, server: Server | undefined): string => {
  const metrics = indexMetrics(server);
  if (!metrics) return '';
  const { accounts, accountsBeyondMemory, passages, bytes, limitBytes, residentBytes } = metrics;
  return (
    `\nthe server on port ${port}: passages in memory: ${passages}, accounts: ${accounts}, too large: ` +
    `${accountsBeyondMemory}; ${mebibytes(bytes)} of ${mebibytes(limitBytes)} used; whole process: ${mebibytes(residentBytes)}`
  );
};

/** A shorter secret would hide parts of ordinary words. */
const MIN_LENGTH = 4;

/** @returns a function that replaces every secret of the configuration in a text */
const createRedact = (config: Config): ((text: string) => string) => {
  const secrets = secretsOf(config).filter((secret) => secret.length >= MIN_LENGTH);
  // The longest first, because one may contain another.
  const ordered = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), text);
};

const secretsOf = (config: Config): string[] => {
  const { transcription } = config;
  const values = [
    config.secretKey?.toString('base64'),
    config.secretKey?.toString('hex'),
    config.token,
    config.qdrant?.apiKey,
    config.s3?.credentials?.secretAccessKey,
    config.mail?.auth?.pass,
    config.openId?.clientSecret,
    config.writing?.apiKey,
    transcription && 'apiKey' in transcription ? transcription.apiKey : null,
  ];
  const urls = [config.databaseUrl, config.analytics.clickHouseUrl, config.s3?.endpoint];
  return [
    ...values.flatMap((value) => value ?? []),
    ...[...urls, ...(config.qdrant?.urls ?? [])].flatMap(passwordsIn),
  ];
};

/** The password of a URL, as it is written there and as it is sent. */
const passwordsIn = (url: string | null | undefined): string[] => {
  if (!url || !URL.canParse(url)) return [];
  const { password } = new URL(url);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
};

const SHOWN_PEOPLE = 20;

/** An account that only tokens use needs no owner. */
const checkPeople = async ({ db, peopleAdmin }: App): Promise<Finding> => {
  const people = (await peopleAdmin.list()).filter(({ status }) => status === 'active');
  const accounts = await allAccounts(db);
  const lacking: string[] = [];
  const ownerless: string[] = [];
  const unused: string[] = [];
  for (const account of accounts) {
    const members = people.flatMap(({ accounts: own, ...person }) =>
      own.flatMap(({ shortName, role }) => (shortName === account.shortName ? [{ ...person, role }] : [])),
    );
    if (members.length === 0) unused.push(account.shortName);
    else if (!members.some(({ role }) => role === 'owner')) ownerless.push(account.shortName);
    for (const { email, role, hasSecondFactor, hasOpenId } of members)
      if (lacksSecondFactor({ secondFactor: hasSecondFactor || hasOpenId }, account, role))
        lacking.push(`${printable(email)} (${account.shortName})`);
  }
  const without = people.filter(({ hasSecondFactor, hasOpenId }) => !hasSecondFactor && !hasOpenId);
  const lines = [
    ...(without.length > 0
      ? [`without a second factor: ${shown(without.map(({ email }) => printable(email)))}`]
      : []),
    ...(lacking.length > 0 ? [`accounts that require one are closed to: ${shown(lacking)}`] : []),
    ...(unused.length > 0 ? [`accounts without people: ${shown(unused)}`] : []),
  ].map((line) => `\n${line}`);
  const detail = `${people.length} can sign in${lines.join('')}`;
  const name = 'people';
  if (ownerless.length === 0) return { name, status: 'ok', message: detail };
  return {
    name,
    status: 'error',
    message: `accounts without an owner: ${shown(ownerless)}. Invite one with \`lectern person invite --account … --role owner --email …\` (${detail})`,
  };
};

const shown = (names: readonly string[]): string => shortList(names, SHOWN_PEOPLE);
