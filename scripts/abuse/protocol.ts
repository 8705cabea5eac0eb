/** Malformed and ambiguous HTTP, and forged proxy headers. */
import { openSocket } from '../../test/support/raw-socket.js';
import type { Random } from '../random.js';
import type { AbuseClass, Outcome } from './abuse-class.js';
import { allOperations, operationAt, requestOf } from './operation-request.js';
import { head, outcomesOf, responded } from './raw-case.js';
import { anyAddress, type HostileRequest } from './send.js';

interface Parts {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  random: Random;
}

const FORWARDED = [
  '127.0.0.1',
  '::1',
  '10.0.0.1, 127.0.0.1',
  'unknown',
  'a'.repeat(8_000),
  '1.2.3.4,'.repeat(1_500),
  '[::ffff:1.2.3.4]:80',
  '',
  '\u00ff',
];
const HOSTS = [
  '',
  '.',
  'a..b',
  'other.localhost',
  'demo.localhost.',
  '[::1',
  '127.0.0.1:99999',
  'a'.repeat(8_000),
  'a.'.repeat(4_000),
  'x\ty',
  'a@b',
  'a/b',
  'a?b',
  'ＤＥＭＯ.localhost',
  'xn--',
];
const TARGETS = [
  '*',
  '',
  '//',
  '/..',
  '/%',
  '/%00',
  '/%ff',
  'http://[',
  'http://',
  'http://a:b@c/',
  'ftp://x/',
  '://',
  '/\\..\\',
  `/${'/'.repeat(8_000)}`,
  `/${'%2e/'.repeat(3_000)}`,
  `/a?${'&'.repeat(12_000)}`,
  '/?a=%',
  'demo.localhost:80',
  '/a b',
];
const LENGTHS = ['-1', '+5', '5, 6', '5 6', '0x5', '1e3', '99999999999999999999', '', ' ', '5\t'];
const ENCODINGS = [
  'chunked, chunked',
  'identity',
  'gzip, chunked',
  'chunked, identity',
  'xchunked',
  ' chunked',
  'chunked\t',
  '',
];
const CHUNKS = [
  '0\r\n\r\n',
  'fffffffffffffffff\r\n',
  '-1\r\n',
  '5\r\n{}\r\n0\r\n\r\n',
  `2;${'a=b;'.repeat(5_000)}\r\n{}\r\n0\r\n\r\n`,
  '2\n{}\n0\n\n',
  'g\r\n',
  `0\r\n${'A: b\r\n'.repeat(2_000)}\r\n`,
  `${'1\r\na\r\n'.repeat(20_000)}0\r\n\r\n`,
];

const lineOf = ({ method, path }: Parts): string => `${method} ${path}`;
const json = { 'Content-Type': 'application/json' };

const messages: Record<string, (parts: Parts) => string> = {
  'forged X-Forwarded': (parts) =>
    head(lineOf(parts), {
      ...parts.headers,
      'X-Forwarded-For': parts.random.pick(FORWARDED),
      'X-Forwarded-Host': parts.random.pick(HOSTS),
      'X-Forwarded-Proto': parts.random.pick(['javascript', 'https', 'http, https', 'x'.repeat(5_000)]),
      Forwarded: 'for=127.0.0.1;host=other.localhost;proto=javascript',
    }),
  'odd Host': (parts) => head(lineOf(parts), { ...parts.headers, Host: parts.random.pick(HOSTS) }),
  'two hosts': (parts) =>
    head(lineOf(parts), { Host: 'other.localhost', ...parts.headers, host: 'third.localhost' }),
  'no Host': (parts) => head(lineOf(parts), { Authorization: parts.headers.Authorization ?? '' }),
  'absolute target': (parts) =>
    head(`${parts.method} http://${parts.random.pick(HOSTS)}${parts.path}`, parts.headers),
  'broken target': (parts) => head(`${parts.method} ${parts.random.pick(TARGETS)}`, parts.headers),
  'odd method': (parts) =>
    head(
      `${parts.random.pick(['TRACE', 'CONNECT', 'PROPFIND', 'get', 'X'.repeat(500), 'PRI', 'OPTIONS'])} ${parts.path}`,
      parts.headers,
    ),
  'odd Content-Length': (parts) =>
    `${head(lineOf(parts), { ...parts.headers, ...json, 'Content-Length': parts.random.pick(LENGTHS) })}{"a":1}`,
  'two lengths': (parts) =>
    `${head(lineOf(parts), { ...parts.headers, ...json, 'Content-Length': 2, 'content-length': 30 })}{}GET /v2/account HTTP/1.1\r\n\r\n`,
  'length and encoding': (parts) =>
    `${head(lineOf(parts), { ...parts.headers, ...json, 'Content-Length': 4, 'Transfer-Encoding': 'chunked' })}0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n`,
  'odd Transfer-Encoding': (parts) =>
    `${head(lineOf(parts), { ...parts.headers, ...json, 'Transfer-Encoding': parts.random.pick(ENCODINGS) })}2\r\n{}\r\n0\r\n\r\n`,
  'odd chunks': (parts) =>
    head(lineOf(parts), { ...parts.headers, ...json, 'Transfer-Encoding': 'chunked' }) +
    parts.random.pick(CHUNKS),
  'pipelining behind a large body': (parts) =>
    head(lineOf(parts), { ...parts.headers, ...json, 'Content-Length': 3_000_000 }) +
    'x'.repeat(3_000_000) +
    head('GET /healthz', parts.headers).repeat(20),
  'many requests at once': (parts) => head(lineOf({ ...parts, method: 'GET' }), parts.headers).repeat(100),
  'header flood': (parts) =>
    head(lineOf(parts), {
      ...parts.headers,
      ...Object.fromEntries(
        Array.from({ length: parts.random.pick([90, 1_900, 20_000]) }, (_, i) => [`X-${i}`, 'a']),
      ),
    }),
  'long header': (parts) =>
    head(lineOf(parts), {
      ...parts.headers,
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
  'folded headers': (parts) => head(lineOf(parts), { ...parts.headers, 'X-A': `a${'\r\n b'.repeat(1_000)}` }),
  'odd bytes': (parts) => head(lineOf(parts), { ...parts.headers, 'X-A': 'a\u0000b', 'X B': 'c', '': 'd' }),
  'odd version': ({ method, path }) =>
    `${method} ${path} ${['HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 HTTP/1.1', 'x', ''][path.length % 5]!}\r\nHost: a\r\n\r\n`,
  'HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0012\u0004',
  TLS: () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  upgrade: (parts) =>
    head(lineOf(parts), {
      ...parts.headers,
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
      run: async (): Promise<Outcome[]> => {
        const socket = await openSocket(url, from ?? anyAddress(random));
        await Promise.race([socket.send(Buffer.from(text, 'latin1')), socket.closed]);
        await responded(socket, WAIT_MS);
        const outcomes = outcomesOf(socket);
        socket.socket.destroy();
        return outcomes;
      },
    };
  },
};

const pathFrom = ({ url, path }: HostileRequest): string => new URL(url).pathname.replace(/\/$/, '') + path;
