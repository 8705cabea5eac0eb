/**
 * `lectern restore`: fills new stores beside the present ones, puts them in their place, and removes the former ones once
 * the restored library answers. Nothing is touched before the whole backup has been checked.
 */
import { stagedStore, type StagedStore } from '../../analytics/index.js';
import type { App } from '../app.js';
import { NotEmptyError } from '../backup/format/encryption.js';
import { openBackup, type OpenBackup } from '../backup/format/backup-reader.js';
import { FILES } from '../backup/format/backup-writer.js';
import { loadFiles } from '../backup/contents/files.js';
import { findBackup } from '../backup/contents/place-at.js';
import { readJournal, removeJournal, writeJournal, type Journal } from '../backup/restore/journal.js';
import { secretKeyOf } from '../backup/restore/secret-key-of.js';
import { replaceKeyCheck } from '../platform/secrets/key-check.js';
import { createSecretKey, type SecretKey } from '../platform/secrets/secret-key.js';
import { reencryptSecrets } from './reencrypt-secrets.js';
import { presentAccounts, stageRows } from '../backup/restore/stage-rows.js';
import { stagedDatabase, type StagedDatabase } from '../backup/restore/staged-database.js';
import { assertNotNewer } from '../backup/restore/rehearse.js';
import { restoreIndex } from '../backup/contents/vectors.js';
import { loadConfig, type Config } from '../config/config.js';
import { clickHouseAddress } from '../engagement/clickhouse-address.js';
import { systemClock } from '../platform/lib/clock.js';
import { messageOf, sentence } from '../platform/lib/errors.js';
import { storeStates } from '../platform/http/server/health.js';
import { usingApp, type CommandContext } from './context.js';
import { lockLibrary } from './library.js';
import { note, print, progress } from './output.js';
import { countEvents, stageEvents, restoredParts, type RestoredParts } from './restore-parts.js';

export interface RestoreOptions {
  account?: string;
  replace: boolean;
}

/** The stores that are exchanged. Files are added to those that are there, and the index is a new version. */
interface Stores {
  config: Config;
  database: StagedDatabase;
  /** Null if analytics is disabled. */
  events: StagedStore | null;
}

/** Stores without which the library does not answer. */
const NEEDED = new Set(['database', 'blobs', 'index', 'embedder']);
const CHECK_MS = 30_000;

export const restore = async (
  { signal }: CommandContext,
  which: string,
  options: RestoreOptions,
): Promise<void> => {
  const config = loadConfig();
  const { place, name } = await findBackup(which, config.backup);
  const bar = progress('Checking files');
  const backup = await openBackup(place, name, config.backup.key, { signal, onProgress: bar.update });
  bar.stop();
  assertNotNewer(backup.manifest);
  const { former, store: storeKey } = await secretKeyOf(backup, config);
  const unlock = lockLibrary(config);
  const stores = storesOf(config);
  try {
    const began = readJournal(config.dataDir);
    if (began?.stage === 'switching') {
      note(`Finishing the restore of ${began.path}, which was interrupted.`);
      await finish(stores, began);
      return;
    }
    if (!options.replace) await assertEmpty(stores, began?.sha256 === backup.sha256);
    storeKey();
    const path = `${place.address}/backups/${name}`;
    const journal: Journal = { stage: 'staging', sha256: backup.sha256, path, expected: null };
    writeJournal(config.dataDir, journal);
    const expected = await stage(stores, backup, { ...options, former }, signal);
    const switching: Journal = { ...journal, stage: 'switching', expected };
    writeJournal(config.dataDir, switching);
    await finish(stores, switching);
  } finally {
    place.close();
    unlock();
  }
};

const storesOf = (config: Config): Stores => {
  return {
    config,
    database: stagedDatabase(config.databaseUrl),
    events: config.analytics.enabled ? stagedStore(clickHouseAddress(config)) : null,
  };
};

/** @throws {NotEmptyError} */
const assertEmpty = async ({ config, database, events }: Stores, isRepeated: boolean): Promise<void> => {
  const refuse = (what: string): never => {
    throw new NotEmptyError(`${what}: restore into an empty installation, or use --replace`);
  };
  if ((await presentAccounts(database)) > 0) refuse('There are accounts in the database');
  if (events && (await countEvents(events, config)) > 0) refuse('There are events in ClickHouse');
  if (isRepeated) return;
  await usingApp(withoutEvents(config), async ({ blobs }) => {
    for await (const key of blobs.keys()) refuse(`There are files in the file storage (${key})`);
  });
};

