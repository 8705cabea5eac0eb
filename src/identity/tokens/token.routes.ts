/** The token endpoints (scope admin). */
import { z } from 'zod';
import { command, endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { exampleOf } from '../../platform/lib/example.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { newToken, token, tokenList, tokenRotation } from './token.schema.js';
import type { TokenService } from './token.service.js';

const example = exampleOf(token, {
  id: 4,
  name: 'Website build',
  scopes: ['content:read'],
  lastUsedAt: '2026-03-08T09:41:00.000Z',
  entryDate: '2026-03-01T12:00:00.000Z',
});
const tag = 'Tokens';

export const tokenRoutes = (tokens: TokenService): Endpoint[] => [
  endpointList({
    path: '/tokens',
    operationId: 'listTokens',
    recent: false,
    summary: 'List tokens',
    description: 'Revoked tokens are included only with `_withDeleted`.',
    tag,
    scope: 'admin',
    plural: 'tokens',
    spec: tokenList,
    record: token,
    example: { record: example },
    handle: ({ account, query }) => tokens.list(account.id, query),
  }),
  endpoint({
    method: 'POST',
    path: '/tokens/create',
    operationId: 'createToken',
    summary: 'Create a token',
    description:
      'The secret is returned only once. Retries of the same caller with the same `Idempotency-Key` return it again.',
    encrypted: true,
    tag,
    scope: 'admin',
    recent: true,
    status: 201,
    body: newToken,
    response: z.object({ token, secret: z.string() }),
    example: {
      body: { name: 'Website build', scopes: ['content:read'] },
      response: { token: example, secret: 'lct_…' },
    },
    handle: ({ account, caller, body }) => tokens.create(account.id, body, caller),
  }),
  endpoint({
    method: 'POST',
    path: '/tokens/{tokenId}/rotate',
    operationId: 'rotateToken',
    summary: 'Rotate the secret of a token',
    description:
      'The new secret is returned only once. The old one expires after `overlapHours`; secrets of earlier rotations expire at once. Revoking the token ' +
      'revokes both secrets.',
    tag,
    scope: 'admin',
    recent: true,
    params: z.object({ tokenId: pathId }),
    body: tokenRotation,
    response: z.object({ token, secret: z.string() }),
    example: {
      params: { tokenId: 4 },
      body: { overlapHours: 24 },
      response: { token: { ...example, previousSecretUntil: '2026-03-09T12:00:00.000Z' }, secret: 'lct_…' },
    },
    handle: ({ account, params: { tokenId }, body }) => tokens.rotate(account.id, tokenId, body),
  }),
  command({
    method: 'DELETE',
    path: '/tokens/{tokenId}',
    operationId: 'revokeToken',
    summary: 'Revoke a token',
    tag,
    scope: 'admin',
    recent: true,
    params: z.object({ tokenId: pathId }),
    example: { params: { tokenId: 4 } },
    handle: ({ account, params: { tokenId }, conditions: { ifMatch } }) =>
      tokens.revoke(account.id, tokenId, ifMatch),
  }),
];
