/** The headers of requests and answers as the OpenAPI document tells them: versions of records, and keys of creates. */
import { z } from 'zod';
import type { Endpoint } from './endpoint.js';
import { takesKey } from './idempotency.js';

const ifMatch = z.string().meta({
  description:
    'The ETag of the version that the change is meant for, or `*`; a record that has changed since is left as it is (412).',
});

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .meta({
    description:
      '1 to 255 printable ASCII characters. For 24 hours the same key with the same body gets the first answer again, with ' +
      '`Idempotency-Replayed: true`, and nothing is created twice; with another body or call, or while the first call is still ' +
      'running, it gets 409. A refused call frees its key.',
  });

/** Whether a caller who has the answer already can be told so: answers of the public host, but for those that are counted. */
export const isRevalidated = ({ method, scope, rateLimit }: Endpoint): boolean =>
  method === 'GET' && scope === 'public' && rateLimit === undefined;

const ifNoneMatch = z.string().meta({ description: 'The ETag of the answer that the caller has.' });

/** Headers that the operation takes. */
export const requestHeaders = (endpoint: Endpoint): z.ZodObject | undefined => {
  if (endpoint.method === 'PATCH') return z.object({ 'If-Match': ifMatch.optional() });
  if (takesKey(endpoint)) return z.object({ 'Idempotency-Key': idempotencyKey.optional() });
  if (isRevalidated(endpoint)) return z.object({ 'If-None-Match': ifNoneMatch.optional() });
  return undefined;
};

/** The one record that an answer wraps, as a schema. */
const wrapped = ({ response }: Endpoint): unknown => {
  if (!(response instanceof z.ZodObject)) return undefined;
  const fields = Object.values(response.shape);
  return fields.length === 1 ? fields[0] : undefined;
};

/** The records whose versions `If-Match` can name: those that a PATCH answers. */
export const versionedRecords = (endpoints: readonly Endpoint[]): ReadonlySet<unknown> =>
  new Set(endpoints.filter(({ method }) => method === 'PATCH').map(wrapped));

/** Headers of the operation's success. */
export const responseHeaders = (endpoint: Endpoint, versioned: ReadonlySet<unknown>) => {
  const record = wrapped(endpoint);
  const headers = {
    ...(record !== undefined &&
      versioned.has(record) && {
        ETag: {
          description: 'The version of the record, for `If-Match`.',
          schema: { type: 'string' as const },
        },
      }),
    ...(isRevalidated(endpoint) && {
      ETag: {
        description: 'A weak tag of the content, for `If-None-Match`.',
        schema: { type: 'string' as const },
      },
    }),
    ...(takesKey(endpoint) && {
      'Idempotency-Replayed': {
        description: '`true` where the answer is that of an earlier call with the same key.',
        schema: { type: 'string' as const },
      },
    }),
  };
  return Object.keys(headers).length > 0 ? headers : undefined;
};
