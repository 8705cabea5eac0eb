/** `PUT /uploads/{accountId}/{uploadId}/{secret}`: takes a file as a stream, from whoever was given the address. */
import type { Context, Middleware } from 'koa';
import { preflight } from '../http/preflight.js';
import { badRequest, forbidden } from '../lib/errors.js';
import { BlobSizeError } from './blob-store.js';
import type { UploadService } from './upload.service.js';

/** A sender that is silent for this long has gone. */
const SILENCE_MS = 60_000;
const ADDRESS = /^\/uploads\/([1-9]\d{0,15})\/([1-9]\d{0,15})\/([\w-]+)$/;

/** @param prefix of the private host, `/v2` */
export const takeUploads =
  (uploads: Pick<UploadService, 'take'>, prefix: string): Middleware =>
  (ctx, next) =>
    ctx.path.startsWith(`${prefix}/uploads/`) ? take(ctx, uploads, prefix) : (next() as Promise<void>);

const take = async (ctx: Context, uploads: Pick<UploadService, 'take'>, prefix: string): Promise<void> => {
  // Dashboards send files from their own pages.
  ctx.set('Access-Control-Allow-Origin', '*');
  if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method'))
    return preflight(ctx, 'PUT', 'Content-Type');
  const [, accountId, uploadId, secret] = ADDRESS.exec(ctx.path.slice(prefix.length)) ?? [];
  if (!secret) throw forbidden('This is no address of an upload');
  ctx.req.setTimeout(SILENCE_MS, () => ctx.req.destroy());
  try {
    await uploads.take({
      accountId: Number(accountId),
      uploadId: Number(uploadId),
      secret,
      method: ctx.method,
      contentType: ctx.get('Content-Type'),
      contentLength: ctx.request.length,
      body: ctx.req,
    });
  } catch (error) {
    throw brokeOff(ctx, error) ? badRequest('The file broke off') : error;
  }
  ctx.body = { result: 'success' };
};

const brokeOff = ({ req }: Context, error: unknown): boolean =>
  error instanceof BlobSizeError || (req.destroyed && !req.complete);
