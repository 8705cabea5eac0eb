/** Connections that are slow, idle, unread, cut off or numerous. */
import { setTimeout } from 'node:timers/promises';
import type { RawSocket } from '../raw-socket.js';
import { head } from '../raw-socket.js';
import type { AbuseClass, Host, Target } from './abuse-class.js';
import { finish, openMany } from './raw-case.js';

interface Context {
  host: string;
  /** A path with a large response. */
  large: string;
  headers: Record<string, string>;
  /** The head of a request whose JSON body has this length. */
  posting(length: number): string;
  /** Opens so many connections, and sends this on each. */
  open(count: number, text?: string): Promise<RawSocket[]>;
}
type Scenario = (context: Context) => Promise<RawSocket[]>;

const HOLD_MS = 1_500;
const TRICKLE_MS = 100;

const trickle = async (sockets: RawSocket[]): Promise<RawSocket[]> => {
  for (let sent = 0; sent < HOLD_MS / TRICKLE_MS; sent++) {
    await Promise.all(sockets.map(({ send }) => send('abc'[sent % 3]!)));
    await setTimeout(TRICKLE_MS);
  }
  return sockets;
};

const held = async (sockets: RawSocket[]): Promise<RawSocket[]> => {
  await setTimeout(HOLD_MS);
  return sockets;
};

const scenarios: Record<string, Scenario> = {
  'slow heads': async ({ open, host, large }) =>
    trickle(await open(60, `GET ${large} HTTP/1.1\r\nHost: ${host}\r\nX-A: `)),
  'slow bodies': async ({ open, posting }) => trickle(await open(60, `${posting(10_000)}{"q":"`)),
  'bodies that do not come': async ({ open, posting }) => held(await open(100, posting(1_000_000))),
  'unread responses': async ({ open, large, headers }) => {
    const sockets = await open(40);
    for (const { socket } of sockets) socket.pause();
    await Promise.all(sockets.map(({ send }) => send(head(`GET ${large}`, headers).repeat(10))));
    await held(sockets);
    for (const { socket } of sockets) socket.resume();
    return sockets;
  },
  'half-closed connections': async ({ open, posting }) => {
    const sockets = await open(60);
    for (const [i, { socket }] of sockets.entries())
      socket.end(posting(100).slice(0, i % 2 === 0 ? 20 : undefined));
    return held(sockets);
  },
  'aborted requests': async ({ open, large, headers }) => {
    const all: RawSocket[] = [];
    for (let round = 0; round < 6; round++) {
      const sockets = await open(25, head(`GET ${large}`, headers));
      for (const { socket } of sockets) socket.destroy();
      all.push(...sockets);
    }
    return all;
  },
  'many connections': async ({ open }) => held(await open(320)),
};

/** Two concurrent cases stay below MAX_CONNECTIONS together; otherwise nobody else could connect. */
export const connections: AbuseClass = {
  name: 'connections',
  count: 14,
  atOnce: 2,
  newCase: (target, random, index) => {
    const kinds = Object.entries(scenarios);
    const [kind, scenario] = kinds[Math.floor(index / 2) % kinds.length]!;
    const host: Host = index % 2 === 0 ? 'public' : 'private';
    const context = contextOf(target, host, `127.2.${index % 250}.${random.int(250) + 1}`);
    return { name: `${kind} (${host} host)`, run: async () => finish(await scenario(context)) };
  },
};

/** @param from the client's address */
const contextOf = ({ hosts, hostName, tokens }: Target, host: Host, from: string): Context => {
  const isPublic = host === 'public';
  const headers = { Host: hostName, ...(!isPublic && { Authorization: `Bearer ${tokens[0]!}` }) };
  const json = { ...headers, 'Content-Type': 'application/json' };
  return {
    host: hostName,
    large: isPublic ? '/api/sitemap.xml' : '/v2/openapi.json',
    headers,
    posting: (length) =>
      head(`POST ${isPublic ? '/api/search' : '/v2/items/create'}`, { ...json, 'Content-Length': length }),
    open: async (count, text = '') => {
      const sockets = await openMany(hosts[host].url, count, from);
      if (text) await Promise.all(sockets.map(({ send }) => send(text)));
      return sockets;
    },
  };
};
