/** The embed token endpoints (scope admin). */
import { z } from 'zod';
import { command, endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { restoreEndpoint } from '../../platform/http/endpoint/record-endpoints.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { LONG_TEXT_BYTES } from '../../platform/lib/fields.js';
import { embedTokenExample, embedTokenRecord, embedTokenList, newEmbedToken } from './embed-token.schema.js';
import type { EmbedTokenService } from './embed-token.service.js';

const tag = 'Embed tokens';

export const embedTokenRoutes = (embedTokens: EmbedTokenService): Endpoint[] => [
  endpointList({
    path: '/embed-tokens',
    operationId: 'listEmbedTokens',
    recent: false,
    summary: 'List embed tokens',
    tag,
    scope: 'admin',
    plural: 'embedTokens',
    spec: embedTokenList,
    record: embedTokenRecord,
    example: { record: embedTokenExample },
    handle: ({ account, query }) => embedTokens.list(account.id, query),
  }),
  endpoint({
    method: 'POST',
    path: '/embed-tokens/create',
    operationId: 'createEmbedToken',
    recent: true,
    summary: 'Create an embed token',
    description: 'The token is public: players send it with their events to identify the embedding site.',
    tag,
    scope: 'admin',
    status: 201,
    maxJsonBytes: LONG_TEXT_BYTES,
    body: newEmbedToken,
    response: z.object({ embedToken: embedTokenRecord }),
    example: {
      body: { name: 'Church website', allowedOrigins: ['https://www.example.org'] },
      response: { embedToken: embedTokenExample },
    },
    handle: async ({ caller, body }) => ({ embedToken: await embedTokens.create(caller, body) }),
  }),
  command({
    method: 'DELETE',
    path: '/embed-tokens/{embedTokenId}',
    operationId: 'deleteEmbedToken',
    recent: true,
    summary: 'Delete an embed token',
    tag,
    scope: 'admin',
    params: z.object({ embedTokenId: pathId }),
    example: { params: { embedTokenId: 2 } },
    handle: ({ caller, params: { embedTokenId }, conditions: { ifMatch } }) =>
      embedTokens.remove(caller, embedTokenId, ifMatch),
  }),
  restoreEndpoint({
    path: '/embed-tokens/{embedTokenId}/restore',
    operationId: 'restoreEmbedToken',
    recent: true,
    singular: 'embedToken',
    noun: 'an embed token',
    description: 'Events of players that still send the token are accepted again.',
    tag,
    scope: 'admin',
    params: z.object({ embedTokenId: pathId }),
    record: embedTokenRecord,
    example: { params: { embedTokenId: 2 }, record: embedTokenExample },
    handle: ({ caller, params: { embedTokenId } }) => embedTokens.restore(caller.accountId, embedTokenId),
  }),
];
