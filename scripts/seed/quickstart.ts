/**
 * `npm run quickstart` after installing and compiling: migrates, creates an account, imports sample talks, and
 * starts the server.
 */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Account } from '../../src/identity/accounts/account.record.js';
import {
  createLecternClient,
  createSearchClient,
  unwrap,
  type LecternClient,
  type SearchClient,
} from '../../client/index.js';
import { note, print, progress } from '../../src/cli/output.js';
import { lockLibrary, requireEvents, requireLibrary } from '../../src/cli/library.js';
import { aborted, tuneGarbageCollection } from '../../src/cli/serve.js';
import { quickstartTokenFile } from '../../src/cli/server-client.js';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { withConsolePort } from '../../src/config/console-port.js';
import { serveChurchSite, type ChurchSite } from '../church-site/serve-church-site.js';
import { fetchThrough } from '../demo-traffic/fetch-through.js';
import { DEMO_SEED, sendDemoTraffic } from '../demo-traffic/send-traffic.js';
import { migrate, migrationState } from '../../src/platform/db/migrate.js';
import { startServer, type Running } from '../../src/server.js';
import { messageOf } from '../../src/platform/lib/errors.js';
import { readCatalog, type Catalog } from './catalog.js';
import { addRecordings } from './recordings.js';
import { seed } from './seed.js';
import { sha256 } from '../../src/platform/lib/ids.js';

const ROOT = resolve(import.meta.dirname, '../../..');
/** The maximum number of sites per account. */
const MAX_SITES = 20;
const ACCOUNT = { shortName: 'demo', name: 'Demo' };
/** With talks in four languages. */
const MUNDO = { shortName: 'mundo', name: 'Mundo' };
const MUNDO_QUESTION = 'Wie gehe ich mit meiner Angst um?';

/** Owner of the demo account, who can change this address and name. */
const OWNER = { email: 'owner@example.org', name: 'Owner', role: 'owner' as const };
const OWNER_LINK = { ttlMs: 60 * 60_000, loopbackOnly: true, isMailed: false };

/** `--check` runs one search and exits; `--samples` adds the sample talks again after they were removed. */
const OPTIONS = ['--check', '--samples'];

/**
 * @param args of `OPTIONS`
 * @returns the exit code
 */
export const quickstart = async (args: string[], signal: AbortSignal): Promise<number> => {
  const unknown = args.filter((arg) => !OPTIONS.includes(arg));
  if (unknown.length > 0) {
    note(`quickstart: unknown option ${unknown.join(' ')}; the options are ${OPTIONS.join(' and ')}`);
    return 2;
  }
  process.umask(0o077);
  // Quickstart prints its own progress, so the log shows only problems unless LOG_LEVEL is set.
  const config = await withConsolePort(loadConfig(undefined, 'warn'));
  let unlock: (() => void) | undefined;
  let app: App | undefined;
  try {
    await requireLibrary(config, 'anything');
    await requireEvents(config);
    unlock = lockLibrary(config);
    app = createApp(config);
    return await run(app, args, signal);
  } catch (error) {
    note(`✗ ${messageOf(error)}`);
    return 1;
  } finally {
    await app?.close();
    unlock?.();
  }
};

