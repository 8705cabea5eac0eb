/** A real transcription server on loopback with responses that a test chooses. */
import type { IncomingHttpHeaders } from 'node:http';
import { startModelServer, type Answer, type ModelServer } from './model-server.js';

export interface SpeechRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** The fields of the form. */
  fields: Record<string, string[]>;
  file: { name: string; bytes: Buffer };
}

export type SpeechServer = ModelServer<SpeechRequest>;

export const startSpeechServer = (how: Answer<SpeechRequest>): Promise<SpeechServer> =>
  startModelServer(how, ({ url = '', headers }, body) => ({
    path: url,
    headers,
    ...parseForm(headers['content-type'] ?? '', body),
  }));

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
