/** What `items` is measured against: a Koa handler that looks the token up, runs the statements it was given for the path, and stringifies the rows. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import Koa from 'koa';

export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** What the bare server is started with: a file of this as JSON. */
export interface BareSetup {
  port: number;
  database: string;
  /** Its one parameter that varies is the hash of the token, the first. */
  tokenQuery: Statement;
  /** Statements of each path with its query. */
  queries: Record<string, Statement[]>;
}

const setup = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareSetup;
const database = new Database(setup.database, { readonly: true });
database.pragma('cache_size = -65536');

const prepared = new Map<string, Database.Statement>();
const statement = (sql: string): Database.Statement => {
  const known = prepared.get(sql) ?? database.prepare(sql);
  prepared.set(sql, known);
  return known;
};

const [, ...tokenParameters] = setup.tokenQuery.parameters;

const app = new Koa();
app.use((ctx) => {
  if (ctx.path === '/healthz') {
    ctx.body = '{}';
    return;
  }
  const secret = ctx.get('Authorization').slice('Bearer '.length);
  const hash = createHash('sha256').update(secret).digest('hex');
  const caller = statement(setup.tokenQuery.sql).get(hash, ...tokenParameters);
  const queries = setup.queries[ctx.url];
  if (!caller || !queries) {
    ctx.status = caller ? 404 : 401;
    return;
  }
  const rows = queries.map(({ sql, parameters }) => statement(sql).all(...parameters));
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(rows);
});
const handle = app.callback();
createServer((message, response) => void handle(message, response)).listen(setup.port, '127.0.0.1');
