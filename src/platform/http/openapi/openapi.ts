/** Generates the OpenAPI 3.1 document from the endpoints. */
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOverride,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { MAX_DETAILS } from '../../lib/errors.js';
import { roles, rolesWith } from '../../lib/permissions.js';
import { isRead, isScope, needsToken } from '../callers/access.js';
import { acceptsIfMatch } from '../endpoint/conditional-requests.js';
import type { Body, FileBody } from '../endpoint/bodies.js';
import { isSchema, type Endpoint } from '../endpoint/endpoint.js';
import { listQuery, listText } from './openapi-lists.js';
import { maxJsonBytesOf } from '../callers/access.js';
import { passesVisitor, isCounted } from '../callers/rate-limit.js';
import { withBase } from '../endpoint/seen-values.js';
import { acceptsIdempotencyKey } from '../endpoint/idempotency.js';

export interface DocumentInfo {
  title: string;
  version: string;
  description: string;
  /** Base URL of the paths. */
  server: string;
  /** Whether every operation is limited per client address. */
  isRateLimited?: boolean;
}

const errorBody = z
  .object({
    result: z.literal('error'),
    error: z.object({
      type: z.string(),
      message: z.string(),
      details: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .max(MAX_DETAILS)
        .optional()
        .meta({ description: 'The first problems.' }),
      moreProblems: z.int().optional().meta({ description: 'Number of further problems.' }),
      conflicts: z
        .array(z.object({ path: z.string(), base: z.unknown(), theirs: z.unknown(), yours: z.unknown() }))
        .optional()
        .meta({
          description:
            'With ConflictError: the fields that somebody else has changed since you read them, each with the value that you saw (`base`), the stored one (`theirs`) and the one that you sent (`yours`).',
        }),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'Error' });

const errorTexts: Record<number, string> = {
  400: 'BadRequestError: the body is not JSON, or a query parameter, operator, sort or expansion is unknown or malformed',
  401: 'AuthenticationError: the token is missing, unknown, expired or revoked; on the console’s host, nobody is signed in',
  403: 'PermissionError: the token lacks the scope, or must not be used from this network address. On the console’s host: PermissionError when the role does not allow it (`x-roles`), SecondFactorRequiredError when the account demands a second factor, or ReauthenticationRequiredError when a sign-in of the last ten minutes is needed',
  404: 'NotFoundError: the record does not exist',
  408: 'RequestTimeoutError: the body did not arrive in time',
  409: 'ConflictError: a unique value already exists, the record is in use or was changed by another request, or the Idempotency-Key was used for another request',
  412: 'PreconditionFailedError: If-Match has the ETag of an older version',
  413: 'PayloadTooLargeError: the body is too large',
  415: 'UnsupportedMediaTypeError: the Content-Type or Content-Encoding is not supported',
  416: 'RangeNotSatisfiableError: the range is outside the file',
  422: 'ValidationError: fields are invalid; InvalidStateError: the state of the record does not allow it; or QuotaExceededError: the account would exceed the limit that `details` names',
  431: 'HeadersTooLargeError: the request line and the headers are larger than 16 KiB together',
  429: 'RateLimitError: too many requests; see Retry-After',
  501: 'NotImplementedError: the format is not supported',
  503: 'UnavailableError: a required store is down; see Retry-After',
};

const VISITOR_TEXT =
  'If your server sends requests for visitors, it can name the visitor in `X-Visitor-IP` and `X-Visitor-User-Agent`, with a token with the scope ' +
  '`logging:write` in `Authorization`. Rate limits and reports then count the visitor instead of your server. Keep the token on the server; browsers must ' +
  'not send these headers.';

const RECENT_TEXT = 'People need a sign-in of the last ten minutes, or `POST /auth/reauthenticate`.';

/** The OpenAPI document as an object. */
export const openApiDocument = (endpoints: readonly Endpoint[], info: DocumentInfo): object => {
  const paths: ZodOpenApiPathsObject = {};
  const versioned = versionedRecords(endpoints);
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= endpoint.atRoot ? { servers: [{ url: '/' }] } : {});
    path[endpoint.method.toLowerCase() as 'get'] = operation(endpoint, versioned, info);
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: info.server }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token: `lct_…`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-lectern',
          description:
            'A session of a person on the console’s host; on http://localhost, the cookie is `lectern_session_{port}`.',
        },
      },
    },
  };
  return createDocument(document, { override: byMeta });
};

