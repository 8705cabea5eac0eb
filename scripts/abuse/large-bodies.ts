/** Bodies and texts as large as they may be, many at once: who waits for them, beside the account itself. */
import { createClient } from '../../test/support/client.js';
import { HOSTILE_JSON } from '../../test/support/abuse/hostile-json.js';
import type { AbuseClass, Target } from '../../test/support/abuse/abuse-class.js';
import { anyAddress, json, privately, sendAll, type HostileRequest } from '../../test/support/abuse/send.js';
import { timeUntil } from '../harness/wait.js';

const AT_ONCE = 20;
const BODY_BYTES = 1_000_000;

/** Twenty bodies of a kind at once, by anonymous callers of the public host and by one token. */
export const hostileJson: AbuseClass = {
  name: 'hostile json',
  count: Object.keys(HOSTILE_JSON).length,
  atOnce: 1,
  newCase: (target, random, index) => {
    const [kind, make] = Object.entries(HOSTILE_JSON)[index % Object.keys(HOSTILE_JSON).length]!;
    const body = make(BODY_BYTES);
    const anonymous = (): HostileRequest => ({
      method: 'POST',
      url: target.hosts.public.url,
      path: '/events',
      headers: { Host: target.hostName, Origin: 'https://demo.example.org', ...json },
      body,
      from: anyAddress(random),
    });
    const requests = Array.from({ length: AT_ONCE }, () => [
      anonymous(),
      privately(target, ['POST', '/logging/batch'], { body }),
    ]);
    return { name: `${AT_ONCE} bodies: ${kind}`, run: () => sendAll(requests.flat()) };
  },
};

const TEXT_BYTES = 7_700_000;
const SEGMENTS = 40_000;
const WAIT_MS = 10 * 60_000;
/** The last of them wait for the others of their account. */
const SILENCE_MS = 15 * 60_000;

/** A transcript near the limit of its size. */
const largeTranscript = (): string => {
  const words = 'and the shepherd said peace be with you '.repeat(TEXT_BYTES / SEGMENTS / 40);
  return JSON.stringify({
    segments: Array.from({ length: SEGMENTS }, (_, i) => ({
      text: `${i} ${words}`,
      startMs: i * 100,
      endMs: i * 100 + 90,
    })),
  });
};

const clientOf = ({ hosts, tokens }: Target) =>
  createClient(hosts.private.url, { Authorization: `Bearer ${tokens[0]!}` });

/** Creates items with a large transcript each. @returns their ids */
const largeItems = async (target: Target, count: number): Promise<number[]> => {
  const api = clientOf(target);
  const collectionId = target.hosts.private.known.get('collectionId')?.[0];
  const body = largeTranscript();
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const title = `Large ${i}`;
    const { item } = (await api.post('/items/create', { collectionId, title, date: '2026-03-01' })).body;
    const { status } = await api.put(`/items/${item.id}/transcript`, body);
    if (status >= 300) throw new Error(`A large transcript was refused with ${status}`);
    ids.push(item.id as number);
  }
  return ids;
};

/** Exports of large transcripts by one token. */
export const exports: AbuseClass = {
  name: 'exports',
  count: 1,
  atOnce: 1,
  newCase: async (target) => {
    const ids = await largeItems(target, 4);
    const formats = ['vtt', 'srt', 'txt'];
    const requests = Array.from({ length: 24 }, (_, i) => ({
      ...privately(target, [
        'GET',
        `/items/${ids[i % ids.length]}/transcript.${formats[i % formats.length]}`,
      ]),
      silenceMs: SILENCE_MS,
    }));
    return { name: `24 exports of ${TEXT_BYTES} bytes`, run: () => sendAll(requests) };
  },
};

/** Large items in the index at once. */
export const largeIndexing: AbuseClass = {
  name: 'large items',
  count: 1,
  atOnce: 1,
  newCase: (target) => ({
    name: `14 items of ${TEXT_BYTES} bytes`,
    run: async () => {
      const ids = await largeItems(target, 14);
      return sendAll(ids.map((id) => privately(target, ['GET', `/items/${id}`])));
    },
  }),
};

/** Words replaced throughout large transcripts: as a dry run, and for good. */
export const replacedWords: AbuseClass = {
  name: 'replaced words',
  count: 2,
  atOnce: 1,
  newCase: async (target, _, index) => {
    const api = clientOf(target);
    const ids = await largeItems(target, 16);
    const dryRun = index === 0;
    const body = JSON.stringify({
      ...{ ids, action: 'replaceText', find: 'shepherd', replaceWith: 'Shepherd', dryRun },
    });
    return {
      name: `words replaced in 16 × ${TEXT_BYTES} bytes${dryRun ? ', as a dry run' : ''}`,
      run: async () => {
        const outcomes = await sendAll([privately(target, ['POST', '/items/bulk'], { body })]);
        const isDone = async (): Promise<boolean> => {
          const { jobs } = (await api.get('/jobs?status.in=waiting,running')).body;
          return !Array.isArray(jobs) || jobs.length === 0;
        };
        await timeUntil(isDone, WAIT_MS, 500);
        return outcomes;
      },
    };
  },
};
