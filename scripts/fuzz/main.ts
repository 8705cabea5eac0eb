/**
 * `npm run fuzz [-- --count=N] [--seed=N]`: sends random requests to both hosts and the public pages. Fails on a
 * 500 or a response that the OpenAPI document does not allow.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { note, print, progress, table } from '../../src/cli/output.js';
import { migrate } from '../../src/platform/db/migrate.js';
import { startServer } from '../../src/server.js';
import { createClient } from '../../test/support/client.js';
import { buildEverything } from '../../test/support/factories.js';
import { operationsOf } from '../../test/support/operations.js';
import { fuzz, type FuzzReport, type FuzzTarget } from './fuzz.js';
import { knownIds } from './known-ids.js';

const COUNT = 20_000;
/** The public host has fewer operations, and fewer pages still. */
const SHARES = { private: 0.75, public: 0.18, pages: 0.07 };
const OPTION = /^--(count|seed)=(\d+)$/;

/** @returns the exit code: 1 when a response was invalid */
const main = async (args: readonly string[]): Promise<number> => {
  const given = new Map(args.map((arg) => [OPTION.exec(arg)?.[1], Number(OPTION.exec(arg)?.[2])]));
  if (given.has(undefined)) {
    note('npm run fuzz [-- --count=N] [--seed=N]');
    return 2;
  }
  const count = given.get('count') ?? COUNT;
  const seed = given.get('seed') ?? Math.floor(Math.random() * 2 ** 31);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-fuzz-'));
  try {
    const reports = await attack(folder, count, seed);
    print(rendered(reports, seed));
    return reports.every(([, { problems }]) => problems.length === 0) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const attack = async (folder: string, count: number, seed: number): Promise<[string, FuzzReport][]> => {
  const app = createApp(
    loadConfig({
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_PORT: '0',
      CONSOLE: 'false',
      LOG_LEVEL: 'silent',
      PUBLIC_RATE_LIMIT: '1000000000',
      PRIVATE_RATE_LIMIT: '1000000000',
      FAILED_AUTHENTICATIONS_LIMIT: '1000000000',
    }),
  );
  await migrate(app.db);
  const running = await startServer(app, { role: 'api' });
  const reports: [string, FuzzReport][] = [];
  try {
    const account = await app.accounts.create({ shortName: 'demo' });
    const { secret } = await app.tokens.create(account.id, {
      name: 'fuzz',
      scopes: ['admin'],
      expiresAt: null,
    });
    const bearer = { Authorization: `Bearer ${secret}` };
    const site = { Host: 'demo.localhost' };
    const tenant = {
      account,
      api: createClient(running.privateUrl, bearer),
      site: createClient(running.publicUrl, site),
    };
    await buildEverything({ app }, tenant);
    await app.db.updateTable('item').set({ status: 'published' }).execute();
    const targets: [string, number, Omit<FuzzTarget, 'known'>][] = [
      // The private host comes last, because it deletes records that the others show.
      ['public', SHARES.public, { url: running.publicUrl, headers: site }],
      ['pages', SHARES.pages, { url: new URL(running.publicUrl).origin, headers: site }],
      [
        'private',
        SHARES.private,
        {
          url: running.privateUrl,
          headers: bearer,
          except: ['DELETE /tokens/{tokenId}', 'POST /tokens/{tokenId}/rotate'],
        },
      ],
    ];
    for (const [name, share, target] of targets) {
      const operations = operationsOf(
        (await createClient(target.url, target.headers).get('/openapi.json')).body,
      );
      const known = await knownIds(app.db, account.id, operations);
      const bar = progress(`fuzzing: ${name}`);
      const total = Math.round(count * share);
      reports.push([
        name,
        await fuzz({ ...target, known }, { count: total, seed, progress: (sent) => bar.update(sent, total) }),
      ]);
      bar.stop();
    }
    return reports;
  } finally {
    await running.stop();
    await app.close();
  }
};

const rendered = (reports: readonly [string, FuzzReport][], seed: number): string => {
  const rows = reports.map(([name, { sent, operations, succeeded, statuses, problems }]) => [
    name,
    String(sent),
    `${succeeded}/${operations}`,
    Object.entries(statuses)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', '),
    String(problems.length),
  ]);
  const problems = reports.flatMap(([name, report]) =>
    report.problems.map((problem) => `${name}: ${problem}`),
  );
  return [
    table(['interface', 'requests', 'operations that succeeded', 'statuses', 'problems'], rows),
    ...problems,
    `seed ${seed}`,
  ].join('\n');
};

process.exitCode = await main(process.argv.slice(2));
