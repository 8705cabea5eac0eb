/**
 * Starts a Qdrant for tests: its engine (the Python package qdrant-edge-py) behind the REST calls that Lectern makes,
 * without a server to install.
 */
import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';

export interface QdrantFront {
  url: string;
  /** Requests that the front did not know and rejected with 501. A passing run has none. */
  unknown: readonly string[];
  /** Ends the engine, and removes its data. */
  stop(): Promise<void>;
}

const PROGRAM = join(import.meta.dirname, 'server.py');

/** Path of a Python with the engine; undefined if there is none. */
export const qdrantPython = (): string | undefined => {
  const python = process.env.TEST_QDRANT_PYTHON || 'python3';
  const { status } = spawnSync(python, ['-c', 'import qdrant_edge'], { stdio: 'ignore' });
  return status === 0 ? python : undefined;
};

/** Whether the tests can run on Qdrant: TEST_QDRANT_URL names a server, or is not set and Python has the engine. */
export const hasQdrant = (url = process.env.TEST_QDRANT_URL): boolean =>
  url === undefined ? qdrantPython() !== undefined : url !== '';

/**
 * Runs the engine until its input ends, so it never outlives this process.
 * @param python path of a Python with the engine
 * @param args a folder that stays, and a port
 */
export const runQdrantFront = (
  python: string,
  args: readonly string[] = [],
  stderr: 'inherit' | 'ignore' = 'inherit',
): ChildProcessByStdio<Writable, Readable, null> =>
  spawn(python, ['-B', PROGRAM, ...args], { stdio: ['pipe', 'pipe', stderr] });

/** @param python path of a Python with the engine */
export const startQdrantFront = async (python: string): Promise<QdrantFront> => {
  const child = runQdrantFront(python);
  const unknown: string[] = [];
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The front of Qdrant ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      const message = JSON.parse(line) as { port: number } | { unknown: string };
      if ('port' in message) resolve(message.port);
      else unknown.push(message.unknown);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    unknown,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
