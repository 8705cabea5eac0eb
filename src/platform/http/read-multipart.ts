/** Reads a multipart/form-data body with one file, in memory. */
import { Readable } from 'node:stream';
import formidable, { multipart } from 'formidable';
import type { Context } from 'koa';
import rawBody from 'raw-body';
import {
  badRequest,
  invalid,
  payloadTooLarge,
  unsupportedMediaType,
  type ErrorDetail,
} from '../lib/errors.js';
import type { FileBody, FileBodyInput } from './endpoint.js';

/** Allowance for boundaries and part headers. */
const FRAMING_BYTES = 16 * 1024;
/** The most parts that are parsed; more than one is an error. */
const MAX_PARTS = 20;

interface FormPart extends FileBodyInput {
  name: string;
}

/**
 * @throws {UnsupportedMediaTypeError} when the body is not multipart/form-data or is compressed
 * @throws {PayloadTooLargeError} when the file is too large
 * @throws {BadRequestError} when the body is malformed
 * @throws {ValidationError} when the parts are not exactly the one file
 */
export const readMultipart = async ({ file, maxBytes }: FileBody, ctx: Context): Promise<FileBodyInput> => {
  if (!ctx.is('multipart/form-data'))
    throw unsupportedMediaType(`Send the body as multipart/form-data with one file part named ${file}`);
  if (ctx.req.headers['content-encoding'] && ctx.req.headers['content-encoding'] !== 'identity')
    throw unsupportedMediaType('Send the body without Content-Encoding');
  const bytes = await rawBody(ctx.req, {
    limit: maxBytes + FRAMING_BYTES,
    length: ctx.req.headers['content-length'],
  });
  const parts = await partsOf(bytes, ctx.get('Content-Type'));
  const [part] = parts.filter(({ name }) => name === file);
  const problems: ErrorDetail[] = parts
    .filter((other) => other !== part)
    .map(({ name }) => ({ path: name, message: name === file ? 'is duplicated' : 'is not a known part' }));
  if (!part) problems.unshift({ path: file, message: 'is required' });
  if (!part || problems.length > 0) throw invalid(problems);
  if (part.bytes.length > maxBytes) throw payloadTooLarge(`${file} is larger than ${maxBytes} bytes`);
  return { filename: part.filename, bytes: part.bytes };
};

const partsOf = async (bytes: Buffer, contentType: string): Promise<FormPart[]> => {
  if (bytes.length === 0) return [];
  const parts: FormPart[] = [];
  const form = formidable({ enabledPlugins: [multipart] });
  form.onPart = (part) => {
    if (parts.length >= MAX_PARTS) return;
    const chunks: Buffer[] = [];
    const read: FormPart = { name: part.name ?? '', filename: part.originalFilename ?? '', bytes: EMPTY };
    parts.push(read);
    part.on('data', (chunk: Buffer) => chunks.push(chunk));
    part.on('end', () => (read.bytes = Buffer.concat(chunks)));
  };
  const body = Object.assign(Readable.from([bytes]), {
    headers: { 'content-type': contentType, 'content-length': String(bytes.length) },
  });
  try {
    await form.parse(body as never);
  } catch {
    throw badRequest('The body is not well-formed multipart/form-data');
  }
  return parts;
};

const EMPTY = Buffer.alloc(0);
