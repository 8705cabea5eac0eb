/** The files that are generated from the declarations of endpoints and web components, with their content. */
import type { Endpoint } from '../../src/platform/http/endpoint/endpoint.js';
import type { DocumentInfo } from '../../src/platform/http/openapi/openapi.js';
import { apiPage } from './api-page.js';
import { clientTypes } from './client-types.js';
import { elementManifest } from './element-manifest.js';
import { statesPage } from './states-page.js';

type Hosts<T> = Record<'private' | 'public' | 'pages' | 'console', T>;

/** The part of the app that describes the hosts and the public pages. */
export interface Declared {
  endpoints: Hosts<readonly Endpoint[]>;
  documents: Hosts<DocumentInfo>;
}

/**
 * @param root the project's folder
 * @returns text by path in the project
 */
export const generatedFiles = async (
  { endpoints, documents }: Declared,
  root: string,
): Promise<Map<string, string>> =>
  new Map([
    [
      'docs/api.md',
      apiPage([
        { heading: 'Private API', prefix: documents.private.server, endpoints: endpoints.private },
        { heading: 'Console', prefix: '', endpoints: endpoints.console },
        { heading: 'Public host', prefix: documents.public.server, endpoints: endpoints.public },
        { heading: 'Pages of the public host', prefix: '', endpoints: endpoints.pages },
      ]),
    ],
    ['docs/states.md', statesPage()],
    ['client/private-api.ts', await clientTypes(endpoints.private, documents.private)],
    ['client/console-api.ts', await clientTypes(endpoints.console, documents.console)],
    ['client/public-api.ts', await clientTypes(endpoints.public, documents.public)],
    ['client/custom-elements.json', await elementManifest(root)],
  ]);
