/** `PUT /uploads/{accountId}/{uploadId}/{secret}` receives a file as a stream from anyone with the URL. */
import { z } from 'zod';
import { command, type Endpoint } from '../http/endpoint/endpoint.js';
import { badRequest, forbidden } from '../lib/errors.js';
import { BlobSizeError } from './blob-store.js';
import type { UploadService } from './upload.service.js';

const INVALID_URL = 'Invalid upload URL';
const part = z.string().max(255);
const ID = /^[1-9]\d{0,15}$/;

export const uploadRoutes = (uploads: Pick<UploadService, 'receive'>): Endpoint[] => [
  command({
    method: 'PUT',
    path: '/uploads/{accountId}/{uploadId}/{secret}',
    operationId: 'uploadFile',
    summary: 'Upload a file',
    description:
      'Target of `uploadUrl`, unless files are in a bucket. It accepts one PUT with the declared content type and size within an hour.',
    tag: 'Files',
    scope: 'open',
    // Dashboards upload files from pages on other origins.
    cors: true,
    otherMethods: 'The upload URL allows only one PUT',
    params: z.object({ accountId: part, uploadId: part, secret: part }),
    body: { stream: 'application/octet-stream' },
    errors: [400, 403],
    example: {
      params: { accountId: '1', uploadId: '7', secret: 'Vb1rV0Xb6o3yYk2mQ9sT4w' },
    },
    handle: async ({ params: { accountId, uploadId, secret }, body, request: { message } }) => {
      if (!ID.test(accountId) || !ID.test(uploadId)) throw forbidden(INVALID_URL);
      try {
        await uploads.receive({
          accountId: Number(accountId),
          uploadId: Number(uploadId),
          secret,
          contentType: body.contentType,
          contentLength: body.contentLength,
          body: body.stream,
        });
      } catch (error) {
        const interrupted = error instanceof BlobSizeError || (message.destroyed && !message.complete);
        throw interrupted ? badRequest('The upload was interrupted') : error;
      }
    },
  }),
];
