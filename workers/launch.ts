/** Starts the thread or the process of a worker, compiled or from TypeScript sources. */
import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { Port } from './channel.js';

export interface LaunchOptions {
  /** The module that calls `serve`, relative to the importer and without extension: `./search-worker`. */
  entry: string;
  /** `import.meta.url` of the module that starts the worker. */
  importer: string;
  /** A process frees all its memory when it ends, including that of native libraries. */
  kind?: 'thread' | 'process';
  /** Only for threads. */
  resourceLimits?: ResourceLimits;
}

/** A worker as its owner sees it. */
export interface Launched extends Port {
  /** An idle worker does not keep the owner's process alive. */
  keepAlive(busy: boolean): void;
  /** Called once the worker has started: from then on, the standard error of a process goes to the owner's. */
  started(): void;
  /** Resolves once it has ended. A process is killed after this time, ms. */
  end(withinMs: number): Promise<void>;
  /** @param listener called when it has ended, for whatever reason; if an error ended it, first with that error */
  onEnd(listener: (error: (Error & { code?: string }) | undefined) => void): void;
}

/** A worker with TypeScript sources first loads tsx. */
const launchThread = ({ href }: URL, isSource: boolean, resourceLimits?: ResourceLimits): Launched => {
  const loader = isSource && import.meta.resolve('tsx/esm/api');
  const thread = loader
    ? new Worker(`import('${loader}').then(({ register }) => (register(), import('${href}')))`, {
        eval: true,
        resourceLimits,
      })
    : new Worker(new URL(href), { resourceLimits });
  return {
    post: (message, transfer) => thread.postMessage(message, transfer),
    onMessage: (listener) => thread.on('message', listener),
    keepAlive: (busy) => (busy ? thread.ref() : thread.unref()),
    started: () => undefined,
    end: async () => {
      await thread.terminate();
    },
    onEnd: (listener) => thread.on('error', listener).on('exit', () => listener(undefined)),
  };
};

const launchProcess = (url: URL, isSource: boolean): Launched => {
  const child = fork(url, [], {
    execArgv: isSource ? ['--import', import.meta.resolve('tsx')] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  );
  child.unref();
  (child.stderr as Socket | null)?.unref();
  // Discards output of a failed start, because the error contains the reason.
  child.stderr?.resume();
  return {
    post: (message) => {
      if (child.connected) child.send(message);
    },
    onMessage: (listener) => child.on('message', listener),
    keepAlive: (busy) => (busy ? child.channel?.ref() : child.channel?.unref()),
    started: () => child.stderr?.pipe(process.stderr, { end: false }),
    end: async (withinMs) => {
      // Its owner waits for the end, and must not end before.
      child.ref();
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
      await exited;
      clearTimeout(timer);
    },
    onEnd: (listener) =>
      child.on('error', listener).on('exit', (code, signal) => {
        listener(new Error(`it ended with ${signal ?? `code ${code}`}`));
      }),
  };
};

export const launch = ({ entry, importer, kind = 'thread', resourceLimits }: LaunchOptions): Launched => {
  const isSource = importer.endsWith('.ts');
  const url = new URL(`${entry}${isSource ? '.ts' : '.js'}`, importer);
  return kind === 'thread' ? launchThread(url, isSource, resourceLimits) : launchProcess(url, isSource);
};
