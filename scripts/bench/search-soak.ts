/**
 * `search-soak`: memory of a server that imports about 50,000 chunks, runs a thousand searches, and then searches
 * for minutes while items change.
 */
import { newApp, ACCOUNT } from './app.js';
import type { Bench } from './bench.js';
import { importInto } from './library.js';
import { getRequest, jsonRequest, startLoadGenerator } from './load.js';
import { mixedQueries } from './queries.js';
import { timing, type BenchResult } from './report.js';
import { searchPath } from './search-load.js';
import { corpusOf } from './search.js';
import { ALLOCATOR_SETTINGS } from '../../src/platform/lib/allocator.js';
import { residentMiB, startServer } from './server.js';

const CHUNKS = 50_000;
const FIRST_SEARCHES = 1_000;
const MINUTES = 3;
const CLIENTS = 8;
/** Searches and changes per round of the mixed load. */
const SEARCHES = 300;
const CHANGES = 10;
const MIB = 2 ** 20;

export const searchSoakBench: Bench = async (context): Promise<BenchResult> => {
  const dataDir = await context.scratch('soak');
  const corpus = await corpusOf(context, CHUNKS);
  const { app, account, secret } = await newApp(dataDir);
  const server = await startServer(context.root, dataDir, [], ALLOCATOR_SETTINGS);
  const generator = startLoadGenerator();
  const bar = context.progress('search-soak: rounds');
  try {
    await importInto(context, app, account.id, corpus, { works: false });
    const rows = await app.db.selectFrom('chunk').select('text').orderBy('id').execute();
    const texts = rows.map(({ text }) => text);
    const queries = await mixedQueries(app.db, account.id, texts);
    const searches = queries.map((query) => getRequest(`${ACCOUNT}.localhost`, searchPath(query)));
    const items = await app.db.selectFrom('item').select(['id', 'title']).orderBy('id').execute();
    const search = (calls: number) =>
      generator.run({ port: server.publicPort, requests: searches, clients: CLIENTS, calls });
    const change = (round: number) => {
      const requests = Array.from({ length: CHANGES }, (_, at) => {
        const { id, title } = items[(round * CHANGES + at) % items.length]!;
        const headers = { Authorization: `Bearer ${secret}` };
        return jsonRequest('PATCH', 'localhost', `/v2/items/${id}`, headers, {
          title: `${title} ${round % 2}`,
        });
      });
      return generator.run({ port: server.privatePort, requests, clients: 1, calls: CHANGES });
    };

    const imported = residentMiB(server.pid);
    await search(FIRST_SEARCHES);
    const searched = residentMiB(server.pid);
    const minutes = context.minutes ?? MINUTES;
    const started = performance.now();
    const elapsed = (): number => (performance.now() - started) / 60_000;
    const resident: number[] = [];
    const ms: number[] = [];
    for (let round = 0; elapsed() < minutes; round++) {
      await change(round);
      ms.push(...(await search(SEARCHES)).ms);
      resident.push(residentMiB(server.pid));
      bar.update(Math.min(minutes, Math.floor(elapsed())), minutes);
    }
    const half = Math.ceil(resident.length / 2);
    const [first, second] = [resident.slice(0, half), resident.slice(half)];
    return {
      name: 'search-soak',
      timings: [timing(`${CLIENTS} clients: over HTTP, while items change`, ms)],
      metrics: [
        {
          name: `memory after the import of ${texts.length.toLocaleString('en')} chunks`,
          value: imported,
          unit: 'MiB',
        },
        {
          name: `the same after ${FIRST_SEARCHES.toLocaleString('en')} searches`,
          value: searched,
          unit: 'MiB',
          atMost: Math.round(700e6 / MIB),
        },
        { name: `the most in ${minutes} minutes of mixed load`, value: Math.max(...resident), unit: 'MiB' },
        {
          name: 'the most in its second half / in its first',
          value: Math.max(...second) / Math.max(...first),
          atMost: 1.1,
        },
      ],
      notes: [
        `a server with the allocator's settings of the container, and its processes; ${resident.length} rounds of ${CHANGES} changed titles and ${SEARCHES} searches; resident memory counts what is mapped of program files, 145 MiB, and 270 for the embedded ClickHouse while it stores events`,
      ],
    };
  } finally {
    bar.stop();
    generator.stop();
    await server.stop();
    await app.close();
  }
};
