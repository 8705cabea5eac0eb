/** A small HTTP client for tests on node:http, which can set the Host header and send unusual requests. */
import { request, type IncomingHttpHeaders } from 'node:http';

export interface Answer<T = any> {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed JSON, or the text if the response is not JSON. */
  body: T;
  /** The bytes as received. */
  bytes: Buffer;
}

export interface Client {
  /** Headers of every request. */
  headers: Record<string, string>;
  get<T = any>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T = any>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  patch<T = any>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  delete<T = any>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  send<T = any>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
}

/**
 * @param base prefix of all paths; empty if paths are whole URLs. Bodies that are neither text nor bytes are sent as
 * JSON
 */
export const createClient = (base: string, common: Record<string, string> = {}): Client => {
  const send = <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> =>
    new Promise((resolve, reject) => {
      const payload =
        body === undefined
          ? undefined
          : typeof body === 'string' || body instanceof Uint8Array
            ? body
            : JSON.stringify(body);
      const type =
        body === undefined
          ? {}
          : {
              'Content-Type': 'application/json',
              'Content-Length': String(Buffer.byteLength(payload ?? '')),
            };
      const call = request(
        { ...targetOf(base + path), method, headers: { ...type, ...common, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const text = bytes.toString('utf8');
            const { 'content-type': type, 'content-encoding': packed } = response.headers;
            const json = type !== undefined && /[/+]json\b/.test(type) && text !== '' && !packed;
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: (json ? JSON.parse(text) : text) as T,
              bytes,
            });
          });
        },
      );
      call.on('error', reject);
      call.end(payload);
    });
  return {
    headers: common,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
};

/**
 * Splits the URL as written, and escapes only characters that a request line cannot contain. The class URL would
 * normalise it, including dots.
 */
const targetOf = (address: string) => {
  const [, hostname, port, path] = /^http:\/\/([^/:]+):(\d+)([^]*)$/.exec(address) ?? [];
  if (!path) throw new Error(`no address: ${address}`);
  return { hostname, port, path: path.replace(/[^\x21-\x7e]+/g, encodeURIComponent) };
};
