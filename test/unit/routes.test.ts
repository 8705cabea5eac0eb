/** Ambiguous endpoints stop the start. */
import { expect, it } from 'vitest';
import { endpoint, type Endpoint } from '../../src/platform/http/endpoint/endpoint.js';
import { createRoutes } from '../../src/platform/http/server/routes.js';

const declare = (operationId: string, path: `/${string}`): Endpoint =>
  endpoint({
    method: 'GET',
    path,
    operationId,
    summary: 'A file',
    tag: 'Test',
    scope: 'public',
    response: ['text/csv'],
    example: { response: ['a'] },
    handle: () => Promise.resolve({ contentType: 'text/csv', body: '' }),
  });

it('refuses two endpoints with one operationId', () => {
  expect(() => createRoutes([declare('getA', '/a'), declare('getA', '/b')], '/v2')).toThrow(
    'operationId getA is declared twice: GET /a, GET /b',
  );
  expect(
    createRoutes([declare('getA', '/a'), declare('getB', '/b')], '/v2').find('GET', '/v2/b'),
  ).toBeDefined();
});
