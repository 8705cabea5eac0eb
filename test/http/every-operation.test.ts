/** Rules common to all operations of both hosts. New routes are covered automatically. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/lib/permissions.js';
import type { Answer, Client } from '../support/client.js';
import { checkEach, type Note } from '../support/check-each.js';
import { callOperation, pathOf } from '../support/call-operation.js';
import { buildEverything } from '../support/factories.js';
import {
  createChecker,
  methodsAt,
  operationsOf,
  successOf,
  type Json,
  type Operation,
} from '../support/operations.js';
import { specifiedScope } from '../support/specified-scope.js';
import { useApp, type Tenant } from '../support/start-app.js';

/** Each scope with another one that does not include it. */
const TOO_LITTLE = {
  'content:read': 'stats:read',
  'content:draft': 'content:read',
  'content:write': 'content:draft',
  'logging:write': 'content:write',
  'stats:read': 'content:write',
  admin: 'content:write',
} as const satisfies Record<Scope, Scope>;

/** Operations of the private host without a token: an unguessable URL grants access. */
const SIGNED = ['', '/{signature}'].map(
  (end) => `GET /accounts/{accountId}/transcripts/{itemId}/{key}${end}`,
);

/** Names a file by its id and ending, which no example has; tests of downloads call it. */
const EPISODE = 'GET /items/{itemId}/episode/{filename}';

/** Operations that anyone may call. */
const PUBLIC = [
  'GET /search',
  'POST /search',
  'GET /search/suggest',
  'GET /items',
  'GET /items/{itemId}',
  'GET /items/by-slug/{slug}',
  'GET /items/{itemId}/related',
  ...['', '.vtt', '.srt', '.ttml', '.json', '.txt'].map((end) => `GET /items/{itemId}/transcript${end}`),
  ...['', '.json'].map((end) => `GET /items/{itemId}/chapters${end}`),
  EPISODE,
  ...['collections/{collectionId}', 'series/{seriesId}'].map((owner) => `GET /${owner}/feed.xml`),
  'GET /collections',
  'GET /series',
  'GET /series/{seriesId}',
  'GET /speakers',
  'GET /topics',
  'GET /config',
  'GET /oembed',
  'GET /sitemap.xml',
  'POST /events',
];

/** Minimum number of operations of each host. */
const AT_LEAST = {
  private: { all: 100, withIds: 70, reads: 42, answered: 36, lists: 15, listFields: 160 },
  public: { all: 21, withIds: 9, reads: 19, answered: 15 },
};

type Host = 'private' | 'public';

const app = useApp();
beforeAll(async () => {
  for (const tenant of [app.demo, app.other]) await buildEverything(app, tenant);
  await app.app.db.updateTable('item').set({ status: 'published' }).execute();
});

const clientOf = (host: Host, tenant: Tenant): Client => (host === 'private' ? tenant.api : tenant.site);
const documentOf = async (host: Host): Promise<Json> =>
  (await clientOf(host, app.demo).get('/openapi.json')).body;

const expectRefusal = (
  note: Note,
  { name }: Operation,
  { headers, body, status }: Answer,
  expected: number,
  type: string,
): void => {
  const isComplete =
    body.result === 'error' && Object.keys(body).length === 2 && /\S/.test(body.error?.message);
  if (status !== expected || body.error?.type !== type || !isComplete)
    note(`${name}: ${status} ${JSON.stringify(body)} instead of ${expected} ${type}`);
  else if (body.error.requestId !== headers['x-request-id']) note(`${name}: requestId is not X-Request-Id`);
};

describe('authorization', () => {
  const namesOf = async (host: Host) => operationsOf(await documentOf(host));
  let closed: Operation[];
  beforeAll(async () => {
    closed = (await namesOf('private')).filter(({ name }) => !SIGNED.includes(name));
  });

  it('is required on the private host except for signed URLs, and never on the public host', async () => {
    const open = (operations: Operation[]) =>
      operations
        // No scope required, or optional: a site's server may pass its visitor on with a token.
        .filter(({ declared: { security } }) => !security.length || !Object.keys(security[0]).length)
        .map(({ name }) => name);
    expect(open(await namesOf('private'))).toEqual(SIGNED);
    const onPublicHost = await namesOf('public');
    expect(onPublicHost.map(({ name }) => name).sort()).toEqual([...PUBLIC].sort());
    expect(open(onPublicHost).sort()).toEqual([...PUBLIC].sort());
    await checkEach(onPublicHost, PUBLIC.length, async (operation, note) => {
      const { status } = await callOperation(
        app.demo.site,
        operation,
        await pathOf(app, operation, app.demo),
      );
      if ([401, 403].includes(status) || status >= 500) note(`${operation.name}: ${status}`);
    });
  });

  it('fails with 401 for missing and unknown tokens', () =>
    checkEach(closed, AT_LEAST.private.all - SIGNED.length, async (operation, note) => {
      const path = await pathOf(app, operation);
      for (const Authorization of ['', 'Bearer lct_unknown', 'Basic bGN0Og==']) {
        const answer = await callOperation(app.demo.api, operation, path, { Authorization });
        expectRefusal(note, operation, answer, 401, 'AuthenticationError');
        if (answer.headers['www-authenticate'] !== 'Bearer') note(`${operation.name}: WWW-Authenticate`);
      }
    }));

  it('requires exactly the scope in the specification', async () => {
    const scopes = Object.keys(TOO_LITTLE) as Scope[];
    const clientWith = async (scope: Scope) => [scope, await app.withScopes(app.demo, scope)] as const;
    const clients = new Map(await Promise.all(scopes.map(clientWith)));
    await checkEach(closed, AT_LEAST.private.all - SIGNED.length, async (operation, note) => {
      const scope = specifiedScope(operation);
      if (operation.scope !== scope) note(`${operation.name} declares ${operation.scope}, not ${scope}`);
      const path = await pathOf(app, operation);
      const refused = await callOperation(clients.get(TOO_LITTLE[scope]) as Client, operation, path);
      expectRefusal(note, operation, refused, 403, 'PermissionError');
      const { status } = await callOperation(clients.get(scope) as Client, operation, path);
      if ([401, 403].includes(status) || status >= 500) note(`${operation.name} with ${scope}: ${status}`);
    });
  });
});

