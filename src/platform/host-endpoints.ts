/** The endpoints of each host, and the documents that describe them. */
import { inAccount } from './http/server/routes.js';
import { apiDocsEndpoints, documentEndpoint } from './http/openapi/api-docs.js';
import type { Endpoint } from './http/endpoint/endpoint.js';
import { liveness, privateHealthEndpoints, publicHealthEndpoints } from './http/server/health.js';
import type { joinModules } from './module.js';

export const createHostEndpoints = (modules: ReturnType<typeof joinModules>) => {
  const about = { description: 'A content library for sermons, talks and teachings.', version: '2.0.0' };
  const documents = {
    private: { ...about, title: 'Lectern private API', server: '/v2' },
    public: {
      ...about,
      description: `${about.description} Tracking parameters (\`utm_*\`, \`fbclid\`, \`gclid\` and \`_\`) are ignored; other unknown parameters get 400.`,
      title: 'Lectern public search API',
      server: '/api',
      isRateLimited: true,
    },
    pages: {
      ...about,
      description: 'The web pages of the public host. Unknown parameters are ignored.',
      title: 'Lectern public pages',
      server: '/',
      isRateLimited: true,
    },
    console: {
      ...about,
      description:
        'How people sign in at the console’s host, and previews. The private API is served there too, below `/a/{shortName}/v2`, for people of that account.',
      title: 'Lectern console',
      server: '/',
    },
  };
  const endpointsOf = (host: 'private' | 'public'): Endpoint[] => {
    const health = host === 'private' ? privateHealthEndpoints : publicHealthEndpoints;
    const endpoints = [...health(modules.checks), ...modules.endpoints[host].filter(({ isPage }) => !isPage)];
    endpoints.push(...apiDocsEndpoints(endpoints, documents[host]));
    return endpoints;
  };
  const pages = modules.endpoints.public.filter(({ isPage }) => isPage);
  pages.push(documentEndpoint(pages, documents.pages, true));
  const consoleEndpoints = [liveness, ...modules.endpoints.console];
  const described = [...consoleEndpoints, ...modules.endpoints.account.map(inAccount)];
  consoleEndpoints.push(documentEndpoint(described, documents.console));
  const endpoints = {
    private: endpointsOf('private'),
    public: endpointsOf('public'),
    pages,
    console: consoleEndpoints,
  };
  return { endpoints, documents };
};
