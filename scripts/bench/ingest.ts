/**
 * `ingest`: durable events over HTTP compared with a bare handler, batches, and the time until reports include
 * events.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, SqliteDialect } from 'kysely';
import { Database } from '../../sqlite/driver.js';
import type { Tables } from '../../src/platform/db/tables.js';
import { systemClock } from '../../src/platform/lib/clock.js';
import { createTokenService } from '../../src/identity/tokens/token.service.js';
import type { BareIngest } from './bare-ingest.js';
import type { Statement } from './bare-setup.js';
import type { Bench } from './bench.js';
import { newApp } from './app.js';
import { freshness, untilStored } from './ingest-reports.js';
import { insertLibrary } from './item-data.js';
import { jsonRequest, startLoadGenerator } from './load.js';
import { timing, type BenchResult } from './report.js';
import { alternate } from './rounds.js';
import { processSecs, startProcess, startServer } from './server.js';
import { freePort } from '../../test/support/free-port.js';
import { median, percentile } from './stats.js';
import { randomFrom } from '../random.js';
import { loadWords } from './words.js';
import { createQuotas, unlimited } from '../../src/platform/quotas/quotas.js';
import { sha256 } from '../../src/platform/lib/ids.js';

/** Items that receive events; the library has one more. */
const ITEMS = 500;
const CLIENTS = 64;
const SINGLE = { calls: 6_000, clients: CLIENTS, rounds: 9, warm: 2 };
const BATCH = 1_000;
const BATCH_CLIENTS = 8;
const BATCH_CALLS = 600;
const FRESH_CALLS = 60_000;
const SYNCS = 300;
const PATH = '/v2/logging/media-playback-events';

export const ingestBench: Bench = async ({ root, scratch, progress, say }): Promise<BenchResult> => {
  const dataDir = await scratch('ingest');
  const { app, account, secret } = await newApp(dataDir);
  await insertLibrary(app.db, account.id, ITEMS + 1, loadWords(root), () => undefined);
  await app.close();
  const headers = { Authorization: `Bearer ${secret}` };
  const post = (path: string, body: unknown): string => jsonRequest('POST', '127.0.0.1', path, headers, body);

  const port = await freePort();
  const setup: BareIngest = {
    port,
    database: join(dataDir, 'lectern.db'),
    tokenQuery: await tokenQuery(dataDir, secret),
  };
  writeFileSync(join(dataDir, 'bare.json'), JSON.stringify(setup));
  const bareProgram = fileURLToPath(new URL('./bare-ingest.js', import.meta.url));
  const bare = await startProcess(bareProgram, [join(dataDir, 'bare.json')], {}, [port]);
  const product = await startServer(root, dataDir, ['--role', 'api']);
  const generator = startLoadGenerator();
  try {
    const singles = events(2_000).map((event) => post(PATH, event));
    const requests = () => singles;
    const single = await alternate(
      generator,
      { port: product.privatePort, pid: product.pid, requests },
      { port, pid: bare.pid, requests },
      SINGLE,
      progress('ingest: single events'),
    );
    const syncMs = await syncs(dataDir);
    await untilStored(product.privatePort, secret);

    say('ingest: from acknowledgement to report');
    const load = generator.run({
      port: product.privatePort,
      requests: singles,
      clients: CLIENTS,
      calls: FRESH_CALLS,
    });
    const freshMs = await freshness(product.privatePort, secret, load);
    await untilStored(product.privatePort, secret);

    say(`ingest: batches of ${BATCH}`);
    const batches = Array.from({ length: 12 }, (_, seed) =>
      post('/v2/logging/batch', {
        events: events(BATCH, seed).map((event) => ({ type: 'mediaPlaybackEvent', ...event })),
      }),
    );
    const batch = { port: product.privatePort, requests: batches, clients: BATCH_CLIENTS };
    await generator.run({ ...batch, calls: 24 });
    await untilStored(product.privatePort, secret);
    const before = processSecs(product.pid);
    const from = performance.now();
    const sent = await generator.run({ ...batch, calls: BATCH_CALLS });
    await untilStored(product.privatePort, secret);
    const storedSecs = (performance.now() - from) / 1_000;
    const cpuSecs = processSecs(product.pid) - before;
    return {
      name: 'ingest',
      timings: [
        timing('one event, durable', single.firstMs),
        timing('one event, bare handler', single.secondMs),
        timing('one append and fdatasync, 4 KiB', syncMs),
        timing(`batch of ${BATCH}`, sent.ms),
        timing('from acknowledgement to report', freshMs),
      ],
      metrics: [
        { name: 'single events, 64 clients: requests/s, product / bare', value: single.ratio, atLeast: 0.5 },
        { name: 'single events: requests per second of processor, product / bare', value: single.cpuRatio },
        { name: 'single events: requests/s', value: single.rate, unit: '1/s' },
        { name: 'one fdatasync, median', value: median(syncMs), unit: 'ms' },
        {
          name: `batches of ${BATCH}: events/s`,
          value: (BATCH_CALLS * BATCH) / sent.secs,
          unit: '1/s',
          atLeast: 50_000,
        },
        {
          name: `batches of ${BATCH}: events per second of processor, ClickHouse included`,
          value: (BATCH_CALLS * BATCH) / cpuSecs,
          unit: '1/s',
        },
        {
          name: 'spool to ClickHouse: stored / acknowledged, events/s',
          value: sent.secs / storedSecs,
          atLeast: 0.8,
        },
        {
          name: 'from acknowledgement to report under single events, p99',
          value: percentile(freshMs, 0.99) / 1_000,
          unit: 's',
          atMost: 5,
        },
      ],
      notes: [
        `${CLIENTS} keep-alive clients in a process of their own; ratio is the median of ${SINGLE.rounds - SINGLE.warm} pairs of rounds, while events are being stored`,
        'stored / acknowledged: from the first batch until the last event is in ClickHouse, against until the last is acknowledged; reports are asked for meanwhile, each of which has events of more than a second stored',
        'from acknowledgement to report: found by polling the report of one item, the time of the request included',
      ],
    };
  } finally {
    generator.stop();
    await Promise.all([bare.stop(), product.stop()]);
  }
};

