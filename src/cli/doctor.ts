/**
 * `lectern doctor`: checks the machine, the stores, the model, the jobs and the configuration, and prints what is
 * wrong and how to fix it, as text or as JSON.
 */
import type { App } from '../app.js';
import { sqliteFile } from '../platform/db/connect.js';
import { checkIntegrity } from '../platform/db/integrity.js';
import { migrationState } from '../platform/db/migrate.js';
import { storeStates, type StoreState } from '../platform/http/health.js';
import { messageOf } from '../platform/lib/errors.js';
import { withApp, type CommandContext } from './context.js';
import { checkBackups } from './doctor-backups.js';
import { checkFeeds } from './doctor-feeds.js';
import { checkKey, checkPermissions } from './doctor-files.js';
import { errorOnThrow, worst, type Finding } from './doctor-finding.js';
import { checkJobs, checkWebhooks } from './doctor-jobs.js';
import { checkAllocator, checkDisks, checkFfmpeg, checkVersions } from './doctor-machine.js';
import { checkClock, checkMail, checkProxies } from './doctor-network.js';
import { checkPeople } from './doctor-people.js';
import { checkConsistency, checkSearchMemory } from './doctor-search.js';
import { createRedact } from './doctor-secrets.js';
import { checkServer, checkSpool, readServer, type Server } from './doctor-server.js';
import { schemaProblem } from './library.js';
import { print } from './output.js';
import { printableJson } from './printable.js';

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
  yield await checkFeeds(app);
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
