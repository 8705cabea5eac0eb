/** Serves the scripts of the web components from dist/web. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { endpoint, type Endpoint, type RawResponse } from '../../platform/http/endpoint/endpoint.js';
import { notFound } from '../../platform/lib/errors.js';
import { builtFolder } from './built-files.js';

/** Sites get a new version within this time. */
const SCRIPT_CACHING = 'public, max-age=300';
/** The name of an asset changes with its content. */
const ASSET_CACHING = 'public, max-age=31536000, immutable';

const JAVASCRIPT = 'text/javascript; charset=utf-8';

export const componentFileRoutes = (): Endpoint[] => {
  const folder = builtFolder('web');
  const read = async (path: string, contentType: string, caching: string): Promise<RawResponse> => {
    try {
      const body = await readFile(join(folder, path), 'utf8');
      return { contentType, body, headers: { 'Cache-Control': caching } };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound('No such file');
      throw error;
    }
  };
  const common = {
    method: 'GET',
    tag: 'Components',
    scope: 'open',
    atRoot: true,
    rateLimit: 'files',
  } as const;
  const script = (operationId: string, file: string, element: string): Endpoint =>
    endpoint({
      ...common,
      path: `/${file}`,
      operationId,
      summary: `Get the script that defines ${element}`,
      description: `For \`<script type="module">\` on any site. It calls the host that serves it.`,
      response: 'text/javascript',
      example: { response: "import './assets/search-CkU1nB2x.js';\n" },
      handle: () => read(file, JAVASCRIPT, SCRIPT_CACHING),
    });
  return [
    script('getComponentsScript', 'components.js', '`<lectern-search>`, which loads the player'),
    script('getPlayerScript', 'player.js', '`<lectern-player>`'),
    endpoint({
      ...common,
      path: '/assets/{filename}',
      operationId: 'getComponentAsset',
      summary: 'Get a module of the components',
      params: z.object({
        filename: z
          .string()
          .max(100)
          .regex(/^[\w-]+\.js(?:\.map)?$/, 'must be the name of a script'),
      }),
      response: ['text/javascript', 'application/json'],
      example: {
        params: { filename: 'search-CkU1nB2x.js' },
        response: ['export {};\n', '{"version":3}'],
      },
      handle: ({ params: { filename } }) =>
        read(
          `assets/${filename}`,
          filename.endsWith('.map') ? 'application/json; charset=utf-8' : JAVASCRIPT,
          ASSET_CACHING,
        ),
    }),
  ];
};