/** Generates playback events of many sessions. */
const events = (count: number, seed = 0) => {
  const random = randomFrom(31 + seed);
  return Array.from({ length: count }, (_, at) => {
    const itemId = 1 + Math.floor(random() * ITEMS);
    return {
      itemId,
      mediaAssetId: itemId * 2,
      mediaAssetType: 'Audio',
      playbackSessionId: `tab-${seed}-${at % 500}`,
      eventType: at % 10 === 0 ? 'play' : 'progress',
      origin: 'embed',
      currentPlaybackPositionSeconds: Math.round(random() * 18_000) / 10,
      totalPlaybackSeconds: Math.round(random() * 18_000) / 10,
      itemDurationSeconds: 1_800,
      playbackRate: 1,
      isEmbedded: true,
    };
  });
};

/** Captures the SQL statement with which the product looks up an API token. */
const tokenQuery = async (dataDir: string, secret: string): Promise<Statement> => {
  const seen: Statement[] = [];
  const database = new Database(join(dataDir, 'lectern.db'), { readonly: true });
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database }),
    log: ({ query }) => void seen.push({ sql: query.sql, parameters: [...query.parameters] }),
  });
  await createTokenService({ db, clock: systemClock, quotas: createQuotas(db, unlimited) }).ownerOf(
    sha256(secret),
  );
  await db.destroy();
  return seen[0]!;
};

/** Milliseconds of single 4 KiB appends with fdatasync. */
const syncs = async (dataDir: string): Promise<number[]> => {
  mkdirSync(join(dataDir, 'sync'));
  const file = await open(join(dataDir, 'sync/file'), 'a');
  const piece = Buffer.alloc(4_096, 7);
  const ms: number[] = [];
  for (let at = 0; at < SYNCS; at++) {
    const from = performance.now();
    await file.write(piece);
    await file.datasync();
    ms.push(performance.now() - from);
  }
  await file.close();
  return ms;
};
