/**
 * `processing`: a one-hour talk from uploading its transcript to ready, compared with only embedding and
 * inserting it; and the additional cost of its suggestions.
 */
import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../../src/config.js';
import { createApp } from '../../src/app.js';
import { startServer } from '../../src/server.js';
import { SUGGEST } from '../../src/processing/runs/run.repository.js';
import { randomFrom } from '../random.js';
import { ACCOUNT, newApp } from './app.js';
import { bareSteps, chunkTexts, timed, type Cost } from './bare-steps.js';
import type { Bench, BenchContext } from './bench.js';
import { appEnvironment } from './server.js';
import { timing, type BenchResult } from './report.js';
import { median } from './stats.js';
import { loadWords } from './words.js';

const ROUNDS = 7;
/** One hour at 150 words a minute. */
const SENTENCES = 600;
const WORDS = 15;
const SENTENCE_SECS = 6;
/** Polling more often would take processor time from the server. */
const POLL_MS = 25;
const MAX_SUGGESTIONS_SECS = 2;

/**
 * Processes talks one after the other until they are ready, or until their suggestions are made.
 * @returns the costs, and the texts of their chunks
 */
const processTalks = async (
  context: BenchContext,
  suggestions: boolean,
): Promise<{ costs: Cost[]; texts: string[] }> => {
  const dataDir = await context.scratch(`processing-${suggestions}`);
  const setUp = await newApp(dataDir);
  await setUp.app.close();
  const environment = { ...appEnvironment(dataDir), SUGGESTIONS: String(suggestions) };
  const app = createApp(loadConfig({ ...environment, PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false' }));
  const running = await startServer(app, { role: 'all' });
  const call = async (method: string, path: string, body: unknown, type = 'application/json') => {
    const response = await fetch(running.privateUrl + path, {
      method,
      headers: { 'Content-Type': type, Authorization: `Bearer ${setUp.secret}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { item: { id: number }; collection: { id: number } };
  };
  const words = loadWords(context.root);
  const random = randomFrom(1);
  const transcript = (): string =>
    Array.from({ length: SENTENCES }, (_, i) => {
      const times = [i, i + 1].map((at) => clockTime(at * SENTENCE_SECS)).join(' --> ');
      return `${times}\n${words.sentence(random, WORDS)}`;
    }).join('\n\n');
  const { collection } = await call('POST', '/collections/create', { name: ACCOUNT });
  const process = async (title: string): Promise<Cost> => {
    const text = `WEBVTT\n\n${transcript()}\n`;
    const details = { title, date: '2026-03-01', collectionId: collection.id };
    const { item } = await call('POST', '/items/create', details);
    return timed(async () => {
      await call('PUT', `/items/${item.id}/transcript`, text, 'text/vtt');
      while (!(await isDone(item.id))) await setTimeout(POLL_MS);
    });
  };
  /** Suggestions are the last step. */
  const isDone = async (id: number): Promise<boolean> => {
    const steps = app.db.selectFrom('processingStep').select('status').where('itemId', '=', id);
    const last = await steps.where('name', '=', SUGGEST).executeTakeFirst();
    return last?.status === 'done' || last?.status === 'skipped';
  };

  await process('The first one loads what the others need');
  await app.db.deleteFrom('chunk').execute();
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) costs.push(await process(`Talk ${round}`));
  const texts = await chunkTexts(app.db);
  await running.stop();
  await app.close();
  return { costs, texts };
};

export const processingBench: Bench = async (context): Promise<BenchResult> => {
  const { costs: product, texts } = await processTalks(context, false);
  const { costs: suggested } = await processTalks(context, true);
  const each = Math.ceil(texts.length / ROUNDS);
  const bare: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++)
    bare.push(await bareSteps(context, texts.slice(round * each, (round + 1) * each)));

  const ratio = (of: (cost: Cost) => number): number => median(product.map(of)) / median(bare.map(of));
  const cpu = (costs: readonly Cost[]): number => median(costs.map((cost) => cost.cpu));
  const ms = (costs: readonly Cost[]): number[] => costs.map(({ wall }) => wall * 1_000);
  return {
    name: 'processing',
    timings: [
      timing('upload to ready', ms(product)),
      timing('with suggestions', ms(suggested)),
      timing('bare steps', ms(bare)),
    ],
    metrics: [
      {
        name: 'processor time of an hour without suggestions, upload to ready / bare steps',
        value: ratio(({ cpu }) => cpu),
        atMost: 3,
      },
      { name: 'time, upload to ready / bare steps', value: ratio(({ wall }) => wall), atMost: 3 },
      {
        name: 'processor time of the suggestions of an hour',
        value: cpu(suggested) - cpu(product),
        unit: 's',
        atMost: MAX_SUGGESTIONS_SECS,
      },
      { name: 'chunks of a talk', value: each, unit: '' },
    ],
    notes: [`median of ${ROUNDS} talks, one after the other; bare: the embedder alone and one bulk insert`],
  };
};

const clockTime = (secs: number): string => `${new Date(secs * 1_000).toISOString().slice(11, 19)}.000`;
