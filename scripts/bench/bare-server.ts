/**
 * The baseline of `items`: a Koa handler that looks up the token, runs the SQL statements configured for the
 * call, and serialises the rows.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import Koa from 'koa';
import { Database, type Statement as Prepared } from '../../sqlite/driver.js';
import { unicodeLike } from '../../src/platform/db/dialect.js';
import { marker, type BareSetup, type Statement } from './bare-setup.js';

const setup = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareSetup;
const database = new Database(setup.database);
database.function(
  'unicode_like',
  { deterministic: true },
  unicodeLike() as (...values: unknown[]) => unknown,
);
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -65536'])
  database.pragma(pragma);

const prepared = new Map<string, Prepared>();
const statement = (sql: string): Prepared => {
  const known = prepared.get(sql) ?? database.prepare(sql);
  prepared.set(sql, known);
  return known;
};

const bodyOf = async (message: IncomingMessage): Promise<{ title: string }> => {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as { title: string };
};

/** Runs the statements of a call that writes, with the values of its body. */
const write = (statements: readonly Statement[], { title }: { title: string }): unknown[][] => {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const now = new Date().toISOString();
  let id: unknown;
  const own = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (value === marker.id) return id;
    return value.replace(marker.title, title).replace(marker.slug, slug).replace(marker.now, now);
  };
  return statements.map(({ sql, parameters }) => {
    const ready = statement(sql);
    const values = parameters.map(own);
    if (!ready.reader) {
      ready.run(...values);
      return [];
    }
    const rows = ready.all(...values);
    if (sql.startsWith('insert')) id ??= (rows[0] as { id: number }).id;
    return rows;
  });
};

const [, ...tokenParameters] = setup.tokenQuery.parameters;

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/healthz') {
    ctx.body = '{}';
    return;
  }
  const secret = ctx.get('Authorization').slice('Bearer '.length);
  const hash = createHash('sha256').update(secret).digest('hex');
  const caller = statement(setup.tokenQuery.sql).get(hash, ...tokenParameters);
  const call = setup.calls[`${ctx.method} ${ctx.url}`];
  if (!caller || !call) {
    ctx.status = caller ? 404 : 401;
    return;
  }
  const rows =
    ctx.method === 'GET'
      ? call.statements.map(({ sql, parameters }) => statement(sql).all(...parameters))
      : write(call.statements, await bodyOf(ctx.req));
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(call.answer ?? rows);
});
const handle = app.callback();
createServer((message, response) => void handle(message, response)).listen(setup.port, '127.0.0.1');
