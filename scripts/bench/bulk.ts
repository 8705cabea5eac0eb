/** `bulk`: how long a change of many items and its undoing take, and how long others' requests wait meanwhile. */
import { setTimeout } from 'node:timers/promises';
import type { Bench, BenchContext } from './bench.js';
import { copyItemLibrary } from './library.js';
import { timing, type BenchResult } from './report.js';
import { apiOf, processSecs, startServer } from './server.js';

const ITEMS = 100_000;
const POLL_MS = 250;
/** Pause between two of the others' requests. */
const PAUSE_MS = 20;
const LIMIT_SECS = 120;
const LIMIT_MS = 250;
/** A topic that none of the items has. */
const TOPIC = 'Added by the benchmark';

interface Job {
  id: number;
  status: string;
  total: number;
  changed: number;
}

export const bulkBench: Bench = async (context): Promise<BenchResult> => {
  const items = context.items ?? ITEMS;
  const { call, pid, stop } = await start(context, items);
  const bar = context.progress(`bulk: ${items.toLocaleString('en')} items`);
  const waits = { read: [] as number[], write: [] as number[], list: [] as number[], start: [] as number[] };
  let isOver = false;
  const others = async (kind: keyof typeof waits, send: (at: number) => Promise<unknown>): Promise<void> => {
    for (let at = 0; !isOver; at++) {
      const started = performance.now();
      await send(at);
      waits[kind].push(performance.now() - started);
      await setTimeout(PAUSE_MS);
    }
  };
  const finished = async (started: Job): Promise<Job> => {
    for (;;) {
      const { job } = await call<{ job: Job & { done: number } }>('GET', `/jobs/${started.id}`);
      bar.update(job.done, job.total);
      if (job.status === 'done') return job;
      if (job.status === 'failed') throw new Error('The job has failed');
      await setTimeout(POLL_MS);
    }
  };
  const timed = async <T>(work: () => Promise<T>): Promise<{ result: T; secs: number }> => {
    const started = performance.now();
    const result = await work();
    return { result, secs: (performance.now() - started) / 1_000 };
  };
  try {
    const { topic } = await call<{ topic: { id: number } }>('POST', '/topics/create', { name: TOPIC });
    const load = [
      others('read', (at) => call('GET', `/items/${1 + ((at * 7_919) % items)}`)),
      others('write', (at) => call('PATCH', `/series/${1 + (at % 100)}`, { subTitle: `Part ${at}` })),
      others('list', (at) => call('GET', `/items?_limit=50&_offset=${(at * 50) % 5_000}`)),
    ];
    const cpuBefore = processSecs(pid);
    const change = await timed(async () => {
      const body = {
        filter: { status: 'published' },
        action: 'update',
        changes: { addTopics: [{ id: topic.id }] },
      };
      const accepted = await timed(() => call<{ job: Job }>('POST', '/items/bulk', body));
      waits.start.push(accepted.secs * 1_000);
      return finished(accepted.result.job);
    });
    const undo = await timed(async () => {
      const { job } = await call<{ job: Job }>('POST', `/jobs/${change.result.id}/undo`);
      return finished(job);
    });
    const cpu = processSecs(pid) - cpuBefore;
    isOver = true;
    await Promise.all(load);
    for (const { result } of [change, undo])
      if (result.changed !== items) throw new Error(`Only ${result.changed} items have changed`);
    const all = [...waits.read, ...waits.write, ...waits.list];
    return {
      name: 'bulk',
      timings: [
        timing('GET /items/{id} meanwhile', waits.read),
        timing('PATCH /series/{id} meanwhile', waits.write),
        timing('list of 50 meanwhile', waits.list),
      ],
      metrics: [
        { name: `filter and change ${items.toLocaleString('en')} items`, value: change.secs, unit: 's' },
        { name: 'undo it', value: undo.secs, unit: 's' },
        {
          name: 'both, for 100,000 items',
          value: ((change.secs + undo.secs) * ITEMS) / items,
          unit: 's',
          atMost: LIMIT_SECS,
        },
        { name: 'processor time of both, for 100,000 items', value: (cpu * ITEMS) / items, unit: 's' },
        { name: 'POST /items/bulk, with its filter', value: waits.start[0]!, unit: 'ms', atMost: LIMIT_MS },
        { name: 'longest wait of another request', value: Math.max(...all), unit: 'ms', atMost: LIMIT_MS },
      ],
      notes: [
        'one server with all its workers on SQLite; three clients read, list and write one request after the other',
        'each item gets a topic, a revision, an entry of the audit log, a result and a job that updates the index',
      ],
    };
  } finally {
    bar.stop();
    isOver = true;
    await stop();
  }
};

const start = async (context: BenchContext, items: number) => {
  const { dataDir, secret } = await copyItemLibrary(context, 'bulk', items);
  const server = await startServer(context.root, dataDir);
  const api = apiOf(server, secret);
  const call = async <T>(...args: Parameters<typeof api>): Promise<T> => (await api<T>(...args)).body;
  return { call, pid: server.pid, stop: server.stop };
};
