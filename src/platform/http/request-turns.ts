/** Spreads requests that arrive together over turns of the event loop, with a fair share for each client address. */

export interface RequestTurns {
  /**
   * Serves at once while there is time, otherwise queues the request.
   * @param address queue to which the request belongs
   */
  take(address: string, serve: () => void): void;
  /** Queues the request in any case. */
  wait(address: string, run: () => void): void;
}

/** How long requests may start in one turn of the event loop before the rest waits for the next. */
const TURN_MS = 10;
/** Of so many queued requests, one is of an address that had others served before it. */
const BACKLOG_EVERY = 4;

type Queue = Map<string, (() => void)[]>;

export const createRequestTurns = (): RequestTurns => {
  /**
   * Queued requests by address, those that have waited longest first: of addresses that had nothing queued before, and of
   * those that had a queued request served. However much a client queues, it does not delay another client's first request.
   */
  const first: Queue = new Map();
  const backlog: Queue = new Map();
  let served = 0;
  let startedAt: number | undefined;

  const serveNext = (): void => {
    const isBacklogTurn = ++served % BACKLOG_EVERY === 0;
    const queue = backlog.size > 0 && (isBacklogTurn || first.size === 0) ? backlog : first;
    const [next] = queue;
    if (!next) return;
    const [address, requests] = next;
    queue.delete(address);
    const serve = requests.shift();
    if (requests.length > 0) backlog.set(address, requests);
    serve?.();
  };

  /** One request per callback, because its microtasks run before the next callback. */
  const nextTurn = (): void => {
    startedAt = undefined;
    if (first.size + backlog.size === 0) return;
    startTurn();
    serveNext();
  };

  const startTurn = (): void => {
    startedAt = performance.now();
    setImmediate(nextTurn);
  };

  const queueOf = (address: string): (() => void)[] | undefined => first.get(address) ?? backlog.get(address);

  const wait = (address: string, run: () => void): void => {
    if (startedAt === undefined) startTurn();
    const requests = queueOf(address);
    if (requests) requests.push(run);
    else first.set(address, [run]);
  };

  return {
    take: (address, serve) => {
      const now = performance.now();
      if (startedAt === undefined) startTurn();
      // A client with nothing queued goes ahead of those that have.
      if (!queueOf(address) && now - (startedAt ?? now) < TURN_MS) serve();
      else wait(address, serve);
    },
    wait,
  };
};
