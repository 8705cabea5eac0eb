/** Sends requests to full URLs exactly as written, without credentials. */
import { createClient, type Answer } from './client.js';

const callWeb = (
  method: string,
  url: string,
  body?: string | Uint8Array,
  headers?: Record<string, string>,
): Promise<Answer> => {
  const prefix = url.indexOf('/', new URL(url).origin.length + 1);
  return createClient(url.slice(0, prefix)).send(method, url.slice(prefix), body, headers);
};

export const web = {
  send: callWeb,
  get: (url: string, headers?: Record<string, string>): Promise<Answer> =>
    callWeb('GET', url, undefined, headers),
  put: (url: string, body: string | Uint8Array, headers?: Record<string, string>): Promise<Answer> =>
    callWeb('PUT', url, body, headers),
};