const withoutEvents = (config: Config): Config => ({
  ...config,
  analytics: { ...config.analytics, enabled: false },
  logLevel: 'error',
});

const stage = async (
  { config, database, events }: Stores,
  backup: OpenBackup,
  { account, former }: RestoreOptions & { former: SecretKey | null },
  signal: AbortSignal,
): Promise<NonNullable<Journal['expected']>> => {
  const parts = await restoredParts(config, backup, account, signal);
  try {
    note('Restoring rows');
    const { accounts, rows, report } = await stageRows(database, parts.manifest, parts.rows, {
      clock: systemClock,
      signal,
    });
    note(`Restored ${rows} rows`);
    for (const line of report) note(line);
    if (!events && backup.names('events/').length > 0)
      note('The events of the backup are left out, as ANALYTICS is false here.');
    if (events) note('Restoring events');
    const stored = events ? await stageEvents(events, config, parts.events, signal) : null;
    const staged = { ...config, databaseUrl: database.url };
    if (former) await usePresentKey(staged, former);
    await stageContent(staged, backup, parts, signal);
    return { accounts, events: stored };
  } finally {
    await parts.close();
  }
};

/** The backup was made before the key was rotated. */
const usePresentKey = (config: Config, former: SecretKey): Promise<void> =>
  usingApp(withoutEvents(config), ({ db, clock }) =>
    db.transaction().execute(async (trx) => {
      const present = createSecretKey(config);
      await reencryptSecrets(trx, former, present);
      await replaceKeyCheck(trx, clock, present);
    }),
  );

/** Files and the index, which the new database refers to. */
const stageContent = (
  config: Config,
  backup: OpenBackup,
  { accountId, vectors }: RestoredParts,
  signal: AbortSignal,
): Promise<void> =>
  usingApp(withoutEvents(config), async (app) => {
    const bar = progress('Restoring files');
    const total = backup.names(FILES).length;
    await loadFiles(backup, app.blobs, { accountId, signal, onProgress: (done) => bar.update(done, total) });
    bar.stop();
    const { recorded, items } = await restoreIndex(app, vectors, { signal });
    note(`Restored the index: ${items} items, ${recorded} of them with recorded vectors`);
  });

/** Puts the new stores in their place. If the library then does not answer, the former ones come back. */
const finish = async ({ config, database, events }: Stores, { path, expected }: Journal): Promise<void> => {
  await database.switchIn();
  await events?.switchIn();
  try {
    await assertAnswers(config, events, expected);
  } catch (error) {
    await database.switchBack();
    await events?.switchBack();
    removeJournal(config.dataDir);
    throw new Error(
      `The restored library does not answer, and the former one is back: ${sentence(messageOf(error))}`,
      { cause: error },
    );
  }
  await database.dropFormer();
  await events?.dropFormer();
  removeJournal(config.dataDir);
  print(`restored  ${path}`);
};

const assertAnswers = async (
  config: Config,
  events: StagedStore | null,
  expected: Journal['expected'],
): Promise<void> => {
  await usingApp({ ...config, logLevel: 'error' }, async (app) => {
    await app.prepare();
    const checks = Object.entries(app.checks).filter(([name]) => NEEDED.has(name));
    for (const [name, state] of Object.entries(await storeStates(Object.fromEntries(checks), CHECK_MS)))
      if (state.status === 'down') throw new Error(`${name}: ${state.message ?? 'down'}`);
    const accounts = await app.db.selectFrom('account').select('id').execute();
    if (expected && accounts.length !== expected.accounts)
      throw new Error(`it has ${accounts.length} accounts, not ${expected.accounts}`);
    await assertIndexed(app);
  });
  if (!events || !expected?.events) return;
  const stored = await countEvents(events, config);
  // Old events may have expired since they were stored.
  if (stored === 0 && expected.events > 0)
    throw new Error(`its ${expected.events} rows of events are missing`);
};

/** The index has the passages of the database. */
const assertIndexed = async ({ db, index }: App): Promise<void> => {
  const { chunks } = await (await index.current()).index.counts();
  const { count } = await db
    .selectFrom('chunk')
    .innerJoin('item', 'item.id', 'chunk.itemId')
    .where('item.deletedDate', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (chunks < count) throw new Error(`the search index has ${chunks} of ${count} passages`);
};