const run = async (app: App, args: readonly string[], signal: AbortSignal): Promise<number> => {
  const check = args.includes('--check');
  const before = await migrationState(app.db);
  const ran = await migrate(app.db);
  const upgraded = ran.length > 0 && before.executed.length > 0;
  note(
    upgraded
      ? `• Upgraded the database: ${ran.join(', ')}`
      : ran.length > 0
        ? '• Created the database schema'
        : '• The database is up to date',
  );
  const account = (await app.accounts.byShortName(ACCOUNT.shortName)) ?? (await app.accounts.create(ACCOUNT));
  await app.accounts.makeDefault(account);
  const running = await startServer(app, { role: 'all' });
  tuneGarbageCollection();
  try {
    const catalog = await readCatalog(ROOT);
    const secret = await ownToken(app, account);
    const { privateUrl } = running;
    const hostUrl = accountUrl(app, account, running);
    const publicUrl = app.config.defaultAccount ? hostUrl : running.publicUrl;
    const api = createLecternClient({ baseUrl: privateUrl, token: secret });
    const hasSamples = await addSamples({ app, account, catalog, api, running, hostUrl, signal }, args);
    const mundo = await addMundo(app, args, signal);
    const church = hasSamples ? await openChurchSite(app, account, api, publicUrl) : undefined;
    try {
      const [question] = catalog.questions;
      const q = hasSamples ? question?.q : undefined;
      note('');
      note(`Search page: ${new URL(publicUrl).origin}/`);
      if (church) note(`Demo site:   ${church.url}/ (a site with the search in it, by two lines of HTML)`);
      if (mundo)
        note(
          `Languages:   ${new URL(accountUrl(app, mundo, running)).origin}/ (talks in German, Spanish, French, Portuguese; try “${MUNDO_QUESTION}”)`,
        );
      note(`API docs:    ${privateUrl}/docs and ${publicUrl}/docs`);
      note(`Try:         curl -G ${publicUrl}/search --data-urlencode 'q=${q ?? 'your question'}'`);
      note('Reports:     npx lectern stats');
      if (hasSamples)
        note('Clean up:    npx lectern samples remove (removes the sample talks and their visitors)');
      note(`Public host: ${hostUrl} (every account has its own)`);
      if (!check) note('Press Ctrl-C to stop. To start the server again, run `npx lectern serve`.');
      note('');
      if (running.consoleUrl) print(`console  ${await consoleUrlOf(app, account)}`);
      print(`private  ${privateUrl}\npublic   ${publicUrl}\ntoken    ${secret}`);
      if (check)
        return hasSamples ? await searchOnce(app, account, siteClient(running, publicUrl), catalog) : 0;
      await aborted(signal);
      return 0;
    } finally {
      await church?.close();
    }
  } finally {
    await running.stop();
  }
};

/**
 * URL of the account's own public host on this server, even if the server's default host belongs to another
 * account.
 */
const accountUrl = ({ config }: App, { shortName }: Account, { publicUrl }: Running): string => {
  const url = new URL(publicUrl);
  url.hostname = `${shortName}.${config.searchDomain}`;
  return url.href;
};

/** Where the first owner chooses a password; once the account has an owner, where they sign in. */
const consoleUrlOf = async ({ config, people, peopleAdmin }: App, account: Account): Promise<string> => {
  const hasOwner = (await peopleAdmin.list()).some(
    ({ status, accounts }) =>
      status === 'active' &&
      accounts.some(({ shortName, role }) => shortName === account.shortName && role === 'owner'),
  );
  if (hasOwner) return `${config.consoleBaseUrl}/sign-in`;
  const { url } = await people.invite({ accountId: account.id }, OWNER, OWNER_LINK);
  return url ?? `${config.consoleBaseUrl}/sign-in`;
};

/** Connects to this server even if the account's host name does not resolve. */
const siteClient = ({ publicUrl }: Running, baseUrl: string): SearchClient =>
  createSearchClient({ baseUrl, fetch: fetchThrough(new URL(publicUrl).hostname) });

interface Filling {
  app: App;
  account: Account;
  catalog: Catalog;
  api: LecternClient;
  running: Running;
  hostUrl: string;
  signal: AbortSignal;
}

/** Whether the samples were added or removed; null if they are to be added. */
const stateOfSamples = ({ samples }: App, { id }: Account, args: readonly string[]) =>
  args.includes('--samples') ? null : samples.stateOf(id);

/**
 * Adds the sample talks with recordings and visitors. Does so once, because people edit and remove them;
 * `--samples` adds them again.
 * @returns whether the samples are there
 */
const addSamples = async (filling: Filling, args: readonly string[]): Promise<boolean> => {
  const { app, account, catalog, api, signal } = filling;
  const state = await stateOfSamples(app, account, args);
  if (state === 'removed') {
    note('• The sample talks were removed; to add them again, run `npm run quickstart -- --samples`');
    return false;
  }
  if (state === 'added') {
    note('• The sample talks already exist');
    return true;
  }
  const created = await fill(app, account, catalog, signal);
  const recordings = await addRecordings(api, catalog, ROOT, signal);
  if (recordings > 0) note(`• ${recordings} of them have recordings`);
  if (created > 0) await visit(filling);
  if (!signal.aborted) await app.samples.setAdded(account.id);
  return true;
};

