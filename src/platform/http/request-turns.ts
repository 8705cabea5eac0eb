/** Turns of requests: those that arrive together are spread over turns of the event loop, each client address in its turn. */

export interface RequestTurns {
  /** Serves at once while there is time, otherwise in its turn. @param address whose turn it is */
  take(address: string, serve: () => void): void;
  /** Runs it in its turn, however much time there is. */
  wait(address: string, run: () => void): void;
}

/** How long requests may start in one turn of the event loop before the others wait for the next. */
const TURN_MS = 10;

export const createRequestTurns = (): RequestTurns => {
  /** Addresses with requests that wait; who was served last is last. */
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

  /** One request per callback: what it promises to do runs before the next callback. */
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
      // Whoever has nothing waiting goes before those that have.
      if (!waiting.has(address) && now - (startedAt ?? now) < TURN_MS) serve();
      else wait(address, serve);
    },
    wait,
  };
};
