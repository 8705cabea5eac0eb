/** Connections that are slow, idle, unread, cut off or numerous. */
import { setTimeout } from 'node:timers/promises';
import type { RawSocket } from '../../test/support/raw-socket.js';
import type { AbuseClass, Host, Outcome, Target } from './abuse-class.js';
import { head, openMany, outcomesOf } from './raw-case.js';

type Scenario = (context: {
  url: string;
  host: string;
  /** A path that accepts a JSON body, and one with a large response. */
  post: string;
  large: string;
  headers: Record<string, string>;
  from: string;
}) => Promise<RawSocket[]>;

const HOLD_MS = 1_500;
const TRICKLE_MS = 100;
const json = { 'Content-Type': 'application/json' };

const trickle = async (sockets: readonly RawSocket[], text: string): Promise<void> => {
  for (let sent = 0; sent < HOLD_MS / TRICKLE_MS; sent++) {
    await Promise.all(sockets.map(({ send }) => send(text[sent % text.length]!)));
    await setTimeout(TRICKLE_MS);
  }
};

const scenarios: Record<string, Scenario> = {
  'slow heads': async ({ url, host, large, from }) => {
    const sockets = await openMany(url, 60, from);
    await Promise.all(sockets.map(({ send }) => send(`GET ${large} HTTP/1.1\r\nHost: ${host}\r\nX-A: `)));
    await trickle(sockets, 'abc');
    return sockets;
  },
  'slow bodies': async ({ url, post, headers, from }) => {
    const sockets = await openMany(url, 60, from);
    await Promise.all(
      sockets.map(({ send }) =>
        send(`${head(`POST ${post}`, { ...headers, ...json, 'Content-Length': 10_000 })}{"q":"`),
      ),
    );
    await trickle(sockets, 'abc');
    return sockets;
  },
  'bodies that do not come': async ({ url, post, headers, from }) => {
    const sockets = await openMany(url, 100, from);
    const announced = head(`POST ${post}`, { ...headers, ...json, 'Content-Length': 1_000_000 });
    await Promise.all(sockets.map(({ send }) => send(announced)));
    await setTimeout(HOLD_MS);
    return sockets;
  },
  'unread responses': async ({ url, large, headers, from }) => {
    const sockets = await openMany(url, 40, from);
    for (const { socket } of sockets) socket.pause();
    await Promise.all(sockets.map(({ send }) => send(head(`GET ${large}`, headers).repeat(10))));
    await setTimeout(HOLD_MS);
    for (const { socket } of sockets) socket.resume();
    return sockets;
  },
  'half-closed connections': async ({ url, post, headers, from }) => {
    const sockets = await openMany(url, 60, from);
    for (const [i, { socket }] of sockets.entries())
      socket.end(
        head(`POST ${post}`, { ...headers, ...json, 'Content-Length': 100 }).slice(
          0,
          i % 2 === 0 ? 20 : undefined,
        ),
      );
    await setTimeout(HOLD_MS);
    return sockets;
  },
  'aborted requests': async ({ url, large, headers, from }) => {
    const all: RawSocket[] = [];
    for (let round = 0; round < 6; round++) {
      const sockets = await openMany(url, 25, from);
      await Promise.all(sockets.map(({ send }) => send(head(`GET ${large}`, headers))));
      for (const { socket } of sockets) socket.destroy();
      all.push(...sockets);
    }
    return all;
  },
  'many connections': async ({ url, from }) => {
    const sockets = await openMany(url, 320, from);
    await setTimeout(HOLD_MS);
    return sockets;
  },
};

/** Two concurrent cases stay below MAX_CONNECTIONS together; otherwise nobody else could connect. */
export const connections: AbuseClass = {
  name: 'connections',
  count: 14,
  atOnce: 2,
  newCase: (target, random, index) => {
    const kinds = Object.entries(scenarios);
    const [kind, scenario] = kinds[Math.floor(index / 2) % kinds.length]!;
    const name: Host = index % 2 === 0 ? 'public' : 'private';
    const context = { ...contextOf(target, name), from: `127.2.${index % 250}.${random.int(250) + 1}` };
    return {
      name: `${kind} (${name} host)`,
      run: async (): Promise<Outcome[]> => {
        const sockets = await scenario(context);
        const outcomes = sockets.flatMap(outcomesOf);
        for (const { socket } of sockets) socket.destroy();
        return outcomes;
      },
    };
  },
};

const contextOf = ({ hosts, hostName, tokens }: Target, name: Host) => ({
  url: hosts[name].url,
  host: hostName,
  post: name === 'public' ? '/api/search' : '/v2/items/create',
  large: name === 'public' ? '/api/sitemap.xml' : '/v2/openapi.json',
  headers: { Host: hostName, ...(name === 'private' && { Authorization: `Bearer ${tokens[0]!}` }) },
});
