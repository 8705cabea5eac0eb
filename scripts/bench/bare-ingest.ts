/** The baseline of `ingest`: a Koa handler that looks up the token, parses the JSON, and responds with an id. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Koa from 'koa';
import { Database } from '../../sqlite/driver.js';
import type { Statement } from './bare-setup.js';

/** The configuration, read from a JSON file. */
export interface BareIngest {
  port: number;
  database: string;
  /** The first parameter is the hash of the token; the others are constant. */
  tokenQuery: Statement;
}

const setup = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BareIngest;
const [, ...parameters] = setup.tokenQuery.parameters;
const token = new Database(setup.database, { readonly: true }).prepare(setup.tokenQuery.sql);

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/healthz') {
    ctx.body = '{}';
    return;
  }
  const hash = createHash('sha256').update(ctx.get('Authorization').slice('Bearer '.length)).digest('hex');
  if (!token.get(hash, ...parameters)) {
    ctx.status = 401;
    return;
  }
  const event = JSON.parse((await buffer(ctx.req)).toString('utf8')) as { itemId?: number };
  if (event.itemId === undefined) {
    ctx.status = 422;
    return;
  }
  ctx.body = { mediaPlaybackEventId: randomUUID() };
});
const handle = app.callback();
createServer((message, response) => void handle(message, response)).listen(setup.port, '127.0.0.1');
