/** One run of a worker, from its start to its end. */
import { createChannel, type Channel } from './channel.js';
import { WorkerError, type ErrorTable } from './errors.js';
import { launch, type Launched, type LaunchOptions } from './launch.js';

export interface RunOptions extends LaunchOptions {
  /** As error messages call it: "The search thread". */
  name: string;
  /** Given to the worker when it starts. */
  data?: unknown;
  /** What the worker can call here, by name. */
  served?: object;
  errors?: ErrorTable;
}

export interface Run<Remote extends object> {
  /** Resolves once calls can be made. */
  started: Promise<Channel<Remote>>;
  /** An idle worker does not keep its owner's process alive. */
  keepAlive(busy: boolean): void;
  /**
   * Ends the worker. Calls in progress may finish within this time, ms, and fail with the error after it.
   * @returns when it has ended
   */
  end(error: WorkerError, finishMs: number): Promise<void>;
}

/** What every worker serves. */
interface Served {
  start(data: unknown): void;
  close(): void;
}

/**
 * @param before is awaited first: what the run before had open
 * @param onDeath told when the worker has ended by itself, or could not start
 */
export const startRun = <Remote extends object>(
  options: RunOptions,
  before: Promise<unknown>,
  onDeath: (error: WorkerError) => void,
): Run<Remote> => {
  const { name } = options;
  let worker: Launched | undefined;
  let channel: Channel<Served> | undefined;
  let ended: WorkerError | undefined;
  let isBusy = true;

  const keepAlive = (busy: boolean): void => {
    isBusy = busy;
    worker?.keepAlive(busy);
  };

  const end = async (error: WorkerError, finishMs: number): Promise<void> => {
    keepAlive(true);
    // After the calls that wait for the start.
    if (finishMs > 0 && !ended)
      await atMost(
        finishMs,
        started.then(() => channel!.call('close')),
      );
    ended ??= error;
    channel?.end(ended);
    await worker?.end(finishMs);
  };

  /** @returns what its calls fail with */
  const die = (error: WorkerError): WorkerError => {
    if (ended) return ended;
    ended = error;
    onDeath(error);
    void end(error, 0);
    return error;
  };

  const start = async (): Promise<Channel<Remote>> => {
    await before;
    if (ended) throw ended;
    worker = launch(options);
    worker.keepAlive(isBusy);
    worker.onEnd((cause) => die(deathOf(name, cause)));
    channel = createChannel(worker, options.served ?? {}, options.errors ?? {});
    try {
      await channel.call('start', options.data);
    } catch (cause) {
      throw die(new WorkerError(`${name} cannot start: ${(cause as Error).message}`, 'start', cause));
    }
    worker.started();
    return channel as unknown as Channel<Remote>;
  };

  const started = start();
  started.catch(() => undefined);
  return { started, keepAlive, end };
};

const deathOf = (name: string, cause: (Error & { code?: string }) | undefined): WorkerError => {
  if (cause?.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new WorkerError(`${name} needed more memory than it may have`, 'memory', cause);
  return new WorkerError(`${name} stopped${cause ? `: ${cause.message}` : ''}`, 'crash', cause);
};

/** Resolves with the work, however it ends, or after this time. */
const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([late, work.catch(() => undefined)]);
  clearTimeout(timer);
};
