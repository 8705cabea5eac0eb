/** Controls the load generator process, and formats the requests it sends. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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

/** A GET request as text. */
export const getRequest = (host: string, path: string, headers: Record<string, string> = {}): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

/** A POST or PATCH request with a JSON body as text. */
export const jsonRequest = (
  method: 'POST' | 'PATCH',
  host: string,
  path: string,
  headers: Record<string, string>,
  body: unknown,
): string => {
  const text = JSON.stringify(body);
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n');
};
