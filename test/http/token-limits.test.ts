/** Limits of the private API: requests and bytes per account, allowed networks, failed authentications per address. */
import { describe, expect, it } from 'vitest';
import { buildPerson, signedIn, consoleOf, type Browser, type ConsoleHost } from '../support/browser.js';
import { createClient, type Answer, type Client } from '../support/client.js';
import { countQueries } from '../support/count-queries.js';
import { operationsOf } from '../support/operations.js';
import { useApp, type Tenant } from '../support/start-app.js';

const CALLS = 20;
const FAILURES = 5;

describe('rate limits of the private API', () => {
  const app = useApp({
    env: {
      PRIVATE_RATE_LIMIT: String(CALLS),
      FAILED_AUTHENTICATIONS_LIMIT: String(FAILURES),
      EVENT_BYTES_LIMIT: String(1024 ** 2),
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
    },
  });

  const expectLimited = ({ status, headers, body }: Answer): void => {
    expect([status, body.error?.type]).toEqual([429, 'RateLimitError']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.error.requestId).toBe(headers['x-request-id']);
  };
  const make = async (body: object = {}, accountId = app.demo.account.id) =>
    (
      await app.app.tokens.create(accountId, {
        name: 'test',
        scopes: ['admin'],
        expiresAt: null,
        ...body,
      })
    ).secret;
  const clientOf = (secret: string) => createClient(app.privateUrl, { Authorization: `Bearer ${secret}` });

  /** An account without requests so far, and clients with its tokens. */
  let accounts = 0;
  const ownTenant = async () => {
    const tenant = await app.tenant(`limits-${++accounts}`);
    return { tenant, client: clientOf(await make({}, tenant.account.id)) };
  };
  const memberOf = async (tenant: Tenant, host: ConsoleHost): Promise<Browser> =>
    signedIn(host, (await buildPerson(app, [[tenant, 'editor']])).email);
  const tenantClients = async (count: number) => {
    const { account } = await app.tenant(`limits-${++accounts}`);
    return Promise.all(Array.from({ length: count }, async () => clientOf(await make({}, account.id))));
  };

  it('count the requests of all tokens of an account, separately per account', async () => {
    const [one, two] = await tenantClients(2);
    const [calm] = await tenantClients(1);
    for (let call = 0; call < CALLS; call++)
      expect((await (call % 2 ? one! : two!).get('/speakers?_limit=1')).status).toBe(200);
    expectLimited(await one!.get('/speakers'));
    expectLimited(await two!.post('/speakers/create', { name: 'x' }));
    expect((await calm!.get('/speakers')).status).toBe(200);
  });

  it('count the requests of each person apart from those of the tokens', async () => {
    const { tenant, client } = await ownTenant();
    const host = consoleOf(app);
    const [one, two] = [await memberOf(tenant, host), await memberOf(tenant, host)];
    const path = `/a/${tenant.account.shortName}/v2/speakers`;
    for (let call = 0; call < CALLS; call++) expect((await one.get(path)).status).toBe(200);
    expectLimited(await one.get(path));
    expect((await two.get(path)).status).toBe(200);
    expect((await client.get('/speakers')).status).toBe(200);
  });

  it('count events by bytes and not by requests', async () => {
    const [client, other] = (await tenantClients(2)) as [Client, Client];
    const view = { url: 'https://demo.example.org/' };
    for (let call = 0; call <= CALLS; call++)
      expect((await client.post('/logging/page-views', view)).status).toBe(200);
    const padded = JSON.stringify({ events: [] }) + ' '.repeat(600_000);
    const send = () => client.post('/logging/batch', padded);
    expect((await send()).status).not.toBe(429);
    expectLimited(await send());
    expectLimited(await other.post('/logging/batch', padded));
    expect((await client.get('/speakers')).status).toBe(200);
  });

  it('are documented for every operation with a token', async () => {
    const document = (await app.other.api.get('/openapi.json')).body;
    const silent = operationsOf(document).filter(
      ({ scope, declared }) => scope && !declared.responses['429'],
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('block an address after too many failures without querying the database, but not its valid tokens', async () => {
    const known = clientOf(await make());
    expect((await known.get('/speakers')).status).toBe(200);
    const guess = (name: number) => clientOf(`lct_${name}`).get('/speakers');
    for (let name = 0; name < FAILURES; name++) expect((await guess(name)).status).toBe(401);
    await app.app.tokenUse.flush();
    const queries = countQueries();
    try {
      expect(await queries.of(async () => expectLimited(await guess(FAILURES)))).toBe(0);
    } finally {
      queries.restore();
    }
    expect((await known.get('/speakers')).status).toBe(200);
  });
});

describe('allowed networks of tokens', () => {
  const app = useApp();

  const create = (allowedNetworks: unknown) =>
    app.demo.api.post('/tokens/create', { name: 'x', scopes: ['admin'], allowedNetworks });

  it.each([
    ['the address', ['127.0.0.1'], 200],
    ['its network among others', ['192.0.2.0/24', '127.0.0.0/8'], 200],
    ['the address as IPv6 writes it', ['::ffff:127.0.0.1'], 200],
    ['another network', ['192.0.2.0/24', '2001:db8::/32'], 403],
    ['no network in particular', null, 200],
  ])('with %s', async (_name, networks, status) => {
    const { body } = await create(networks);
    const client = createClient(app.privateUrl, { Authorization: `Bearer ${body.secret}` });
    const answer = await client.get('/speakers');
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.error.type).toBe('PermissionError');
  });

  it('are normalized and validated', async () => {
    const { body } = await create(['203.0.113.77/24', '2001:DB8::1', '203.0.113.0/24']);
    expect(body.token.allowedNetworks).toEqual(['203.0.113.0/24', '2001:db8::1/128']);
    for (const wrong of [
      [],
      ['localhost'],
      ['10.0.0.0/33'],
      ['010.1'],
      ['1.2.3'],
      Array(51).fill('10.0.0.0/8'),
    ])
      expect((await create(wrong)).status, JSON.stringify(wrong)).toBe(422);
  });
});