describe.each(['private', 'public'] as const)('every operation of the %s host', (host) => {
  const atLeast = AT_LEAST[host];
  let document: Json;
  let operations: Operation[];

  beforeAll(async () => {
    document = await documentOf(host);
    operations = operationsOf(document);
  });

  const walk = (check: (operation: Operation, note: Note) => Promise<void>): Promise<void> =>
    checkEach(operations, atLeast.all, check);

  it('rejects unknown query parameters', () =>
    walk(async (operation, note) => {
      const path = `${await pathOf(app, operation, app.demo)}?nonsense=1`;
      const answer = await callOperation(clientOf(host, app.demo), operation, path);
      expectRefusal(note, operation, answer, 400, 'BadRequestError');
      if (!JSON.stringify(answer.body).includes('nonsense'))
        note(`${operation.name} does not say which parameter`);
    }));

  it('treats ids of another account like unknown ids', () =>
    checkEach(withIds(operations), atLeast.withIds, async (operation, note) => {
      for (const owner of [app.other, undefined]) {
        const answer = await callOperation(
          clientOf(host, app.demo),
          operation,
          await pathOf(app, operation, owner),
        );
        expectRefusal(note, operation, answer, 404, 'NotFoundError');
      }
      // The same request succeeds for the owner.
      if (operation.method !== 'GET' || [...SIGNED, EPISODE].includes(operation.name)) return;
      const path = await pathOf(app, operation, app.other);
      const { status, body } = await clientOf(host, app.other).get(path);
      if (status === 404) note(`${operation.name} of its owner: ${status} ${JSON.stringify(body)}`);
    }));

  it('returns 404 below its path, and 405 with Allow for other methods', () =>
    walk(async (operation, note) => {
      const path = await pathOf(app, operation, app.demo);
      const unknown = await clientOf(host, app.demo).send(operation.method, `${path}/nothing/here`);
      expectRefusal(note, operation, unknown, 404, 'NotFoundError');
      const known = methodsAt(document, path);
      const other = ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'].find((method) => !known.includes(method));
      const answer = await clientOf(host, app.demo).send(other ?? 'TRACE', path);
      expectRefusal(note, operation, answer, 405, 'MethodNotAllowedError');
      const allowed = String(answer.headers.allow).split(', ').sort().join();
      if (allowed !== [...known, ...(known.includes('GET') ? ['HEAD'] : [])].sort().join())
        note(`${operation.name}: Allow is ${allowed}`);
    }));

  it('returns its own records in the declared schema', async () => {
    const check = createChecker(document);
    const answered: string[] = [];
    const reads = operations.filter(({ method }) => method === 'GET');
    await checkEach(reads, atLeast.reads, async (operation, note) => {
      const path = `${await pathOf(app, operation, app.demo)}?${everyExpansion(operation)}`;
      const { status, headers, body } = await clientOf(host, app.demo).get(path);
      if (!(String(status) in operation.declared.responses))
        note(`${operation.name}: ${status} is not declared: ${JSON.stringify(body)}`);
      const media = successOf(operation).content[headers['content-type']?.split(';')[0] ?? ''];
      if (status === 200) answered.push(operation.name);
      if (status === 200 && media)
        for (const problem of check(media.schema, body)) note(`${operation.name}: ${problem}`);
      if (status === 200 && !media) note(`${operation.name}: ${headers['content-type']}`);
    });
    expect(answered.length, answered.join()).toBeGreaterThanOrEqual(atLeast.answered);
  });
});

describe('every list of the private host', () => {
  it('sorts and filters by every documented field', async () => {
    const lists = operationsOf(await documentOf('private')).filter((one) => sortedFields(one).length > 0);
    expect(lists.length).toBeGreaterThanOrEqual(AT_LEAST.private.lists);
    const fields = lists.flatMap((list) => sortedFields(list).map((field) => ({ list, field })));
    await checkEach(fields, AT_LEAST.private.listFields, async ({ list, field }, note) => {
      const path = await pathOf(app, list, app.demo);
      for (const query of [
        `${field}.nl=true`,
        `${field}.nl=false`,
        `_orderBy[]=${field},DESC&_q=%25a&_withDeleted=true`,
      ]) {
        const { status, body } = await app.demo.api.get(`${path}?${query}`);
        if (status !== 200) note(`${list.name}?${query}: ${JSON.stringify(body)}`);
      }
    });
  });
});

const parameter = ({ declared }: Operation, name: string): Json =>
  (declared.parameters ?? []).find((candidate: Json) => candidate.name === name);

const everyExpansion = (operation: Operation): string =>
  (parameter(operation, '_expand[]')?.schema.items.enum ?? [])
    .map((name: string) => `_expand[]=${name}`)
    .join('&');

/** The fields listed in the description of `_orderBy[]`; none if the operation is not a list. */
const sortedFields = (operation: Operation): string[] => {
  const text: string | undefined = parameter(operation, '_orderBy[]')?.schema.description;
  return text?.replace(/^.*Fields: |\.$/g, '').split(', ') ?? [];
};

/** Operations on records: every id in the path is an integer or a slug. */
const withIds = (operations: readonly Operation[]): Operation[] =>
  operations.filter(({ pathParameters }) => pathParameters.length > 0);
