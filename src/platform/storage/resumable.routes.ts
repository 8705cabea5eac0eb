/** Uploads in pieces: the tus protocol for files in the folder, and multipart uploads for files in a bucket. */
import { z } from 'zod';
import { command, endpoint, type Endpoint, type RawResponse } from '../http/endpoint/endpoint.js';
import type { RequestInfo } from '../http/callers/request-info.js';
import type { Caller } from '../lib/caller.js';
import { forbidden } from '../lib/errors.js';
import { dateTimeOutput } from '../lib/fields.js';
import { countParts, partBytesOf } from './resumable.repository.js';
import type { PieceCall, ResumableService } from './resumable.service.js';

const ID = /^[1-9]\d{0,15}$/;
const part = z.string().max(255);
const params = z.object({ accountId: part, uploadId: part, signature: part });
const exampleParams = {
  accountId: '1',
  uploadId: '7',
  signature: 'nUQpPv1bTzqYc0m8xLd2sKf7gHjW9eRaVo4iXtB6lEk',
};
const path = '/resumable/{accountId}/{uploadId}/{signature}';
/** Part numbers of one request for URLs. */
const MAX_SIGNED = 100;

const common = {
  tag: 'Files',
  scope: 'open',
  // Limited to the console's origin and those of `UPLOAD_ORIGINS`.
  cors: 'uploads',
  params,
} as const;
const tus = { ...common, path, errors: [400, 403, 409, 413], response: [] } as const;
const tusExample = { params: exampleParams, response: [] } as const;

const signedPart = z.object({
  partNumber: z.int(),
  sizeBytes: z.int().meta({ description: 'The exact size of the part.' }),
  url: z.string().meta({ description: 'A URL of the bucket for one PUT, valid for an hour.' }),
});
const storedPart = z.object({ partNumber: z.int(), sizeBytes: z.int(), uploadedDate: dateTimeOutput });

interface Request {
  params: z.output<typeof params>;
  caller: Caller;
  request: RequestInfo;
}

const callOf = ({ params: { accountId, uploadId, signature }, caller }: Request): PieceCall => {
  if (!ID.test(accountId) || !ID.test(uploadId)) throw forbidden('Invalid upload URL');
  return { accountId: Number(accountId), uploadId: Number(uploadId), signature, caller };
};

const bare = (status: number, headers: Record<string, string>): RawResponse => ({
  contentType: '',
  status,
  body: null,
  headers,
});

const tusReceiver =
  (resumable: ResumableService) =>
  async (input: Request): Promise<RawResponse> => {
    const { status, headers } = await resumable.receive(callOf(input), input.request.message);
    return bare(status, headers);
  };

export const resumableRoutes = (resumable: ResumableService): Endpoint[] => [
  endpoint({
    ...tus,
    method: 'HEAD',
    operationId: 'getUploadOffset',
    summary: 'Get how much of a file has arrived',
    description:
      'The tus protocol, 1.0: `Upload-Offset` is the number of bytes that have arrived, `Upload-Length` the size of the file, `Upload-Expires` when the upload expires ' +
      'if nothing else arrives. Send `Tus-Resumable: 1.0.0`.',
    example: tusExample,
    handle: tusReceiver(resumable),
  }),
  endpoint({
    ...tus,
    method: 'PATCH',
    operationId: 'uploadPiece',
    summary: 'Upload a piece of a file',
    description:
      'The tus protocol, 1.0, for `resumable.protocol` `tus`: the bytes from `Upload-Offset` on, at most `partBytes` where a proxy limits bodies. When the connection is cut, what has ' +
      'arrived stays: `HEAD` returns where to go on. 409 for another offset. After the last byte, the file is passed on as after `PUT` to `uploadUrl`.',
    status: 204,
    body: { stream: 'application/offset+octet-stream' },
    example: tusExample,
    handle: tusReceiver(resumable),
  }),
  endpoint({
    ...tus,
    method: 'DELETE',
    operationId: 'abortUpload',
    summary: 'End an upload in pieces',
    description:
      'Removes what has arrived. Works for both protocols. `POST /media/{mediaAssetId}/resume` starts again.',
    status: 204,
    example: tusExample,
    handle: async (input) => {
      if (input.request.message.headers['tus-resumable'] !== undefined) return tusReceiver(resumable)(input);
      await resumable.abort(callOf(input));
      return bare(204, {});
    },
  }),
  endpoint({
    ...tus,
    method: 'OPTIONS',
    operationId: 'getUploadOptions',
    summary: 'Get the extensions of the tus protocol',
    status: 204,
    example: tusExample,
    handle: tusReceiver(resumable),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: `${path}/parts`,
    operationId: 'listUploadParts',
    summary: 'List the parts that have arrived',
    description:
      'For `resumable.protocol` `multipart`. The file has `partCount` parts of `partBytes`, the last of which may be smaller.',
    response: z.object({
      parts: z.array(storedPart),
      partCount: z.int(),
      partBytes: z.int(),
      sizeBytes: z.int(),
      isComplete: z.boolean().meta({ description: 'Whether the file has been made of its parts.' }),
    }),
    errors: [403],
    example: {
      params: exampleParams,
      response: {
        parts: [{ partNumber: 1, sizeBytes: 30_000_000, uploadedDate: '2026-03-01T12:00:00.000Z' }],
        partCount: 100,
        partBytes: 30_000_000,
        sizeBytes: 3_000_000_000,
        isComplete: false,
      },
    },
    handle: async (input) => {
      const { parts, sizeBytes, isComplete } = await resumable.parts(callOf(input));
      return {
        parts: parts.map(({ modified, ...stored }) => ({ ...stored, uploadedDate: modified.toISOString() })),
        partCount: countParts(sizeBytes),
        partBytes: partBytesOf(sizeBytes),
        sizeBytes,
        isComplete,
      };
    },
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: `${path}/parts/sign`,
    operationId: 'signUploadParts',
    summary: 'Get URLs for parts',
    description:
      'For `resumable.protocol` `multipart`: `PUT` each part to its URL, without further headers, in any order. A part that is cut is sent again as a whole. The first call starts the multipart ' +
      'upload of the bucket. 422 for a part that the file does not have, or when the file has arrived.',
    maxJsonBytes: 4 * 1024,
    body: z.strictObject({ partNumbers: z.array(z.int().min(1)).min(1).max(MAX_SIGNED) }),
    response: z.object({ parts: z.array(signedPart) }),
    errors: [403],
    example: {
      params: exampleParams,
      body: { partNumbers: [1, 2] },
      response: {
        parts: [
          { partNumber: 1, sizeBytes: 30_000_000, url: 'https://bucket.example.org/…&partNumber=1' },
          { partNumber: 2, sizeBytes: 30_000_000, url: 'https://bucket.example.org/…&partNumber=2' },
        ],
      },
    },
    handle: async (input) => ({ parts: await resumable.signParts(callOf(input), input.body.partNumbers) }),
  }),
  command({
    ...common,
    method: 'POST',
    path: `${path}/complete`,
    operationId: 'completeUpload',
    summary: 'Make the file of its parts',
    description:
      'For `resumable.protocol` `multipart`, after the last part. The file is then passed on as after `PUT` to `uploadUrl`. 422 names the parts that are missing. Safe to repeat.',
    errors: [403],
    example: { params: exampleParams },
    handle: (input) => resumable.complete(callOf(input)),
  }),
];