/**
 * Adds the account with talks in four languages, once.
 * @returns the account; null if its talks were removed
 */
const addMundo = async (app: App, args: readonly string[], signal: AbortSignal): Promise<Account | null> => {
  const account = (await app.accounts.byShortName(MUNDO.shortName)) ?? (await app.accounts.create(MUNDO));
  const state = await stateOfSamples(app, account, args);
  if (state !== null) return state === 'added' ? account : null;
  await fill(app, account, await readCatalog(ROOT, 'mundo/catalog.json'), signal);
  if (!signal.aborted) await app.samples.setAdded(account.id);
  return account;
};

const fill = async (app: App, account: Account, catalog: Catalog, signal: AbortSignal): Promise<number> => {
  const bar = progress(`• Indexing the sample talks of ${account.name}`);
  const created = await seed(app, account, catalog, { root: ROOT, signal, onProgress: bar.update });
  bar.stop();
  note(created > 0 ? `• ${created} sample talks are searchable` : '• The sample talks already exist');
  return created;
};

/** Opens a demo site on another origin and registers it in the account's `publicSites`. */
const openChurchSite = async (
  app: App,
  account: Account,
  api: LecternClient,
  publicUrl: string,
): Promise<ChurchSite> => {
  const { origin, port } = new URL(publicUrl);
  const church = await serveChurchSite(origin, Number(port) + 1);
  const { settings } = (await unwrap(api.GET('/account'))).account;
  const publicSites = [...new Set([...settings.publicSites, church.url])].slice(-MAX_SITES);
  await app.samples.mark(account.id, 'site', [church.url]);
  await unwrap(api.PATCH('/account', { body: { settings: { publicSites } } }));
  return church;
};

/** Called only when talks were added, so that a library in use gets no demo statistics. */
const visit = async ({ app, account, catalog, api, running, hostUrl }: Filling): Promise<void> => {
  try {
    const { events, searches } = await sendDemoTraffic({
      api,
      site: siteClient(running, hostUrl),
      publicUrl: hostUrl,
      seed: DEMO_SEED,
      days: 7,
      questions: catalog.questions.map(({ q }) => q),
      itemIds: new Set(await app.samples.itemsOf(account.id)),
      onVisit: (type, ids) => app.samples.mark(account.id, type, ids),
    });
    note(`• Sent a week of demo visitors: ${events} events, ${searches} searches`);
  } catch (error) {
    note(`• Could not send demo visitors: ${messageOf(error)}`);
  }
};

/** Quickstart's token, stored beside the data so that later runs reuse it. */
const ownToken = async (app: App, account: Account): Promise<string> => {
  const file = quickstartTokenFile(app.config.dataDir);
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (stored && (await app.tokens.ownerOf(sha256(stored)))?.account.id === account.id) return stored;
  const { secret } = await app.tokens.create(account.id, {
    name: 'quickstart',
    scopes: ['admin'],
    expiresAt: null,
  });
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return secret;
};

/**
 * Searches for the catalogue's first question over HTTP.
 * @returns 0 if the expected talk comes first
 */
const searchOnce = async (
  app: App,
  account: Account,
  site: SearchClient,
  { questions }: Catalog,
): Promise<number> => {
  const [question] = questions;
  if (!question) return 1;
  const { results, searchId } = await unwrap(site.GET('/search', { params: { query: { q: question.q } } }));
  await app.samples.mark(account.id, 'search', [searchId]);
  const found = results[0]?.item.title;
  const expected = found === question.item;
  note(
    expected
      ? `✓ “${question.q}” finds “${found}”`
      : `✗ “${question.q}” finds ${found ?? 'nothing'} instead of “${question.item}”`,
  );
  return expected ? 0 : 1;
};
