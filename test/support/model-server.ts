/** A real server with OpenAI's API on loopback and responses that a test chooses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer<T> = (response: ServerResponse, request: T) => void;

export interface ModelServer<T> {
  url: string;
  /** The posted requests, in order. */
  requests: T[];
  /** Sets the responses from now on. */
  answer(how: Answer<T>): void;
  close(): Promise<void>;
}

/** Responds with JSON. */
export const reply = (response: ServerResponse, body: unknown, status = 200, headers = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};

export const startModelServer = async <T>(
  how: Answer<T>,
  read: (request: IncomingMessage, body: Buffer) => T,
): Promise<ModelServer<T>> => {
  const requests: T[] = [];
  let answer = how;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET') return reply(response, { object: 'list', data: [] });
      const one = read(request, Buffer.concat(chunks));
      requests.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (next) => (answer = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
