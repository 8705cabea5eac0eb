/** Reads request bodies with koa-body, which checks their length against the limit. */
import { HttpMethodEnum, koaBody } from 'koa-body';
import type { Context } from 'koa';
import { assertJsonBounds } from './json-bounds.js';

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

const BYTES = 'application/octet-stream';

/** As text without an encoding, for which koa-body returns the raw bytes. */
const byteParser = parsersBy((textLimit) =>
  koaBody({ ...COMMON, json: false, text: true, textTypes: [BYTES], encoding: '', textLimit }),
);

/** Also with its letters escaped. */
const MAYBE_PROTOTYPE = /__proto__|\\u00[5-7]/i;

/** A copy of the object would take the field as its prototype. */
const refusePrototype = (name: string, value: unknown): unknown => {
  if (name === '__proto__') throw new SyntaxError('__proto__ is not a field');
  return value;
};

/**
 * The value of a JSON body.
 * @throws {SyntaxError} with the status 400 when it is not JSON
 * @throws {ValidationError} when it is too deep or has too many values
 */
export const parseJson = (bytes: Buffer): unknown => {
  assertJsonBounds(bytes);
  // Without a byte order mark.
  const text = new TextDecoder().decode(bytes);
  try {
    return text === '' ? text : JSON.parse(text, MAYBE_PROTOTYPE.test(text) ? refusePrototype : undefined);
  } catch (error) {
    throw Object.assign(error as Error, { status: 400 });
  }
};

/**
 * The bytes of a body of any type. Overwrites the content type, which selects the parser, so callers must read it
 * before.
 * @throws {Error} with the status 400 or 413
 */
export const readBytes = async (ctx: Context, limitBytes: number): Promise<Buffer> => {
  ctx.req.headers['content-type'] = BYTES;
  await byteParser(limitBytes)(ctx, () => Promise.resolve());
  return (ctx.request.body as Buffer | undefined) ?? Buffer.alloc(0);
};
