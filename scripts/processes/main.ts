/**
 * `npm run processes [-- --rounds=N]`: what requests and jobs cost when two servers and two workers share them, against
 * one process that does both. Each side has databases of its own on PostgreSQL, Qdrant's engine and ClickHouse.
 */
import { note, print, table } from '../../src/cli/output.js';
import { findPostgres } from '../../test/support/postgres-server.js';
import { canRunProcesses, startProcesses, type Processes } from '../../test/support/several-processes.js';
import { talks, vttOf } from '../../test/support/talks.js';
import { createClient } from '../../test/support/client.js';
import { processSecs } from '../bench/server.js';
import { median } from '../bench/stats.js';

const ORIGIN = 'http://localhost:8083';
const SIDES = { one: ['all'], several: ['api1', 'api2', 'worker1', 'worker2'] };
const ROUNDS = 7;
/** The first round fills caches and compiles. */
const WARM = 1;
const REQUESTS = 2_000;
const CLIENTS = 4;
const TALKS = 150;
const MAX_RATIO = 1.25;

interface Cost {
  /** Processor time of the processes together, milliseconds. */
  request: number;
  job: number;
}

interface Library {
  processes: Processes;
  servers: string[];
  collectionId: number;
  /** Number of talks so far. */
  talks: number;
}

const open = async (postgresUrl: string, names: readonly string[]): Promise<Library> => {
  const processes = await startProcesses(postgresUrl, names, ORIGIN);
  const servers = names.filter((name) => !name.startsWith('worker'));
  const { body } = await processes.api(servers[0]!).post('/collections/create', { name: 'Talks' });
  return { processes, servers, collectionId: body.collection.id, talks: 0 };
};

/** Processor time of a piece of work, divided by the number of its parts. */
const costOf = async ({ processes }: Library, parts: number, work: () => Promise<void>): Promise<number> => {
  const seconds = (): number => processes.pids().reduce((sum, pid) => sum + processSecs(pid), 0);
  const before = seconds();
  await work();
  return ((seconds() - before) * 1_000) / parts;
};

/** Publishes talks with transcripts, and waits until they can be found. */
const publish = async (library: Library): Promise<void> => {
  const { processes, servers, collectionId } = library;
  const texts = Object.values(talks);
  for (let i = 0; i < TALKS; i++) {
    const api = processes.api(servers[i % servers.length]!);
    const item = { title: `Talk ${library.talks + i}`, date: '2026-03-01', collectionId, autoPublish: true };
    const { id } = (await api.post('/items/create', item)).body.item;
    const vtt = vttOf(texts[i % texts.length]!);
    await api.put(`/items/${id}/transcript`, vtt, { 'Content-Type': 'text/vtt' });
  }
  library.talks += TALKS;
  const api = processes.api(servers[0]!);
  while ((await api.get('/items?status=published&_limit=1')).body.totalRecords < library.talks)
    await new Promise((resolve) => setTimeout(resolve, 250));
};

/** Searches, lists and single items, as sites and staff read them. */
const read = async ({ processes, servers, talks: known }: Library): Promise<void> => {
  let calls = 0;
  const client = async (): Promise<void> => {
    while (calls < REQUESTS) {
      const call = calls++;
      const server = servers[call % servers.length]!;
      const site = createClient(processes.urls[server]!.public, { Host: 'demo.localhost' });
      const { status } = await [
        () => site.get(`/search?q=bees%20in%20winter%20${known}%20${call}`),
        () => site.get(`/search/suggest?q=talk%20${call % known}`),
        () => processes.api(server).get('/items?_limit=20'),
        () => processes.api(server).get(`/items?title=Talk%20${call % known}`),
      ][call % 4]!();
      if (status !== 200) throw new Error(`Request ${call % 4} got ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
};

const measure = async (library: Library): Promise<Cost> => ({
  job: await costOf(library, TALKS, () => publish(library)),
  request: await costOf(library, REQUESTS, () => read(library)),
});

const main = async (args: readonly string[]): Promise<number> => {
  const [, given] = /^--rounds=(\d+)$/.exec(args[0] ?? '') ?? [];
  const postgres = await findPostgres();
  if (!postgres || !canRunProcesses(postgres.url)) {
    note('It needs PostgreSQL, and a Python with qdrant-edge-py in TEST_QDRANT_PYTHON.');
    return 2;
  }
  const one = await open(postgres.url, SIDES.one);
  const several = await open(postgres.url, SIDES.several);
  const pairs: [Cost, Cost][] = [];
  try {
    for (let round = 0; round < Number(given ?? ROUNDS); round++) {
      const pair: [Cost, Cost] = [await measure(one), await measure(several)];
      if (round >= WARM) pairs.push(pair);
      note(`Round ${round + 1}: ${JSON.stringify(pair)}`);
    }
  } finally {
    await one.processes.remove();
    await several.processes.remove();
    await postgres.stop();
  }
  const ratios = (['request', 'job'] as const).map((kind) => ({
    kind,
    one: median(pairs.map(([cost]) => cost[kind])),
    several: median(pairs.map(([, cost]) => cost[kind])),
    ratio: median(pairs.map(([a, b]) => b[kind] / a[kind])),
  }));
  print(
    table(
      ['processor time', 'one process', 'two servers, two workers', 'ratio', 'limit'],
      ratios.map(({ kind, one: a, several: b, ratio }) => [
        `of a ${kind}`,
        `${a.toFixed(2)} ms`,
        `${b.toFixed(2)} ms`,
        ratio.toFixed(2),
        `≤ ${MAX_RATIO}`,
      ]),
    ),
  );
  return ratios.every(({ ratio }) => ratio <= MAX_RATIO) ? 0 : 1;
};

process.exitCode = await main(process.argv.slice(2));
