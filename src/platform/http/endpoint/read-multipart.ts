/** Reads a multipart/form-data body with one file, in memory. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { koaBody } from 'koa-body';
import type { Context } from 'koa';
import {
  badRequest,
  invalid,
  payloadTooLarge,
  unsupportedMediaType,
  type ErrorDetail,
} from '../../lib/errors.js';
import type { FileBody, FileBodyInput } from './bodies.js';
import { readBytes } from './parse-body.js';

/** Allowance for boundaries and part headers. */
const FRAMING_BYTES = 16 * 1024;
/** The most parts that are parsed; more than one is an error. */
const MAX_PARTS = 20;
const PIECE_BYTES = 16 * 1024;

interface FormPart extends FileBodyInput {
  name: string;
}

/**
 * @throws {UnsupportedMediaTypeError} when the body is not multipart/form-data or is compressed
 * @throws {PayloadTooLargeError} when the file is too large
 * @throws {BadRequestError} when the body is malformed
 * @throws {ValidationError} when the form is not exactly the one file
 */
export const readMultipart = async ({ file, maxBytes }: FileBody, ctx: Context): Promise<FileBodyInput> => {
  if (!ctx.is('multipart/form-data'))
    throw unsupportedMediaType(`Send the body as multipart/form-data with one file part named ${file}`);
  if (ctx.req.headers['content-encoding'] && ctx.req.headers['content-encoding'] !== 'identity')
    throw unsupportedMediaType('Send the body without Content-Encoding');
  const contentType = ctx.get('Content-Type');
  const bytes = await readBytes(ctx, maxBytes + FRAMING_BYTES);
  ctx.req.headers['content-type'] = contentType;
  const parts = await partsOf(ctx, bytes);
  const [part] = parts.filter(({ name }) => name === file);
  const problems: ErrorDetail[] = parts
    .filter((other) => other !== part)
    .map(({ name }) => ({ path: name, message: name === file ? 'is duplicated' : 'is not a known part' }));
  if (!part) problems.unshift({ path: file, message: 'is required' });
  if (!part || problems.length > 0) throw invalid(problems);
  if (part.bytes.length > maxBytes) throw payloadTooLarge(`${file} is larger than ${maxBytes} bytes`);
  return { filename: part.filename, bytes: part.bytes };
};

const partsOf = async (ctx: Context, bytes: Buffer): Promise<FormPart[]> => {
  if (bytes.length === 0) return [];
  const parts: FormPart[] = [];
  // One buffer for all parts in turn, because a part can arrive in as many chunks as it has bytes.
  const contents = Buffer.allocUnsafe(bytes.length);
  let end = 0;
  const parse = koaBody({
    multipart: true,
    patchKoa: false,
    formidable: {
      onPart: (part) => {
        if (parts.length >= MAX_PARTS) return;
        const start = end;
        const read: FormPart = { name: part.name ?? '', filename: part.originalFilename ?? '', bytes: EMPTY };
        parts.push(read);
        part.on('data', (chunk: Buffer) => {
          end += chunk.copy(contents, end);
          read.bytes = contents.subarray(start, end);
        });
      },
    },
  });
  const req = Object.assign(Readable.from(pieces(bytes)), { headers: ctx.req.headers });
  try {
    await parse(Object.create(ctx, { req: { value: req } }) as Context, () => Promise.resolve());
  } catch {
    throw badRequest('The body is not well-formed multipart/form-data');
  }
  return parts;
};

/** Yields between pieces: line breaks cost the parser half a microsecond per byte. */
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    await setImmediate();
  }
}

const EMPTY = Buffer.alloc(0);