/** Replaces a schema's type by the JSON type in its `meta`, if it has one. */
const byMeta: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  const own = z.globalRegistry.get(zodSchema);
  if (!own?.type) return;
  if (!own.anyOf) delete jsonSchema.anyOf;
  if (!own.oneOf) delete jsonSchema.oneOf;
  if (!own.enum) delete jsonSchema.enum;
};

const operation = (
  endpoint: Endpoint,
  versioned: ReadonlySet<unknown>,
  info: DocumentInfo,
): ZodOpenApiOperationObject => {
  const { scope, params, query, list, body, example } = endpoint;
  const paragraphs = [
    endpoint.description,
    endpoint.guide,
    endpoint.recent && RECENT_TEXT,
    needsToken(endpoint) ? `Scope: \`${scope}\`.` : undefined,
    passesVisitor(endpoint) ? VISITOR_TEXT : undefined,
    list && listText(list),
  ];
  const own = query && withExamples(query, example.query);
  const headers = requestHeaders(endpoint);
  const queryFields = list ? listQuery(list).extend(own?.shape ?? {}) : own;
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    description: paragraphs.filter(Boolean).join('\n\n'),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    'x-scope': scope,
    'x-roles': isScope(scope) ? rolesWith(scope) : [...roles],
    ...(endpoint.recent !== undefined && { 'x-recent': endpoint.recent }),
    requestParams: {
      ...(params && { path: withExamples(params, example.params) }),
      ...(queryFields && { query: queryFields }),
      ...(headers && { header: headers }),
    },
    ...(body && { requestBody: requestBody(body, example.body, endpoint) }),
    responses: responses(endpoint, versioned, info),
  };
};

const securityOf = (endpoint: Endpoint): Partial<Record<'bearer' | 'session', []>>[] => {
  if (needsToken(endpoint)) return [{ bearer: [] }];
  if (endpoint.scope === 'session') return [{ session: [] }];
  return passesVisitor(endpoint) ? [{}, { bearer: [] }] : [];
};

/** The parameters with example values; `_expand` gets brackets, because it can be repeated. */
const withExamples = (schema: z.ZodObject, example: unknown): z.ZodObject => {
  const values = (example ?? {}) as Record<string, unknown>;
  const shape = Object.entries(schema.shape).map(([name, field]) => {
    const type = field as z.ZodType;
    const shown = values[name] === undefined ? type : type.meta({ ...type.meta(), example: values[name] });
    return [name === '_expand' ? '_expand[]' : name, shown];
  });
  return z.object(Object.fromEntries(shape) as Record<string, z.ZodType>);
};

const requestBody = (
  body: Body,
  example: unknown,
  endpoint: Endpoint,
): ZodOpenApiOperationObject['requestBody'] => {
  const { method, acceptsTextPlain, base } = endpoint;
  if ('stream' in body)
    return { required: true, content: { [body.stream]: { schema: { type: 'string', format: 'binary' } } } };
  if ('file' in body) return { required: true, content: { 'multipart/form-data': oneFile(body) } };
  // Actions without required fields can be called without a body; an update needs one.
  if (!('raw' in body)) {
    const required = method !== 'POST' || !body.safeParse({}).success;
    const asText = {
      schema: { type: 'string' as const, maxLength: maxJsonBytesOf(endpoint), description: 'The JSON.' },
    };
    const schema = method === 'PATCH' && body instanceof z.ZodObject ? withBase(body, base) : body;
    const content = {
      'application/json': { schema, example },
      ...(acceptsTextPlain && { 'text/plain': asText }),
    };
    return { required, content };
  }
  const content = body.raw.map((type) => [
    type,
    type === 'application/json'
      ? { schema: body.json, example }
      : { schema: { type: 'string' as const, maxLength: body.maxBytes } },
  ]);
  return { required: true, content: Object.fromEntries(content) as never };
};

