/** Values that break programs: boundary numbers, odd Unicode, deep and wide JSON, tricks in paths and headers. */
import type { Random } from '../random.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const TEXTS = [
  '',
  ' ',
  'a',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202eevil\u2066',
  '😀'.repeat(64),
  'e\u0301'.repeat(130),
  'ﷺ',
  '﷽'.repeat(300),
  'İıſß',
  'ΑΣΣ',
  "'; drop table item; --",
  '%',
  '_%\\',
  '\\',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  'http://[::1]/',
  'https://user:secret@example.org/',
  '2025-02-30',
  '2025-02-30T25:61:00Z',
  '0000-00-00',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13',
  'null',
  'true',
  'NaN',
  '1e3',
  '0x10',
  '１２',
  'a'.repeat(255),
  'a'.repeat(256),
  'é'.repeat(100_000),
  'Europe/Nowhere',
  '__proto__',
];
/** As JSON text, because some do not survive as JavaScript numbers. */
const NUMBERS = [
  '0',
  '-0',
  '-1',
  '1',
  '1.5',
  '1e-7',
  '2147483647',
  '2147483648',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '1e21',
  '1e308',
  '1e400',
  '-1e400',
];
const STRUCTURES = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"id":1}',
  '[{"id":0}]',
  '[{"id":"1"}]',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":1,"hasOwnProperty":2}',
  nested(200),
  nested(20_000),
  `[${'0,'.repeat(5_000)}0]`,
  `{${Array.from({ length: 2_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
];

/** A random odd string. */
export const oddText = (random: Random): string => random.pick(TEXTS);

/** A random JSON value, as JSON text. */
export const oddJson = (random: Random): string => {
  switch (random.int(3)) {
    case 0:
      return JSON.stringify(oddText(random));
    case 1:
      return random.pick(NUMBERS);
    default:
      return random.pick(STRUCTURES);
  }
};

/** A path segment in place of an id, already encoded. */
export const oddSegment = (random: Random): string =>
  random.pick([
    '0',
    '-1',
    '00',
    '1.0',
    '1e1',
    '+1',
    '%31',
    'abc',
    '2147483648',
    '9007199254740992',
    '99999999999999999999999',
    '%00',
    '%2e%2e',
    '..',
    '.',
    '%2F',
    '%25',
    '%E0%A4%A',
    '%F0%9F%98%80',
    '%27%3B--',
    'null',
    'create',
    '%20',
    '~',
    ':itemId',
    '{itemId}',
    '1;x=1',
    'a'.repeat(4_000),
  ]);

/** Text that is not valid JSON, or not a valid body. */
export const brokenJson = (random: Random): string =>
  random.pick([
    '',
    '{',
    '}',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    '\ufeff{}',
    'nope',
    '"\\ud800"',
    '[1,2',
    '\u0000',
    '{}{}',
    'NaN',
  ]);

/** Headers that are allowed but unusual. */
export const oddHeaders = (random: Random): Record<string, string> =>
  random.pick<Record<string, string>>([
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/json; charset=utf-16' },
    { 'Content-Type': 'application/json; charset=nonsense' },
    { 'Content-Type': 'application/vnd.api+json' },
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { 'Content-Type': 'multipart/form-data' },
    { 'Content-Type': 'multipart/form-data; boundary=x' },
    { 'Content-Type': ';;;' },
    { 'Content-Encoding': 'gzip' },
    { 'Content-Encoding': 'br' },
    { 'Content-Encoding': 'nonsense' },
    { 'Accept-Encoding': 'br;q=1, gzip;q=0.5, *;q=0' },
    { 'Accept-Encoding': '\u00ff' },
    { Accept: 'text/html' },
    { 'If-Match': '*' },
    { 'If-Match': '"nonsense", W/"x", ,' },
    { 'If-None-Match': '*' },
    { 'If-Modified-Since': 'yesterday' },
    { 'Idempotency-Key': 'a' },
    { 'Idempotency-Key': 'x'.repeat(300) },
    { 'Idempotency-Key': '\u00e9' },
    { Range: 'bytes=9-1' },
    { Range: 'bytes=0-0,2-3,-1' },
    { 'X-Forwarded-For': '::1, nonsense' },
    { 'X-Forwarded-Host': 'other.localhost' },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { 'X-Request-Id': 'x'.repeat(2_000) },
    { Expect: 'nonsense' },
    { Host: 'other.localhost' },
    { Host: '127.0.0.1' },
    { Host: '[::1]:80' },
    { Host: 'a..b' },
    { Authorization: 'Bearer' },
    { Authorization: 'Bearer lct_\u00ff' },
    { Origin: 'null' },
    { Cookie: 'a=b; '.repeat(500) },
  ]);
