/** Serves the OpenAPI document and its Swagger UI page, from the installed package. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { notFound } from '../../lib/errors.js';
import { endpoint, type Endpoint } from '../endpoint/endpoint.js';
import { openApiDocument, type DocumentInfo } from './openapi.js';

const ASSETS: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

// Importing the package itself would load the whole bundle.
const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const page = (title: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</html>
`;

/**
 * Tokens stay in the page's memory: local storage would outlive the page, and other scripts of the origin could
 * read it.
 */
const start = `localStorage.removeItem('authorized');
SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true });
`;

const JSON_TYPE = 'application/json; charset=utf-8';
const tag = 'Reference';

/**
 * @param endpoints including this one; read when the document is first requested
 * @param atRoot at the root of the host instead of below its prefix
 */
export const documentEndpoint = (
  endpoints: readonly Endpoint[],
  info: DocumentInfo,
  atRoot = false,
): Endpoint => {
  let document: string | undefined;
  return endpoint({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApiDocument',
    summary: 'Get the OpenAPI document',
    tag,
    scope: 'open',
    atRoot,
    response: 'application/json',
    example: { response: '{"openapi":"3.1.0"}' },
    handle: () => {
      document ??= JSON.stringify(openApiDocument(endpoints, info));
      return Promise.resolve({ contentType: JSON_TYPE, body: document });
    },
  });
};

/** @param endpoints of the host, including these */
export const apiDocsEndpoints = (endpoints: readonly Endpoint[], info: DocumentInfo): Endpoint[] => [
  documentEndpoint(endpoints, info),
  endpoint({
    method: 'GET',
    path: '/docs',
    operationId: 'getReferencePage',
    summary: 'Browse the API reference',
    tag,
    scope: 'open',
    response: 'text/html',
    example: { response: '<!doctype html>…' },
    handle: () => Promise.resolve({ contentType: 'text/html; charset=utf-8', body: page(info.title) }),
  }),
  endpoint({
    method: 'GET',
    path: '/docs/{filename}',
    operationId: 'getReferenceFile',
    summary: 'Get a script, style or image of the reference page',
    tag,
    scope: 'open',
    params: z.object({ filename: z.string().max(100) }),
    response: ['text/javascript', 'text/css', 'image/png'],
    example: { params: { filename: 'start.js' }, response: [start, 'body {}', ''] },
    handle: ({ params: { filename } }) => {
      if (filename === 'start.js')
        return Promise.resolve({ contentType: 'text/javascript; charset=utf-8', body: start });
      const contentType = Object.hasOwn(ASSETS, filename) ? ASSETS[filename] : undefined;
      if (!contentType) return Promise.reject(notFound('No such file'));
      return Promise.resolve({
        contentType,
        body: createReadStream(join(folder, filename)),
        headers: { 'Cache-Control': 'public, max-age=3600' },
      });
    },
  }),
];