const oneFile = ({ file, types }: FileBody) => ({
  schema: {
    type: 'object' as const,
    properties: { [file]: { type: 'string' as const, format: 'binary' } },
    required: [file],
    additionalProperties: false,
  },
  encoding: { [file]: { contentType: types.join(', ') } },
});

const responses = (
  endpoint: Endpoint,
  versioned: ReadonlySet<unknown>,
  info: DocumentInfo,
): ZodOpenApiResponsesObject => {
  const { response, example } = endpoint;
  const content = isSchema(response)
    ? {
        [endpoint.mediaType ?? 'application/json']: {
          schema: response,
          example: response.parse(example.response),
        },
      }
    : rawContent(response, example.response);
  const all: ZodOpenApiResponsesObject = {
    [String(endpoint.status ?? 200) as '200']: {
      description: 'Success',
      headers: responseHeaders(endpoint, versioned),
      ...(Object.keys(content).length > 0 && { content }),
    },
  };
  if (isRevalidated(endpoint))
    all['304'] = { description: 'Not modified: `If-None-Match` names the current version' };
  for (const [code, description] of Object.entries(endpoint.otherStatuses ?? {}))
    all[code as '206'] = { description, ...(['302', '304'].includes(code) ? {} : { content }) };
  for (const code of errorCodes(endpoint, info)) {
    const headers =
      code === 429 || code === 503
        ? { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const } } }
        : undefined;
    all[String(code) as '400'] = {
      description: errorTexts[code] ?? '',
      ...(headers && { headers }),
      content:
        endpoint.isPage && code !== 431
          ? { 'text/html': { schema: { type: 'string' as const } } }
          : { 'application/json': { schema: errorBody } },
    };
  }
  return all;
};

const rawContent = (types: string | readonly string[], examples: unknown) => {
  const shown = [examples].flat();
  return Object.fromEntries(
    [types].flat().map((type, at) => [type, { schema: { type: 'string' as const }, example: shown[at] }]),
  );
};

const errorCodes = (endpoint: Endpoint, { isRateLimited }: DocumentInfo): number[] => {
  const { method, params, body, errors = [] } = endpoint;
  const changes = !isRead(method);
  const codes = [
    ...(endpoint.scope === 'open' && !endpoint.query ? [] : [400]),
    ...(needsToken(endpoint) || endpoint.scope === 'session' || passesVisitor(endpoint) ? [401, 403] : []),
    ...(['public', 'link'].includes(endpoint.scope) ? [404] : []),
    ...(params ? [404] : []),
    ...(changes && needsToken(endpoint) ? [409] : []),
    ...(acceptsIfMatch(endpoint) ? [412] : []),
    ...(body ? [408, 413, 415] : []),
    ...(body || (changes && method !== 'DELETE') ? [422] : []),
    ...(isRateLimited || needsToken(endpoint) ? [429] : []),
    431,
    ...(endpoint.atRoot && endpoint.scope === 'open' ? [] : [503]),
  ];
  return [...new Set([...codes, ...errors])];
};

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
const isRevalidated = (endpoint: Endpoint): boolean =>
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
const requestHeaders = (endpoint: Endpoint): z.ZodObject | undefined => {
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
const versionedRecords = (endpoints: readonly Endpoint[]): ReadonlySet<unknown> =>
  new Set(endpoints.filter(({ method }) => method === 'PATCH').map(wrapped));

/** Headers of the success response. */
const responseHeaders = (endpoint: Endpoint, versioned: ReadonlySet<unknown>) => {
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
