/** A real server on loopback that speaks the protocol of transcriptions, and answers as a test wants. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SpeechRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** Of the form. */
  fields: Record<string, string[]>;
  file: { name: string; bytes: Buffer };
}

type Answer = (response: ServerResponse, request: SpeechRequest) => void;

export interface SpeechServer {
  url: string;
  /** Transcriptions that were asked for, in order. */
  requests: SpeechRequest[];
  /** How it answers from now on. */
  answer(how: Answer): void;
  close(): Promise<void>;
}

/** Answers with JSON. */
export const reply = (response: ServerResponse, body: unknown, status = 200, headers = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};

export const startSpeechServer = async (how: Answer): Promise<SpeechServer> => {
  const requests: SpeechRequest[] = [];
  let answer = how;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET') return reply(response, { object: 'list', data: [] });
      const form = parseForm(request.headers['content-type'] ?? '', Buffer.concat(chunks));
      const one = { path: request.url ?? '', headers: request.headers, ...form };
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

const parseForm = (type: string, body: Buffer): Pick<SpeechRequest, 'fields' | 'file'> => {
  const boundary = Buffer.from(`--${/boundary=(.+)$/.exec(type)?.[1]}`);
  const fields: Record<string, string[]> = {};
  const file = { name: '', bytes: Buffer.alloc(0) };
  for (let at = body.indexOf(boundary); ;) {
    const next = body.indexOf(boundary, at + boundary.length);
    if (next < 0) return { fields, file };
    const part = body.subarray(at + boundary.length + 2, next - 2);
    const end = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, end).toString();
    const content = part.subarray(end + 4);
    const name = / name="([^"]*)"/.exec(head)?.[1] ?? '';
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    if (filename === undefined) (fields[name] ??= []).push(content.toString());
    else Object.assign(file, { name: filename, bytes: content });
    at = next;
  }
};
