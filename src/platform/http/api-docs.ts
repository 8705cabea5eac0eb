/** The OpenAPI document and its browsable page, served from the installed package. */
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Middleware } from 'koa';
import type { Endpoint } from './endpoint.js';
import { openApiDocument, type DocumentInfo } from './openapi.js';

const assets = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']);

// The package's own entry would load the whole bundle to tell its folder.
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

const start = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, persistAuthorization: true });
`;

/** Serves `<prefix>/openapi.json`, `<prefix>/docs` and what the page needs. */
export const reference = (endpoints: readonly Endpoint[], prefix: string, info: DocumentInfo): Middleware => {
  let document: string | undefined;
  const isReference = (path: string): boolean =>
    path === `${prefix}/openapi.json` || path === `${prefix}/docs` || path.startsWith(`${prefix}/docs/`);
  return (ctx, next) => {
    if (!isReference(ctx.path) || (ctx.method !== 'GET' && ctx.method !== 'HEAD'))
      return next() as Promise<void>;
    if (ctx.path === `${prefix}/openapi.json`) {
      document ??= JSON.stringify(openApiDocument(endpoints, info));
      ctx.type = 'application/json; charset=utf-8';
      ctx.body = document;
      return undefined;
    }
    if (ctx.path === `${prefix}/docs`) {
      ctx.type = 'html';
      ctx.body = page(info.title);
      return undefined;
    }
    const file = ctx.path.slice(`${prefix}/docs/`.length);
    if (file === 'start.js') {
      ctx.type = 'js';
      ctx.body = start;
    } else if (assets.has(file)) {
      ctx.type = file.slice(file.lastIndexOf('.'));
      ctx.set('Cache-Control', 'public, max-age=3600');
      ctx.body = createReadStream(join(folder, file));
    } else {
      return next() as Promise<void>;
    }
    return undefined;
  };
};
