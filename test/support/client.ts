/** A small HTTP client for tests: node:http, so that the Host header can be set and odd requests can be sent. */
import { request, type IncomingHttpHeaders } from 'node:http';

export interface Answer<T = any> {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed JSON, or the text where the answer is not JSON. */
  body: T;
}

export interface Client {
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

/** @param base address that paths are relative to; bodies that are neither text nor bytes are sent as JSON */
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
        base + path,
        { method, headers: { ...type, ...common, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const json = response.headers['content-type']?.includes('json') && text !== '';
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: (json ? JSON.parse(text) : text) as T,
            });
          });
        },
      );
      call.on('error', reject);
      call.end(payload);
    });
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
};
