/** Answers a browser that asks whether a page of another origin may make a call. */
import type { Context } from 'koa';

/** @param methods and `headers` as lists separated by commas */
export const preflight = (ctx: Context, methods: string, headers: string): void => {
  ctx.set('Access-Control-Allow-Methods', methods);
  ctx.set('Access-Control-Allow-Headers', headers);
  ctx.set('Access-Control-Max-Age', '86400');
  ctx.status = 204;
};
