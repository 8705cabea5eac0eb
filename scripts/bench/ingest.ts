/**
 * `ingest`: durable events over HTTP compared with a bare handler, batches, and the time until reports include
 * events.
 */
import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '../../sqlite/driver.js';
import { note, progress } from '../../src/cli/output.js';
import { createClient, type Client } from '../../test/support/client.js';
import { environmentOf, newApp } from '../harness/app.js';
import { processSecs } from '../harness/proc.js';
import { startServer } from '../harness/program.js';
import { median, percentile } from '../harness/stats.js';
import { waitUntil } from '../harness/wait.js';
import { randomFrom } from '../random.js';
import { recordStatements, startBare, tokenQueryOf } from './bare.js';
import type { Bench } from './bench.js';
import { fillItems } from './item-data.js';
import { ACCOUNT } from './library.js';
import { requestText, startLoadGenerator } from './load.js';
import { timing } from './report.js';
import { alternate } from './rounds.js';
import { loadWords } from './words.js';

/** Items that receive events; the library has one more. */
const ITEMS = 500;
const CLIENTS = 64;
const SINGLE = { calls: 6_000, clients: CLIENTS, rounds: 9, warm: 2 };
const BATCH = 1_000;
const BATCH_CLIENTS = 8;
const BATCH_CALLS = 600;
const FRESH_CALLS = 60_000;
const SYNCS = 300;
const EVENTS = 'POST /v2/logging/media-playback-events';
/** An item that receives no other events. */
const PROBED = ITEMS + 1;
const PROBE_EVERY_MS = 100;

export const ingestBench: Bench = async (context) => {
  const dataDir = await context.scratch('ingest');
  const { app, account, secret } = await newApp(environmentOf(dataDir), ACCOUNT);
  await app.close();
  const file = join(dataDir, 'lectern.db');
  const database = new Database(file);
  fillItems(database, account.id, PROBED, loadWords());
  const recorder = recordStatements(database);
  const tokenQuery = await tokenQueryOf(recorder, secret);
  await recorder.db.destroy();
  const answer = { mediaPlaybackEventId: randomUUID() };
  const bare = await startBare(context, {
    database: file,
    tokenQuery,
    calls: { [EVENTS]: { statements: [], answer } },
  });
  const product = await startServer(environmentOf(dataDir), ['--role', 'api']);
  const headers = { Host: '127.0.0.1', Authorization: `Bearer ${secret}` };
  const api = createClient(product.privateUrl, headers);
  const stored = (): Promise<void> => untilStored(api, product.privatePort);
  const generator = startLoadGenerator();
  try {
    const singles = events(2_000).map((event) => requestText(EVENTS, headers, event));
    const requests = () => singles;
    const single = await alternate(
      generator,
      { port: product.privatePort, pid: product.pid, requests },
      { port: bare.port, pid: bare.pid, requests },
      SINGLE,
      progress('ingest: single events'),
    );
    const syncMs = await syncs(dataDir);
    await stored();

    note('ingest: from acknowledgement to report');
    const load = generator.run({
      port: product.privatePort,
      requests: singles,
      clients: CLIENTS,
      calls: FRESH_CALLS,
    });
    const freshMs = await freshness(api, load);
    await stored();

    note(`ingest: batches of ${BATCH}`);
    const batches = Array.from({ length: 12 }, (_, seed) =>
      requestText('POST /v2/logging/batch', headers, {
        events: events(BATCH, seed).map((event) => ({ type: 'mediaPlaybackEvent', ...event })),
      }),
    );
    const batch = { port: product.privatePort, requests: batches, clients: BATCH_CLIENTS };
    await generator.run({ ...batch, calls: 24 });
    await stored();
    const before = processSecs(product.pid);
    const from = performance.now();
    const sent = await generator.run({ ...batch, calls: BATCH_CALLS });
    await stored();
    const storedSecs = (performance.now() - from) / 1_000;
    const cpuSecs = processSecs(product.pid) - before;
    return {
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

/** Milliseconds of single 4 KiB appends with fdatasync. */
const syncs = async (dataDir: string): Promise<number[]> => {
  const file = await open(join(dataDir, 'appended'), 'a');
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

/** Resolves once the spool is empty. Requests reports, which flushes waiting events. */
const untilStored = (api: Client, port: number): Promise<void> => {
  const root = createClient(`http://127.0.0.1:${port}`);
  return waitUntil('The events are stored', async () => {
    await api.get(`/stats/page-views?itemId=${PROBED}`);
    const { body } = await root.get<{ stores: { spool: { metrics?: { events: number } } } }>('/readyz');
    return body.stores.spool.metrics?.events === 0;
  });
};

/**
 * While `load` runs, sends page views of one item one by one and polls its report.
 * @returns ms from each response to the first report that counts the event
 */
const freshness = async (api: Client, load: Promise<unknown>): Promise<number[]> => {
  let loading = true;
  const loaded = load.finally(() => (loading = false));
  const acknowledged: number[] = [];
  const ms: number[] = [];
  const probe = async (): Promise<void> => {
    while (loading) {
      const view = { url: 'https://www.example.org/probe', itemId: PROBED };
      const { status } = await api.post('/logging/page-views', view);
      if (status >= 300) throw new Error(`A page view got ${status}`);
      acknowledged.push(performance.now());
      await pause(PROBE_EVERY_MS);
    }
  };
  const watch = (): Promise<void> =>
    waitUntil('Reports have the events', async () => {
      const { body } = await api.get<{ pageViews: { total: number } }>(
        `/stats/page-views?range=year&itemId=${PROBED}`,
      );
      const now = performance.now();
      while (ms.length < body.pageViews.total && ms.length < acknowledged.length)
        ms.push(now - acknowledged[ms.length]!);
      return !loading && ms.length >= acknowledged.length;
    });
  await Promise.all([probe(), watch(), loaded]);
  return ms;
};
