/** A browser at the console's host: it keeps its cookies, and sends what browsers send. */
import { hashSync } from '@node-rs/argon2';
import type { Role } from '../../src/platform/lib/permissions.js';
import { createClient, type Client } from './client.js';
import type { Tenant, TestApp } from './start-app.js';

export interface Browser extends Client {
  cookies: Map<string, string>;
}

export interface ConsoleHost {
  /** A browser without cookies, or with those of another one. */
  browser(options?: { userAgent?: string; cookies?: Map<string, string> }): Browser;
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The console of an app that runs when a browser is made. */
export const consoleOf = (app: TestApp): ConsoleHost => ({
  browser: ({ userAgent = FIREFOX, cookies: first } = {}) => {
    const { host, origin } = new URL(app.app.config.consoleBaseUrl);
    const cookies = new Map(first);
    const common = { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'User-Agent': userAgent };
    const client = createClient(app.consoleUrl, common);
    const send: Client['send'] = async (method, path, body, headers) => {
      const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await client.send(method, path, body, { ...(Cookie && { Cookie }), ...headers });
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      return answer as never;
    };
    return {
      headers: common,
      cookies,
      send,
      get: (path, headers) => send('GET', path, undefined, headers),
      post: (path, body, headers) => send('POST', path, body, headers),
      put: (path, body, headers) => send('PUT', path, body, headers),
      patch: (path, body, headers) => send('PATCH', path, body, headers),
      delete: (path, headers) => send('DELETE', path, undefined, headers),
    };
  },
});

export const PASSWORD = 'four words on paper';
/** Hashed once: each costs as much as a sign-in. */
const passwordHash = hashSync(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

let serial = 0;

/** A person with a role in each of these accounts, whose password is `PASSWORD` unless they have none. */
export const buildPerson = async (
  { app: { db } }: TestApp,
  memberships: [tenant: Tenant, role: Role][],
  values: { name?: string; email?: string; passwordHash?: string | null; isOperator?: 0 | 1 } = {},
): Promise<{ id: number; email: string }> => {
  const number = ++serial;
  const email = `person-${number}@example.org`;
  const now = new Date().toISOString();
  const person = await db
    .insertInto('person')
    .values({
      name: `Person ${number}`,
      email,
      passwordHash,
      timeZone: 'Europe/Berlin',
      entryDate: now,
      updatedDate: now,
      ...values,
    } as never)
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
  for (const [{ account }, role] of memberships)
    await db
      .insertInto('membership')
      .values({ accountId: account.id, personId: person.id, role, entryDate: now })
      .execute();
  return { id: person.id, email: person.email ?? '' };
};

/** A browser in which the person has signed in. */
export const signedIn = async (console: ConsoleHost, email: string): Promise<Browser> => {
  const browser = console.browser();
  const { status, body } = await browser.post('/auth/sign-in', { email, password: PASSWORD });
  if (status !== 200 || body.next) throw new Error(`could not sign in: ${status} ${JSON.stringify(body)}`);
  return browser;
};
