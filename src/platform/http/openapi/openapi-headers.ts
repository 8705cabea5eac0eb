/** Request and response headers in the OpenAPI document: ETags and idempotency keys. */
import { z } from 'zod';
import { acceptsIfMatch } from '../endpoint/conditional-requests.js';
import type { Endpoint } from '../endpoint/endpoint.js';
import { acceptsIdempotencyKey } from '../endpoint/idempotency.js';
import { isCounted, passesVisitor } from '../callers/rate-limit.js';

const ifMatch = z.string().meta({
  description:
    'The ETag of the version to change, or `*`. If the record has changed since, the response is 412.',
});

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .meta({
    description:
      '1 to 255 printable ASCII characters. For 24 hours, a request with the same key and body returns the first response again, with `Idempotency-Replayed: ' +
      'true`, and creates nothing. 409 for another body or operation, or while the first request is in progress. A failed request releases its key.',
  });

/** Whether the endpoint supports conditional requests: GET on the public host does, unless requests are counted. */
export const isRevalidated = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' && endpoint.scope === 'public' && !isCounted(endpoint);

const ifNoneMatch = z.string().meta({ description: 'The ETag of the cached response.' });

const visitorHeaders = z.object({
  'X-Visitor-IP': z.string().max(45).optional().meta({
    description: 'IP address of the visitor that your server sends the request for. Hashed and not stored.',
  }),
  'X-Visitor-User-Agent': z
    .string()
    .optional()
    .meta({ description: 'Hashed with the IP address, and not stored.' }),
});

/** Request headers of the operation. */
export const requestHeaders = (endpoint: Endpoint): z.ZodObject | undefined => {
  if (passesVisitor(endpoint)) return visitorHeaders;
  if (acceptsIfMatch(endpoint)) return z.object({ 'If-Match': ifMatch.optional() });
  if (acceptsIdempotencyKey(endpoint)) return z.object({ 'Idempotency-Key': idempotencyKey.optional() });
  if (isRevalidated(endpoint)) return z.object({ 'If-None-Match': ifNoneMatch.optional() });
  return undefined;
};

/** The schema of the single record in the response, which is the first property. */
const wrapped = ({ response }: Endpoint): unknown =>
  response instanceof z.ZodObject ? Object.values(response.shape)[0] : undefined;

/** Schemas of the records that have ETags: those that a PATCH returns. */
export const versionedRecords = (endpoints: readonly Endpoint[]): ReadonlySet<unknown> =>
  new Set(endpoints.filter(({ method }) => method === 'PATCH').map(wrapped));

/** Headers of the success response. */
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
        description: 'A weak ETag of the content, for `If-None-Match`.',
        schema: { type: 'string' as const },
      },
    }),
    ...(acceptsIdempotencyKey(endpoint) && {
      'Idempotency-Replayed': {
        description: '`true` if this is the response of an earlier request with the same key.',
        schema: { type: 'string' as const },
      },
    }),
  };
  return Object.keys(headers).length > 0 ? headers : undefined;
};
