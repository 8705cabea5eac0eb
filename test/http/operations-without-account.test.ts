/** Operations without an account are documented like all others. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { createChecker, openOperationsOf, successOf, type Json } from '../support/operations.js';
import { useApp } from '../support/start-app.js';

const REFERENCE = ['GET /openapi.json', 'GET /docs', 'GET /docs/{filename}'];
const EVERYWHERE = [
  'GET /files/{accountId}/{secret}/{filename}',
  'GET /files/{signature}/{accountId}/{secret}/{filename}',
  'GET /healthz',
  'GET /readyz',
  ...REFERENCE,
];
const OPERATIONS = {
  private: [
    ...EVERYWHERE,
    'PUT /uploads/{accountId}/{uploadId}/{secret}',
    ...['PATCH', 'DELETE'].map((method) => `${method} /resumable/{accountId}/{uploadId}/{signature}`),
    'GET /resumable/{accountId}/{uploadId}/{signature}/parts',
    'POST /resumable/{accountId}/{uploadId}/{signature}/parts/sign',
    'POST /resumable/{accountId}/{uploadId}/{signature}/complete',
  ],
  public: [...EVERYWHERE, 'GET /components.js', 'GET /player.js', 'GET /assets/{filename}'],
};

describe.each(['private', 'public'] as const)('unauthenticated operations of the %s host', (host) => {
  const app = useApp();
  let document: Json;
  let below: Client;
  let atRoot: Client;
  beforeAll(async () => {
    const url = host === 'private' ? app.privateUrl : app.publicUrl;
    below = createClient(url);
    atRoot = createClient(new URL(url).origin);
    document = (await below.get('/openapi.json')).body;
  });

  it('are all documented', () => {
    const names = openOperationsOf(document).map(({ name }) => name);
    expect(names.sort()).toEqual([...OPERATIONS[host]].sort());
  });

  it('document which of them are at the root of the host', () => {
    const roots = Object.keys(document.paths).filter((path) => document.paths[path].servers);
    const scripts = host === 'public' ? ['/assets/{filename}', '/components.js', '/player.js'] : [];
    const expected = ['/healthz', '/readyz', ...scripts].sort();
    expect(roots.sort()).toEqual(expected);
    expect(roots.map((path) => document.paths[path].servers)).toEqual(expected.map(() => [{ url: '/' }]));
  });

  it('work without a token or an account, as documented', async () => {
    const check = createChecker(document);
    let answered = 0;
    for (const operation of openOperationsOf(document)) {
      const { name, path } = operation;
      if (/^PUT|\/files|\/assets|\/resumable/.test(name)) continue;
      const client = document.paths[path].servers ? atRoot : below;
      const answer = await client.send('GET', path.replace('{filename}', 'start.js'), undefined, {
        Host: 'nobody.example.org',
      });
      const { status, content } = successOf(operation);
      const media = content[String(answer.headers['content-type']).split(';')[0] ?? ''];
      expect([name, answer.status, Boolean(media)]).toEqual([name, status, true]);
      if (media.schema.type !== 'string') expect(check(media.schema, answer.body)).toEqual([]);
      answered += 1;
    }
    expect(answered).toBe(2 + REFERENCE.length + (host === 'public' ? 2 : 0));
  });

  it('ignore unknown parameters, reject other methods, and return 404 below their path', async () => {
    expect((await atRoot.get('/healthz?from=balancer')).status).toBe(200);
    expect((await atRoot.post('/readyz')).headers.allow).toContain('GET');
    expect((await below.get('/docs/swagger-ui-bundle.js')).status).toBe(200);
    expect((await below.get('/docs/nothing.js')).status).toBe(404);
    expect((await below.get('/docs/../package.json')).status).toBe(404);
    expect((await below.get('/files/1/guess/a.png')).body.error.message).toBe('No such file');
    expect((await below.get('/files')).status).toBe(404);
  });
});
