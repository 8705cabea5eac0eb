/**
 * `npm run fuzz [-- --count=N] [--seed=N]`: sends random requests to both hosts and the public pages. Fails on a
 * 500 or a response that the OpenAPI document does not allow.
 */
import { note, print, progress, table } from '../../src/cli/output.js';
import { startServer } from '../../src/server.js';
import { createClient } from '../../test/support/client.js';
import { buildEverything } from '../../test/support/factories.js';
import { operationsOf } from '../../test/support/operations.js';
import { environmentOf, newApp } from '../harness/app.js';
import { anySeed, inFolder, readOptions } from '../harness/command.js';
import { fuzz, type FuzzReport } from '../../test/support/fuzz/fuzz.js';
import { knownIds } from '../../test/support/fuzz/known-ids.js';

const COUNT = 20_000;
/** The public host has fewer operations, and fewer pages still. */
const SHARES = { private: 0.75, public: 0.18, pages: 0.07 };
/** They would revoke the token of all later requests. */
const EXCEPT = ['DELETE /tokens/{tokenId}', 'POST /tokens/{tokenId}/rotate'];
const usage = 'npm run fuzz [-- --count=N] [--seed=N]';

/** @returns the exit code: 1 when a response was invalid */
const main = async (args: readonly string[]): Promise<number> => {
  const read = readOptions(args, usage, { count: 'number', seed: 'number' });
  if (!read) return 2;
  const { count = COUNT, seed = anySeed() } = read.options;
  note(`seed ${seed}`);
  const reports = await inFolder('fuzz', (folder) => attack(folder, count, seed));
  print(rendered(reports));
  print(`seed ${seed}`);
  return [...reports.values()].every(({ problems }) => problems.length === 0) ? 0 : 1;
};

/** @returns a report for each interface */
const attack = async (folder: string, count: number, seed: number): Promise<Map<string, FuzzReport>> => {
  const { app, account, secret } = await newApp(
    {
      ...environmentOf(folder),
      PORT: '0',
      PUBLIC_PORT: '0',
      LOG_LEVEL: 'silent',
      FAILED_AUTHENTICATIONS_LIMIT: '1000000000',
    },
    'demo',
  );
  const running = await startServer(app, { role: 'api' });
  const site = { Host: 'demo.localhost' };
  const clients = {
    public: createClient(running.publicUrl, site),
    pages: createClient(new URL(running.publicUrl).origin, site),
    // Comes last, because it deletes records that the others show.
    private: createClient(running.privateUrl, { Authorization: `Bearer ${secret}` }),
  };
  const reports = new Map<string, FuzzReport>();
  try {
    await buildEverything({ app }, { account, api: clients.private, site: clients.public });
    await app.db.updateTable('item').set({ status: 'published' }).execute();
    for (const [name, client] of Object.entries(clients)) {
      const known = await knownIds(
        app.db,
        account.id,
        operationsOf((await client.get('/openapi.json')).body),
      );
      const bar = progress(`fuzzing: ${name}`);
      const total = Math.round(count * SHARES[name as keyof typeof clients]);
      const sent = (done: number): void => bar.update(done, total);
      reports.set(
        name,
        await fuzz({ client, known, except: EXCEPT }, { count: total, seed, progress: sent }),
      );
      bar.stop();
    }
    return reports;
  } finally {
    await running.stop();
    await app.close();
  }
};

const rendered = (reports: ReadonlyMap<string, FuzzReport>): string => {
  const rows = Array.from(reports, ([name, { sent, operations, succeeded, statuses, problems }]) => [
    name,
    String(sent),
    `${succeeded}/${operations}`,
    Object.entries(statuses)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', '),
    String(problems.length),
  ]);
  const problems = Array.from(reports, ([name, report]) => report.problems.map((one) => `${name}: ${one}`));
  return [
    table(['interface', 'requests', 'operations that succeeded', 'statuses', 'problems'], rows),
    ...problems.flat(),
  ].join('\n');
};

process.exitCode = await main(process.argv.slice(2));
