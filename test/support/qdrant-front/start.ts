/**
 * A Qdrant for tests: Qdrant's own engine (the Python package qdrant-edge-py) behind the calls of its REST API that
 * Lectern makes. No server to install.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface QdrantFront {
  url: string;
  /** Requests that the front did not know, each refused with 501: none may be left in a run that passes. */
  unknown: readonly string[];
  /** Ends, and removes its data. */
  stop(): Promise<void>;
}

const PROGRAM = join(import.meta.dirname, 'server.py');

/** @returns undefined where `python`, a program, is missing or lacks the package */
export const startQdrantFront = async (
  python = process.env.TEST_QDRANT_PYTHON || 'python3',
): Promise<QdrantFront | undefined> => {
  // It ends with its input, whatever becomes of this process.
  const child = spawn(python, ['-B', PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
  const unknown: string[] = [];
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const port = await new Promise<number | undefined>((resolve) => {
    child.once('error', () => resolve(undefined));
    void ended.then(() => resolve(undefined));
    createInterface(child.stdout).on('line', (line) => {
      const message = JSON.parse(line) as { port: number } | { unknown: string };
      if ('port' in message) resolve(message.port);
      else unknown.push(message.unknown);
    });
  });
  if (port === undefined) {
    if (errors && !errors.includes('ModuleNotFoundError'))
      throw new Error(`The front of Qdrant did not start: ${errors}`);
    return undefined;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    unknown,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
