/** The worker's side: serves calls of its owner. */
import { parentPort } from 'node:worker_threads';
import { createChannel, type Caller, type Port } from './channel.js';
import type { ErrorTable } from './errors.js';

/**
 * Call it once, in the entry module of a worker.
 *
 * @param setup receives the owner's `data`, and returns the functions that the owner can call. A function named
 *   `close` is called last, after all other calls have ended. If `setup` throws, the worker fails to start.
 */
export const serve = <Owner extends object>(
  setup: (data: never, owner: Caller<Owner>) => object | Promise<object>,
  errors: ErrorTable = {},
): void => {
  const running = new Set<unknown>();
  let closing: Promise<unknown> | undefined;

  const start = async (data: never): Promise<void> => {
    const { close, ...calls } = (await setup(data, owner)) as Record<string, (...args: never[]) => unknown>;
    for (const [name, run] of Object.entries(calls))
      served[name] = async (...args) => {
        const result = Promise.resolve(run(...args)).finally(() => running.delete(result));
        running.add(result);
        return result;
      };
    served.close = () => (closing ??= Promise.allSettled(running).then(() => close?.()));
    if (!parentPort && !process.connected) await served.close();
  };

  const served: Record<string, (...args: never[]) => unknown> = { start };
  const owner = createChannel<Owner>(parentPort ? threadPort(parentPort) : processPort(), served, errors);
  // If the owner dies, a process ends after its pending calls.
  if (!parentPort) process.once('disconnect', () => void served.close?.());
};

const threadPort = (port: NonNullable<typeof parentPort>): Port => ({
  post: (message, transfer) => port.postMessage(message, transfer),
  onMessage: (listener) => port.on('message', listener),
});

const processPort = (): Port => {
  // Ignores signals to the process group: the owner decides when its workers end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  return {
    post: (message) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage: (listener) => process.on('message', listener),
  };
};
