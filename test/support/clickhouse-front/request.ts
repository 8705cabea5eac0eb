/** Parses requests of ClickHouse's HTTP protocol in all their forms. */
import { isUtf8 } from 'node:buffer';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface Statement {
  /** The query, followed by the rows of an insert. */
  sql: string;
  /** Settings of the engine, without those of the HTTP layer. */
  settings: Record<string, string>;
  /** Values of `{name:Type}`, escaped as in the protocol. */
  params: Record<string, string>;
  database: string | null;
  /** The format of the response to a query that names none. */
  format: string;
  /** GET requests may not write. */
  readOnly: boolean;
  /** Sends nothing before the whole response is known to be valid. */
  whole: boolean;
  compress: boolean;
  queryId: string;
  /** A folder with rows for the statement, to be removed after it; null if there are none. */
  input: string | null;
}

/** Parameters of the protocol that are not settings of the engine. */
const OF_THE_PROTOCOL = new Set([
  'query',
  'database',
  'query_id',
  'default_format',
  'wait_end_of_query',
  'enable_http_compression',
  'http_zlib_compression_level',
  'http_headers_progress_interval_ms',
  'http_response_buffer_size',
  'send_progress_in_http_headers',
  'user',
  'password',
  'role',
]);

/** A request that is rejected before the engine runs, with ClickHouse's error. */
export class Refusal extends Error {
  /** @param code ClickHouse's number of the error @param label its name */
  constructor(code: number, label: string, message: string) {
    super(`Code: ${code}. DB::Exception: ${message} (${label})`);
  }
}

/** @throws Refusal for requests that this front does not support */
export const readStatement = async (request: IncomingMessage): Promise<Statement> => {
  const fields = new URL(request.url ?? '/', 'http://front').searchParams;
  const body = await readBody(request);
  const type = request.headers['content-type'] ?? '';
  let input: string | null = null;
  if (type.startsWith('multipart/form-data')) {
    for (const [name, value] of partsOf(body.toString(), type)) fields.set(name, value);
  } else if (body.length > 0) {
    const query = fields.get('query');
    if (!isUtf8(body)) {
      input = mkdtempSync(join(tmpdir(), 'lectern-front-'));
      fields.set('query', fromFile(query ?? '', body, join(input, 'rows')));
    } else fields.set('query', query === null ? body.toString() : `${query}\n${body.toString()}`);
  }
  const named = [...fields];
  for (const name of ['session_id', 'compress', 'decompress'])
    if (fields.has(name)) throw notImplemented(`The parameter ${name}`);
  return {
    sql: fields.get('query') ?? '',
    settings: Object.fromEntries(
      named.filter(([name]) => !OF_THE_PROTOCOL.has(name) && !name.startsWith('param_')),
    ),
    params: Object.fromEntries(
      named.filter(([name]) => name.startsWith('param_')).map(([name, value]) => [name.slice(6), value]),
    ),
    database: fields.get('database'),
    format: fields.get('default_format') ?? 'TabSeparated',
    readOnly: request.method === 'GET',
    whole: fields.get('wait_end_of_query') === '1',
    compress: fields.get('enable_http_compression') === '1',
    queryId: fields.get('query_id') ?? crypto.randomUUID(),
    input,
  };
};

/** chdb reads no binary rows after a query, but files. */
const fromFile = (query: string, body: Buffer, file: string): string => {
  const [insert, structure] = /FROM input\(('(?:[^'\\]|\\.)*')\)[^]*FORMAT Parquet\s*$/.exec(query) ?? [];
  if (!insert || !structure) throw notImplemented('Binary input, but for input(…) in the format Parquet');
  writeFileSync(file, body);
  return query
    .replace(/FORMAT Parquet\s*$/, '')
    .replace(/FROM input\(/, () => `FROM file('${file}', Parquet, `);
};

/** Fields of a form, in which the client sends parameters that are too long for a URL. */
const partsOf = (body: string, type: string): [string, string][] => {
  const [, boundary = ''] = /boundary="?([^";]+)/.exec(type) ?? [];
  return body.split(`--${boundary}`).flatMap((part): [string, string][] => {
    const [, name, value] = /name="([^"]+)"[^]*?\r\n\r\n([^]*)\r\n$/.exec(part) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
};

const notImplemented = (what: string): Refusal =>
  new Refusal(48, 'NOT_IMPLEMENTED', `${what} is not implemented.`);

const readBody = (request: IncomingMessage): Promise<Buffer> => {
  const encoding = request.headers['content-encoding'];
  const unpacked = (by: NodeJS.ReadWriteStream): Readable => request.pipe(by) as unknown as Readable;
  switch (encoding) {
    case undefined:
      return buffer(request);
    case 'gzip':
      return buffer(unpacked(createGunzip()));
    case 'deflate':
      return buffer(unpacked(createInflate()));
    case 'br':
      return buffer(unpacked(createBrotliDecompress()));
    default:
      throw notImplemented(`The compression ${encoding}`);
  }
};
