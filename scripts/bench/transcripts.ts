/** `transcripts`: how long single edits and autosaves of a three-hour transcript take. */
import { newApp } from './app.js';
import type { Bench, BenchContext } from './bench.js';
import { addLongTalk, WORDS } from './long-talk.js';
import { timing, type BenchResult } from './report.js';
import { apiOf, startServer } from './server.js';

const EDITS = 100;
const LIMIT_MS = 150;

interface Segment {
  id: string;
  text: string;
}

export const transcriptsBench: Bench = async (context): Promise<BenchResult> => {
  const { call, itemId, stop } = await start(context);
  const bar = context.progress('transcripts: edits');
  const path = `/items/${itemId}/transcript`;
  const waits = { edit: [] as number[], autosave: [] as number[], apply: [] as number[] };
  const timed = async (kind: keyof typeof waits, send: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    await send();
    waits[kind].push(performance.now() - started);
  };
  const read = () => call<{ segments: Segment[] }>('GET', `${path}/segments`);
  try {
    const { segments } = (await read()).body;
    const operationOf = ({ id, text }: Segment, at: number): object =>
      [
        { op: 'text', segmentId: id, text: `${text} Amen ${at}.` },
        { op: 'split', segmentId: id, at: text.indexOf(' ', 10) + 1, newSegmentId: `new-${at}` },
        { op: 'speaker', segmentId: id, speaker: `Speaker ${at % 3}` },
        { op: 'delete', segmentId: id },
      ][at % 4]!;
    const edited = (at: number): Segment => segments[(at * 29) % segments.length]!;
    for (let at = 0; at < EDITS; at++) {
      await timed('edit', () => call('PATCH', path, { operations: [operationOf(edited(at), at)] }));
      bar.update(at, 2 * EDITS);
    }
    const { body, etag } = await read();
    const operations: object[] = [];
    for (let at = 0; at < EDITS; at++) {
      const { id, text } = body.segments[(at * 31) % body.segments.length]!;
      operations.push({ op: 'text', segmentId: id, text: `${text} Selah ${at}.` });
      await timed('autosave', () => call('PUT', `${path}/draft`, { base: etag, operations }));
      bar.update(EDITS + at, 2 * EDITS);
    }
    await timed('apply', () => call('POST', `${path}/draft/apply`));
    return {
      name: 'transcripts',
      timings: [timing('PATCH of one operation', waits.edit), timing('autosave of a draft', waits.autosave)],
      metrics: [
        {
          name: 'slowest PATCH of one operation',
          value: Math.max(...waits.edit),
          unit: 'ms',
          atMost: LIMIT_MS,
        },
        { name: 'slowest autosave', value: Math.max(...waits.autosave), unit: 'ms', atMost: LIMIT_MS },
        { name: `applying a draft of ${EDITS} operations`, value: waits.apply[0]!, unit: 'ms' },
      ],
      notes: [
        `${WORDS.toLocaleString('en')} words in ${segments.length.toLocaleString('en')} segments of a processed item, which each edit has processed again; one client, one server with all its workers on SQLite`,
      ],
    };
  } finally {
    bar.stop();
    await stop();
  }
};

const start = async ({ root, scratch }: BenchContext) => {
  const dataDir = await scratch('transcripts');
  const { app, secret } = await newApp(dataDir);
  await app.close();
  const server = await startServer(root, dataDir);
  const call = apiOf(server, secret);
  return { call, itemId: await addLongTalk(call, root), stop: server.stop };
};
