/** Controls the load generator process, and formats the requests that it sends. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { head } from '../../test/support/raw-socket.js';
import type { Load, LoadResult } from './load-client.js';

export interface LoadGenerator {
  run(load: Load): Promise<LoadResult>;
  stop(): void;
}

export const startLoadGenerator = (): LoadGenerator => {
  const child = fork(fileURLToPath(new URL('./load-client.js', import.meta.url)), {
    serialization: 'advanced',
  });
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error('The load generator ended'));
        child.once('exit', ended);
        child.once('message', ({ result, error }: { result?: LoadResult; error?: string }) => {
          child.off('exit', ended);
          if (result) resolve(result);
          else reject(new Error(error));
        });
        child.send(load);
      }),
    stop: () => child.kill(),
  };
};

/**
 * A whole request as text.
 * @param line method and path
 * @param body sent as JSON
 */
export const requestText = (line: string, headers: Record<string, string>, body?: unknown): string => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const own = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
  return head(line, body === undefined ? headers : { ...headers, ...own }) + text;
};
