/** Malformed and ambiguous HTTP, and forged proxy headers. */
import { openSocket } from '../raw-socket.js';
import { expanded } from '../fuzz/odd-values.js';
import { head } from '../raw-socket.js';
import type { Random } from '../../../scripts/random.js';
import type { AbuseClass } from './abuse-class.js';
import { VALUES } from './hostile-texts.js';
import { allOperations, operationAt, requestOf } from './operation-request.js';
import { finish, responded } from './raw-case.js';
import { anyAddress, type HostileRequest } from './send.js';

interface Parts {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  random: Random;
}

const FORWARDED: string[] = VALUES.forwarded.map(expanded);
const HOSTS: string[] = VALUES.hosts.map(expanded);
const TARGETS: string[] = VALUES.targets.map(expanded);
const LENGTHS: string[] = VALUES.lengths;
const ENCODINGS: string[] = VALUES.encodings;
const CHUNKS: string[] = VALUES.chunks.map(expanded);

/** The request, with more headers. */
const headWith = ({ method, path, headers }: Parts, more: Record<string, string | number> = {}): string =>
  head(`${method} ${path}`, { ...headers, ...more });
const json = { 'Content-Type': 'application/json' };

const messages: Record<string, (parts: Parts) => string> = {
  'forged X-Forwarded': (parts) =>
    headWith(parts, {
      'X-Forwarded-For': parts.random.pick(FORWARDED),
      'X-Forwarded-Host': parts.random.pick(HOSTS),
      'X-Forwarded-Proto': parts.random.pick(['javascript', 'https', 'http, https', 'x'.repeat(5_000)]),
      Forwarded: 'for=127.0.0.1;host=other.localhost;proto=javascript',
    }),
  'odd Host': (parts) => headWith(parts, { Host: parts.random.pick(HOSTS) }),
  'two hosts': (parts) =>
    head(`${parts.method} ${parts.path}`, {
      Host: 'other.localhost',
      ...parts.headers,
      host: 'third.localhost',
    }),
  'no Host': ({ method, path, headers: { Authorization = '' } }) =>
    head(`${method} ${path}`, { Authorization }),
  'absolute target': (parts) =>
    head(`${parts.method} http://${parts.random.pick(HOSTS)}${parts.path}`, parts.headers),
  'broken target': (parts) => head(`${parts.method} ${parts.random.pick(TARGETS)}`, parts.headers),
  'odd method': (parts) =>
    head(
      `${parts.random.pick(['TRACE', 'CONNECT', 'PROPFIND', 'get', 'X'.repeat(500), 'PRI', 'OPTIONS'])} ${parts.path}`,
      parts.headers,
    ),
  'odd Content-Length': (parts) =>
    `${headWith(parts, { ...json, 'Content-Length': parts.random.pick(LENGTHS) })}{"a":1}`,
  'two lengths': (parts) =>
    `${headWith(parts, { ...json, 'Content-Length': 2, 'content-length': 30 })}{}GET /v2/account HTTP/1.1\r\n\r\n`,
  'length and encoding': (parts) =>
    `${headWith(parts, { ...json, 'Content-Length': 4, 'Transfer-Encoding': 'chunked' })}0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n`,
  'odd Transfer-Encoding': (parts) =>
    `${headWith(parts, { ...json, 'Transfer-Encoding': parts.random.pick(ENCODINGS) })}2\r\n{}\r\n0\r\n\r\n`,
  'odd chunks': (parts) =>
    headWith(parts, { ...json, 'Transfer-Encoding': 'chunked' }) + parts.random.pick(CHUNKS),
  'pipelining behind a large body': (parts) =>
    headWith(parts, { ...json, 'Content-Length': 3_000_000 }) +
    'x'.repeat(3_000_000) +
    head('GET /healthz', parts.headers).repeat(20),
  'many requests at once': (parts) => headWith({ ...parts, method: 'GET' }).repeat(100),
  'header flood': (parts) =>
    headWith(parts, {
      ...Object.fromEntries(
        Array.from({ length: parts.random.pick([90, 1_900, 20_000]) }, (_, i) => [`X-${i}`, 'a']),
      ),
    }),
  'long header': (parts) =>
    headWith(parts, {
      [parts.random.pick([
        'Cookie',
        'Authorization',
        'If-None-Match',
        'Accept-Encoding',
        'Range',
        'X-Request-Id',
        'Idempotency-Key',
      ])]: parts.random
        .pick(['a, ', '"a", ', 'bytes=0-1,', ';q=', '\\"'])
        .repeat(parts.random.pick([1_000, 20_000])),
    }),
  'folded headers': (parts) => headWith(parts, { 'X-A': `a${'\r\n b'.repeat(1_000)}` }),
  'odd bytes': (parts) => headWith(parts, { 'X-A': 'a\u0000b', 'X B': 'c', '': 'd' }),
  'odd version': ({ method, path }) =>
    `${method} ${path} ${['HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 HTTP/1.1', 'x', ''][path.length % 5]!}\r\nHost: a\r\n\r\n`,
  'HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0012\u0004',
  TLS: () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  upgrade: (parts) =>
    headWith(parts, {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'eA==',
      Expect: '100-continue',
    }),
  'line breaks': () => '\r\n'.repeat(5_000),
};

/** How long to wait for a response. Some requests get none, because the server waits for the rest of the body. */
const WAIT_MS = 1_500;

export const protocol: AbuseClass = {
  name: 'protocol',
  count: 300,
  atOnce: 8,
  newCase: (target, random, index) => {
    const kinds = Object.entries(messages);
    const [kind, make] = kinds[index % kinds.length]!;
    const operations = allOperations(target).filter(({ method }) => method !== 'DELETE');
    const request = requestOf(target, operationAt(operations, index), random);
    const { url, from } = request;
    const text = make({ method: request.method, path: pathFrom(request), headers: request.headers, random });
    return {
      name: `${request.method} ${request.path.slice(0, 100)} ${kind}`,
      run: async () => {
        const socket = await openSocket(url, from ?? anyAddress(random));
        await Promise.race([socket.send(Buffer.from(text, 'latin1')), socket.closed]);
        await responded(socket, WAIT_MS);
        return finish([socket]);
      },
    };
  },
};

const pathFrom = ({ url, path }: HostileRequest): string => new URL(url).pathname.replace(/\/$/, '') + path;
