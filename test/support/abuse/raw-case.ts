/** Connections driven byte by byte, for cases that no HTTP client would send. */
import { setTimeout } from 'node:timers/promises';
import { openSocket, statusesOf, type RawSocket } from '../raw-socket.js';
import { timeUntil } from '../../../scripts/harness/wait.js';
import type { Outcome } from './abuse-class.js';
import { NO_PROBLEMS, problemsIn } from './send.js';

/** Opens connections from one address, and drops those that are refused. */
export const openMany = async (url: string, count: number, from: string): Promise<RawSocket[]> => {
  const opened = await Promise.allSettled(Array.from({ length: count }, () => openSocket(url, from)));
  return opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
};

/** The responses received on a connection so far. */
const outcomesOf = ({ received }: RawSocket): Outcome[] => {
  const text = received();
  const statuses = statusesOf(text);
  if (statuses.length === 0) return [{ status: 'closed', bytes: 0, ...NO_PROBLEMS }];
  const body = text.slice(text.lastIndexOf('\r\n\r\n') + 4);
  // Body size and problems belong to the last response, because errors usually close the connection.
  return statuses.map((status, i) =>
    i === statuses.length - 1
      ? { status, bytes: body.length, ...problemsIn(body) }
      : { status, bytes: 0, ...NO_PROBLEMS },
  );
};

/** Resolves when a response has started, the connection has closed, or `ms` have passed. */
export const responded = async ({ socket, received }: RawSocket, ms: number): Promise<void> => {
  await timeUntil(() => socket.closed || received() !== '', ms, POLL_MS);
  // The rest of a response follows.
  await setTimeout(POLL_MS);
};
const POLL_MS = 25;

/** The responses on all connections, which are closed. */
export const finish = (sockets: readonly RawSocket[]): Outcome[] => {
  const outcomes = sockets.flatMap(outcomesOf);
  for (const { socket } of sockets) socket.destroy();
  return outcomes;
};
