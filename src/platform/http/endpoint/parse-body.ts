/** Reads request bodies with koa-body, which checks their length against the limit. */
import { HttpMethodEnum, koaBody } from 'koa-body';
import type { Context } from 'koa';

type Parser = ReturnType<typeof koaBody>;

/** Caches one parser per limit. */
const parsersBy = (make: (limitBytes: number) => Parser): ((limitBytes: number) => Parser) => {
  const made = new Map<number, Parser>();
  return (limitBytes) => {
    const parser = made.get(limitBytes) ?? make(limitBytes);
    made.set(limitBytes, parser);
    return parser;
  };
};

const { POST, PUT, PATCH, DELETE } = HttpMethodEnum;
const COMMON = { urlencoded: false, parsedMethods: [POST, PUT, PATCH, DELETE] };

const jsonParser = parsersBy((jsonLimit) =>
  koaBody({ ...COMMON, json: true, jsonStrict: false, text: false, jsonLimit }),
);

const BYTES = 'application/octet-stream';

/** As text without an encoding, for which koa-body returns the raw bytes. */
const byteParser = parsersBy((textLimit) =>
  koaBody({ ...COMMON, json: false, text: true, textTypes: [BYTES], encoding: '', textLimit }),
);

const parsed = async (parser: Parser, ctx: Context): Promise<unknown> => {
  await parser(ctx, () => Promise.resolve());
  return ctx.request.body;
};

/**
 * The value of a JSON body; undefined if there is none.
 * @throws {Error} with the status 400, 413 or 415
 */
export const parseJsonBody = (ctx: Context, limitBytes: number): Promise<unknown> =>
  parsed(jsonParser(limitBytes), ctx);

/**
 * The bytes of a body of any type. Overwrites the content type, which selects the parser, so callers must read it
 * before.
 * @throws {Error} with the status 400 or 413
 */
export const readBytes = async (ctx: Context, limitBytes: number): Promise<Buffer> => {
  ctx.req.headers['content-type'] = BYTES;
  return ((await parsed(byteParser(limitBytes), ctx)) as Buffer | undefined) ?? Buffer.alloc(0);
};
