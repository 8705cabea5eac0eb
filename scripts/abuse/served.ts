/** Runs `lectern serve` in its own process, as the container does, and monitors its event loop and memory. */
import { fileURLToPath } from 'node:url';
import { ALLOCATOR_SETTINGS } from '../../src/platform/lib/allocator.js';
import { memoryOf, startProcess } from '../bench/server.js';
import { freePort } from '../../test/support/free-port.js';

/** In MiB. Embedded ClickHouse, a child process, runs only while it is needed. */
export type Peak = ReturnType<typeof memoryOf>;

export interface Served {
  privateUrl: string;
  publicUrl: string;
  /**
   * The longest time in ms that the event loop was blocked since the last call.
   * @param collect collects garbage first, so that the memory figures contain only what is in use
   */
  takeStall(collect?: boolean): Promise<number>;
  /** Peak resident memory since the last call; NaN without /proc. */
  takePeak(): Peak;
  /** Resident memory now. */
  memory(): Peak;
  /** Whether the process has exited. */
  hasEnded(): boolean;
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SAMPLE_MS = 25;

/**
 * @param environment configuration, without the ports
 * @param isPlain leaves out the allocator settings
 */
export const serve = async (environment: Record<string, string>, isPlain = false): Promise<Served> => {
  const [privatePort, publicPort] = [await freePort(), await freePort()];
  const { child, pid, stop } = await startProcess(
    `${ROOT}dist/bin/lectern.js`,
    ['serve'],
    {
      ...(!isPlain && ALLOCATOR_SETTINGS),
      ...environment,
      PORT: String(privatePort),
      PUBLIC_PORT: String(publicPort),
      CONSOLE: 'false',
    },
    [privatePort, publicPort],
    {
      nodeArgs: ['--expose-gc', '--import', fileURLToPath(new URL('./stall-probe.mjs', import.meta.url))],
      ipc: true,
    },
  );
  let peak = memoryOf(pid);
  const sample = (): void => {
    const { serverMiB, childrenMiB } = memoryOf(pid);
    peak = {
      serverMiB: Math.max(peak.serverMiB, serverMiB || 0),
      childrenMiB: Math.max(peak.childrenMiB, childrenMiB || 0),
    };
  };
  const sampling = setInterval(sample, SAMPLE_MS);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  let calls = 0;
  return {
    privateUrl: `http://127.0.0.1:${privatePort}/v2`,
    publicUrl: `http://127.0.0.1:${publicPort}/api`,
    takeStall: (collect = false) =>
      new Promise((resolve, reject) => {
        const id = ++calls;
        const end = (): void => reject(new Error('The server has ended'));
        const onMessage = (message: { id: number; longestMs: number }): void => {
          if (message.id !== id) return;
          child.off('message', onMessage);
          child.off('exit', end);
          resolve(message.longestMs);
        };
        if (hasEnded()) return end();
        child.on('message', onMessage);
        child.once('exit', end);
        child.send({ id, collect });
      }),
    takePeak: () => {
      const highest = peak;
      peak = memoryOf(pid);
      return highest;
    },
    memory: () => memoryOf(pid),
    hasEnded,
    stop: async () => {
      clearInterval(sampling);
      if (!hasEnded()) await stop();
    },
  };
};
