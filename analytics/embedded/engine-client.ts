/**
 * The embedded ClickHouse in a process of its own: it takes some 250 MiB, most of them its program, which it gives back
 * only by ending. It is started when it is needed, and ends when it has had nothing to do for a while.
 */
import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { ClickHouse } from '../clickhouse.js';
import { AnalyticsUnavailableError } from '../errors.js';
import { EXPORT, reviveError, type Engine, type EngineCall, type EngineReply } from './messages.js';

/** How long the process waits for its next statement. */
const IDLE_MS = 5_000;
/** It finishes its statements before it ends, but no longer than this. */
const END_MS = 30_000;

/** @throws {AnalyticsUnavailableError} when another process has the folder open */
export const connectEmbedded = async (path: string): Promise<ClickHouse> => {
  let current: Promise<EngineProcess> | undefined;
  /** Resolves once the one before has let go of the folder. */
  let before: Promise<void> = Promise.resolve();
  let busy = 0;
  let idle: NodeJS.Timeout | undefined;
  let failed = false;
  let closed = false;

  const start = async (): Promise<EngineProcess> => {
    await before;
    try {
      const engine = await startEngine(path, () => (current = undefined));
      failed = false;
      return engine;
    } catch (error) {
      current = undefined;
      failed = true;
      throw error;
    }
  };

  const end = async (): Promise<void> => {
    const ending = current;
    current = undefined;
    if (ending) before = ending.then((engine) => engine.end()).catch(() => undefined);
    await before;
  };

  const call = async <Name extends EngineCall['name']>(
    name: Name,
    ...args: Parameters<Engine[Name]>
  ): Promise<Awaited<ReturnType<Engine[Name]>>> => {
    if (closed) throw new AnalyticsUnavailableError('ClickHouse is closed');
    clearTimeout(idle);
    busy++;
    try {
      return (await (await (current ??= start())).call(name, args)) as Awaited<ReturnType<Engine[Name]>>;
    } finally {
      if (--busy === 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  };

  await call('ping');
  // Left behind by a process that was killed.
  for (const name of await readdir(path)) {
    if (name.startsWith(EXPORT)) await rm(join(path, name), { recursive: true, force: true });
  }
  return {
    query: <Row>(...args: Parameters<Engine['query']>) => call('query', ...args) as Promise<Row[]>,
    insert: (...args) => call('insert', ...args),
    command: (...args) => call('command', ...args),
    stream: async (...args) => {
      const file = await call('write', ...args);
      const stream = createReadStream(file);
      stream.once('close', () => void rm(dirname(file), { recursive: true, force: true }));
      return stream;
    },
    // It is not started to be asked: whoever needs it next finds out.
    ping: async () => {
      const engine = await current?.catch(() => undefined);
      return engine ? ((await engine.call('ping', []).catch(() => false)) as boolean) : !failed && !closed;
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      await end();
    },
  };
};

interface EngineProcess {
  /** @throws {AnalyticsUnavailableError} when the process ends meanwhile */
  call(name: EngineCall['name'], args: unknown[]): Promise<unknown>;
  /** Resolves once the process has ended. */
  end(): Promise<void>;
}

/** @param onEnd called when the process has ended by itself */
const startEngine = async (path: string, onEnd: () => void): Promise<EngineProcess> => {
  const child = newProcess(path);
  const exited = once(child, 'exit').catch(() => undefined);
  const waiting = new Map<number | null, { resolve(result: unknown): void; reject(error: Error): void }>();
  let serial = 0;
  let lost: Error | undefined;

  const lose = (why: string): void => {
    lost = new AnalyticsUnavailableError(`The process of the embedded ClickHouse ${why}`);
    for (const { reject } of waiting.values()) reject(lost);
    waiting.clear();
  };
  const loseUnasked = (why: string): void => {
    if (lost) return;
    lose(why);
    onEnd();
  };
  child.on('error', (error) => loseUnasked(`failed: ${error.message}`));
  child.on('exit', (code, signal) => loseUnasked(`has ended (${signal ?? code})`));
  child.on('message', ({ id, result, error }: EngineReply) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) child.channel?.unref();
    if (error) call?.reject(reviveError(error));
    else call?.resolve(result);
  });
  const answerTo = (id: number | null): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (lost) return reject(lost);
      waiting.set(id, { resolve, reject });
      child.channel?.ref();
    });
  const end = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
    await exited;
    clearTimeout(timer);
  };

  // While it has nothing to do it keeps nobody alive: it ends when the channel closes.
  child.unref();
  (child.stderr as Socket | null)?.unref();
  try {
    // What the engine writes about a folder that it cannot have is in the error.
    child.stderr?.resume();
    await answerTo(null);
    child.stderr?.pipe(process.stderr, { end: false });
  } catch (error) {
    await end();
    throw error;
  }
  return {
    call: (name, args) => {
      const id = ++serial;
      const answered = answerTo(id);
      if (!lost) child.send({ id, name, args } satisfies EngineCall);
      return answered;
    },
    end: () => {
      lose('was ended');
      return end();
    },
  };
};

/** Compiled, the program is a file beside this one; from sources it needs the TypeScript loader first. */
const newProcess = (path: string): ChildProcess => {
  const options: ForkOptions = {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  };
  if (!import.meta.url.endsWith('.ts'))
    return fork(new URL('./engine-process.js', import.meta.url), [path], options);
  const execArgv = ['--import', import.meta.resolve('tsx')];
  return fork(new URL('./engine-process.ts', import.meta.url), [path], { ...options, execArgv });
};
