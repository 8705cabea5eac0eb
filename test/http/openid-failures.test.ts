/** Where people land whose sign-in at the OpenID provider failed. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/platform/lib/ids.js';
import { en } from '../../strings/console/en.js';
import { buildPerson, consoleOf, signedIn, type Browser } from '../support/browser.js';
import { startIdentityProvider } from '../support/identity-provider.js';
import { useApp } from '../support/start-app.js';
import { use } from '../support/use.js';

const DAY_MS = 86_400_000;

describe('a failed sign-in at the OpenID provider', () => {
  const provider = use(() => startIdentityProvider(), 'close');
  const app = useApp(() => ({ env: provider.env }));
  const host = consoleOf(app);

  const invite = async (personId: number): Promise<string> => {
    const token = randomBytes(32).toString('base64url');
    await app.app.db
      .insertInto('personLink')
      .values({
        personId,
        purpose: 'invitation',
        accountId: app.demo.account.id,
        role: 'editor',
        secretHash: sha256(token),
        loopbackOnly: 0,
        expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
        entryDate: new Date().toISOString(),
      })
      .execute();
    return token;
  };
  /** Path and query with which the provider answers. */
  const answerFor = async (browser: Browser, subject: string, body: object = {}): Promise<string> => {
    provider.signInAs(subject);
    return provider.visit((await browser.post('/auth/oidc/start', body)).body.url);
  };
  /** Opens the address as a page. */
  const open = async (browser: Browser, path: string) => {
    const { status, headers } = await browser.get(path, { 'Sec-Fetch-Mode': 'navigate' });
    return [status, headers.location];
  };
  const page = (reason: keyof typeof en.openIdFailures) => [302, `/sign-in#error=${reason}`];

  it('leads people to the sign-in page, which knows the reason', async () => {
    const browser = host.browser();
    expect(await open(browser, await answerFor(browser, 'stranger'))).toEqual(page('unknown'));
    expect(await open(browser, '/auth/oidc/callback?state=x')).toEqual(page('expired'));
    const { id } = await buildPerson(app, [[app.other, 'owner']]);
    const answer = await answerFor(browser, 'stranger', { token: await invite(id) });
    expect(await open(browser, answer)).toEqual(page('signInFirst'));
  });

  it('shows nothing of what the provider says', async () => {
    const browser = host.browser();
    const denied = new URL(await answerFor(browser, 'stranger'), 'http://localhost');
    denied.searchParams.delete('code');
    denied.searchParams.set('error', '<b>denied</b>');
    denied.searchParams.set('error_description', '<b>no</b>');
    expect(await open(browser, denied.pathname + denied.search)).toEqual(page('refused'));
  });

  it('names a link that was used, and an account of somebody else', async () => {
    const { id } = await buildPerson(app, [], { passwordHash: null });
    const token = await invite(id);
    const [first, second] = [host.browser(), host.browser()];
    const answers = [
      await answerFor(first, 'invited', { token }),
      await answerFor(second, 'invited', { token }),
    ] as const;
    expect(await open(first, answers[0])).toEqual([302, '/']);
    expect(await open(second, answers[1])).toEqual(page('usedLink'));
    const owner = await signedIn(host, (await buildPerson(app, [])).email);
    expect(await open(owner, await answerFor(owner, 'invited', { link: true }))).toEqual(page('taken'));
  });

  it('is an error of the API for programs', async () => {
    const browser = host.browser();
    const { status, body } = await browser.get(await answerFor(browser, 'stranger'));
    expect([status, body.error.type]).toEqual([401, 'AuthenticationError']);
  });
});
