/** People of accounts as the private API invites and lists them, and the links that they get. */
import { expect } from 'vitest';
import { consoleOf, type ConsoleHost } from './browser.js';
import type { Built } from './factories.js';
import type { Tenant, TestApp } from './start-app.js';

export const NEW_PASSWORD = 'another long password';

export interface People {
  host: ConsoleHost;
  /** An address that nobody has. */
  newAddress(): string;
  /** @returns the invited person, and the token of the link */
  invite(tenant: Tenant, body: object): Promise<{ person: Built; token: string }>;
  redeem(token: string, browser?: ReturnType<ConsoleHost['browser']>, password?: string): Promise<Built>;
  listed(tenant: Tenant, email: string): Promise<Built[]>;
}

let serial = 0;

export const peopleOf = (app: TestApp): People => {
  const host = consoleOf(app);
  return {
    host,
    newAddress: () => `invited-${++serial}@example.org`,
    invite: async (tenant, body) => {
      const answer = await tenant.api.post('/people/create', { role: 'editor', ...body });
      expect(answer.status).toBe(201);
      const [, token = ''] =
        /^http:\/\/localhost:8083\/sign-in#token=([\w-]{43})$/.exec(answer.body.invitationUrl) ?? [];
      expect(token).not.toBe('');
      return { person: answer.body.person, token };
    },
    redeem: (token, browser = host.browser(), password: string | undefined = NEW_PASSWORD) =>
      browser.post('/auth/links/redeem', { token, password }),
    listed: async (tenant, email) =>
      (await tenant.api.get(`/people?email=${encodeURIComponent(email)}`)).body.people,
  };
};
