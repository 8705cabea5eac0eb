/** One run of a worker, from start to end. */
import { createChannel, type Channel } from './channel.js';
import { WorkerError, type ErrorTable } from './errors.js';
import { launch, type Launched, type LaunchOptions } from './launch.js';

export interface RunOptions extends LaunchOptions {
  /** Its name in error messages: "The search thread". */
  name: string;
  /** The argument of the worker's `setup`. */
  data?: unknown;
  /** Functions that the worker can call, by name. */
  served?: object;
  errors?: ErrorTable;
}

export interface Run<Remote extends object> {
  /** Resolves once the worker accepts calls. */
  started: Promise<Channel<Remote>>;
  /** An idle worker does not keep its owner's process alive. */
  keepAlive(busy: boolean): void;
  /**
   * Ends the worker, and resolves once it has ended. Pending calls may finish within this time, ms; after it, they
   * reject with the error.
   */
  end(error: WorkerError, finishMs: number): Promise<void>;
}

/** The functions that every worker has. */
interface Served {
  start(data: unknown): void;
  close(): void;
}

/**
 * @param before awaited first: until it resolves, the previous run may have files open
 * @param onDeath called when the worker has ended by itself, or failed to start
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
    // Queued behind the calls that wait for the start.
    if (finishMs > 0 && !ended)
      await atMost(
        finishMs,
        started.then(() => channel!.call('close')),
      );
    ended ??= error;
    channel?.end(ended);
    await worker?.end(finishMs);
  };

  /** @returns the error with which its calls reject */
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

/** Resolves when the work settles, or after this time. */
const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([late, work.catch(() => undefined)]);
  clearTimeout(timer);
};
