/**
 * The process of the test server: ClickHouse's HTTP protocol on a loopback port, with chdb behind it. Arguments:
 * folder, port, password.
 */
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, type Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { drained } from '../drained.js';
import { codeOf, statusOf } from './error-status.js';
import { openEngine, type Answer } from './engine.js';
import { readStatement, Refusal, type Statement } from './request.js';

const [path = '', port = '0', password = ''] = process.argv.slice(2);
const engine = openEngine(path);

const checkPassword = (request: IncomingMessage): void => {
  if (password === '') return;
  const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const given = request.headers['x-clickhouse-key'] ?? Buffer.from(basic, 'base64').toString().split(':')[1];
  if (given !== password)
    throw new Refusal(516, 'AUTHENTICATION_FAILED', 'Authentication failed: password is incorrect.');
};

const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://front');
  if (url.pathname === '/ping') return void response.end('Ok.\n');
  let answer: Answer;
  let statement: Statement | undefined;
  try {
    checkPassword(request);
    statement = await readStatement(request);
    if (statement.sql.trim() === '') return void response.end('Ok.\n');
    response.setHeader('X-ClickHouse-Query-Id', statement.queryId);
    answer = await engine.run(statement);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    response.statusCode = statusOf(message);
    response.setHeader('X-ClickHouse-Exception-Code', codeOf(message));
    return void response.end(`${message} (version ${engine.version})\n`);
  } finally {
    if (statement?.input) rmSync(statement.input, { recursive: true, force: true });
  }
  await send(answer, statement, request, response);
};

const send = async (
  answer: Answer,
  { compress }: Statement,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  response.setHeader('X-ClickHouse-Format', answer.format);
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  response.setHeader('X-ClickHouse-Summary', summaryOf(answer));
  let out: Writable = response;
  if (compress && String(request.headers['accept-encoding']).includes('gzip')) {
    response.setHeader('Content-Encoding', 'gzip');
    out = createGzip();
    (out as unknown as PassThrough).pipe(response);
  }
  try {
    for await (const chunk of answer.chunks) {
      if (response.destroyed) return;
      if (!out.write(chunk)) await drained(out, response);
    }
    out.end();
  } catch {
    // The headers are sent: only a truncated response can still signal the error.
    response.destroy();
  }
};

const summaryOf = ({ readRows, readBytes, elapsedSecs }: Answer): string =>
  JSON.stringify({
    read_rows: String(readRows),
    read_bytes: String(readBytes),
    written_rows: String(readRows),
    written_bytes: String(readBytes),
    total_rows_to_read: '0',
    result_rows: String(readRows),
    result_bytes: String(readBytes),
    elapsed_ns: String(Math.round(elapsedSecs * 1e9)),
  });

const server = createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
});
server.listen(Number(port), '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);

// Ends with its parent process, however that ended.
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => {
  server.close(() => {
    engine.close();
    process.exit();
  });
  server.closeIdleConnections();
});
