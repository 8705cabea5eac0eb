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

export const createRequestTurns = (): RequestTurns => {
  /** Queued requests by address, the most recently served address last. */
  const waiting = new Map<string, (() => void)[]>();
  let startedAt: number | undefined;

  const serveNext = (): void => {
    const [next] = waiting;
    if (!next) return;
    const [address, requests] = next;
    waiting.delete(address);
    const serve = requests.shift();
    if (requests.length > 0) waiting.set(address, requests);
    serve?.();
  };

  /** One request per callback, because its microtasks run before the next callback. */
  const nextTurn = (): void => {
    startedAt = undefined;
    if (waiting.size === 0) return;
    startTurn();
    serveNext();
  };

  const startTurn = (): void => {
    startedAt = performance.now();
    setImmediate(nextTurn);
  };

  const wait = (address: string, run: () => void): void => {
    if (startedAt === undefined) startTurn();
    const requests = waiting.get(address);
    if (requests) requests.push(run);
    else waiting.set(address, [run]);
  };

  return {
    take: (address, serve) => {
      const now = performance.now();
      if (startedAt === undefined) startTurn();
      // A client with nothing queued goes ahead of those that have.
      if (!waiting.has(address) && now - (startedAt ?? now) < TURN_MS) serve();
      else wait(address, serve);
    },
    wait,
  };
};
