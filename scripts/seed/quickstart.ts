/** The quickstart after installing and building: migrate, make the account, seed and index the sample content, serve. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Account } from '../../src/identity/accounts/account.record.js';
import { createApi, quickstartTokenFile } from '../../src/cli/api-client.js';
import { progress, note } from '../../src/cli/output.js';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { sendDemoTraffic } from '../demo-traffic/send-traffic.js';
import { migrate } from '../../src/platform/db/migrate.js';
import { startServer, type Running } from '../../src/server.js';
import { messageOf } from '../../src/platform/lib/errors.js';
import { readCatalog, type Catalog } from './catalog.js';
import { seed } from './seed.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const ACCOUNT = { shortName: 'demo', name: 'Demo' };

/** @param args `--check`: one search, then stop. @returns the exit code */
export const quickstart = async (args: string[], signal: AbortSignal): Promise<number> => {
  const check = args.includes('--check');
  const unknown = args.filter((arg) => arg !== '--check');
  if (unknown.length > 0) {
    note(`quickstart: unknown option ${unknown.join(' ')}; it takes --check`);
    return 2;
  }
  const app = createApp({ ...loadConfig(), logLevel: 'warn' });
  try {
    return await run(app, check, signal);
  } catch (error) {
    note(`✗ ${messageOf(error)}`);
    return 1;
  } finally {
    await app.close();
  }
};

const run = async (app: App, check: boolean, signal: AbortSignal): Promise<number> => {
  const ran = await migrate(app.db);
  note(ran.length > 0 ? '• The database is set up' : '• The database is up to date');
  const account = (await app.accounts.byShortName(ACCOUNT.shortName)) ?? (await app.accounts.create(ACCOUNT));
  const running = await startServer(app, { role: 'all' });
  try {
    const catalog = await readCatalog(ROOT);
    const created = await fill(app, account, catalog, signal);
    const secret = await ownToken(app, account);
    const { privateUrl, publicUrl } = running;
    if (!privateUrl || !publicUrl) throw new Error('the hosts are not served');
    if (created > 0) await visit(app, running, secret, catalog);
    const [question] = catalog.questions;
    note('');
    note(`Reference:  ${privateUrl}/docs and ${publicUrl}/docs`);
    note(`Try:        curl -G ${publicUrl}/search --data-urlencode 'q=${question?.q ?? 'grace'}'`);
    note('Metrics:    npx lectern stats');
    if (!check) note('Ctrl-C stops it; `npx lectern serve` starts it again.');
    note('');
    process.stdout.write(`private  ${privateUrl}\npublic   ${publicUrl}\ntoken    ${secret}\n`);
    if (check) return await searchOnce(publicUrl, catalog);
    await new Promise<void>((stopped) => {
      if (signal.aborted) stopped();
      signal.addEventListener('abort', () => stopped(), { once: true });
    });
    return 0;
  } finally {
    await running.stop();
  }
};

const fill = async (app: App, account: Account, catalog: Catalog, signal: AbortSignal): Promise<number> => {
  const bar = progress('• Indexing the sample talks');
  const created = await seed(app, account, catalog, { root: ROOT, signal, onProgress: bar.update });
  bar.stop();
  note(created > 0 ? `• ${created} sample talks are searchable` : '• The sample talks are there already');
  return created;
};

/** Once, for new talks only: metrics of one's own are not to be mixed with those of a demo. */
const visit = async (
  { config }: App,
  { privateUrl, publicUrl }: Running,
  secret: string,
  { questions }: Catalog,
): Promise<void> => {
  try {
    const { events, searches } = await sendDemoTraffic({
      api: createApi(privateUrl, { Authorization: `Bearer ${secret}` }),
      publicApi: (userAgent) =>
        createApi(publicUrl, {
          Host: `${ACCOUNT.shortName}.${config.searchDomain}`,
          'User-Agent': userAgent,
        }),
      seed: 'quickstart',
      days: 7,
      questions: questions.map(({ q }) => q),
    });
    note(`• A week of demo visitors: ${events} events, ${searches} searches`);
  } catch (error) {
    note(`• Without demo visitors: ${messageOf(error)}`);
  }
};

/** The token of this folder: kept beside the data, so that a second run changes nothing. */
const ownToken = async (app: App, account: Account): Promise<string> => {
  const file = quickstartTokenFile(app.config.dataDir);
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept && (await app.tokens.callerOf(kept))?.account.id === account.id) return kept;
  const { secret } = await app.tokens.create(account.id, {
    name: 'quickstart',
    scopes: ['admin'],
    expiresAt: null,
  });
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  return secret;
};

/** Asks the catalogue's first question over HTTP; 0 where its talk comes first. */
const searchOnce = async (publicUrl: string, { questions }: Catalog): Promise<number> => {
  const [question] = questions;
  if (!question) return 1;
  const response = await fetch(`${publicUrl}/search?q=${encodeURIComponent(question.q)}`);
  const { results = [] } = (await response.json()) as { results?: { item: { title: string } }[] };
  const found = results[0]?.item.title;
  note(
    found === question.item
      ? `✓ “${question.q}” finds “${found}”`
      : `✗ “${question.q}” finds ${found ?? 'nothing'} instead of ${question.item}`,
  );
  return found === question.item ? 0 : 1;
};
