/**
 * The baseline of `items` and `ingest`: a Koa handler that looks up the token, runs the SQL statements configured for
 * the call, and serialises the configured answer.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import Koa from 'koa';
import { Database, type Statement as Prepared } from '../../sqlite/driver.js';
import { unicodeLike } from '../../src/platform/db/dialect.js';
import type { BareSetup, Statement } from './bare.js';

const setup = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareSetup;
const { marker } = setup;
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

/** Runs the statements of a call that writes, with the values of its body. */
const write = (statements: readonly Statement[], { title = '' }: { title?: string }): void => {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const now = new Date().toISOString();
  let id: unknown;
  const own = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (value === marker.id) return id;
    return value.replace(marker.title, title).replace(marker.slug, slug).replace(marker.now, now);
  };
  for (const { sql, parameters } of statements) {
    const ready = statement(sql);
    const values = parameters.map(own);
    if (!ready.reader) {
      ready.run(...values);
      continue;
    }
    const rows = ready.all(...values);
    if (sql.startsWith('insert')) id ??= (rows[0] as { id: number }).id;
  }
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
  if (ctx.method === 'GET')
    for (const { sql, parameters } of call.statements) statement(sql).all(...parameters);
  else write(call.statements, (await json(ctx.req)) as { title?: string });
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(call.answer);
});
const handle = app.callback();
createServer((message, response) => void handle(message, response)).listen(setup.port, '127.0.0.1');
