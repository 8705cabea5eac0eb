/** The weekly digest: what it has, when it is sent, and to whom; compared with hand-counted metrics. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildPerson, signedIn, consoleOf, type ConsoleHost } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { createClient } from '../support/client.js';
import { passUntil, runDigests } from '../support/digests.js';
import { buildEngagement, log, session, START, type Engagement } from '../support/engagement.js';
import { setItem } from '../support/factories.js';
import { createWebhook, startReceiver } from '../support/receiver.js';
import { startMailbox } from '../support/smtp.js';
import { useApp } from '../support/start-app.js';
import { use } from '../support/use.js';

const TITLE = 'Bread & <b>wine</b>\u2028Bcc: all@example.org';

describe('the weekly digest', () => {
  const clock = createFakeClock(START);
  let built: Engagement;
  let host: ConsoleHost;
  const emails: Record<string, string> = {};
  const mails = (name: string) => mailbox.received.filter(({ to }) => to.includes(emails[name]!));
  /** Signs in first: a session does not last as long as these tests. */
  const subscribe = async (name: string, digestMail = true) => {
    const browser = await signedIn(host, emails[name]!);
    return browser.put('/auth/memberships/demo/digest-mail', { digestMail });
  };

  /** Waits until the events of a day are in the reports. */
  const counted = async (day: string, metrics: object) => {
    await vi.waitFor(async () => {
      const { body } = await app.demo.api.get(`/stats/overview?from=${day}&to=${day}`);
      expect(body.overview).toMatchObject(metrics);
    }, 300_000);
  };

  const receiver = use(() => startReceiver(), 'close');
  const mailbox = use(() => startMailbox(), 'close');
  const app = useApp(() => ({
    clock,
    worker: true,
    env: {
      SMTP_URL: mailbox.url,
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      CONSOLE_BASE_URL: 'https://console.example.org',
    },
  }));
  beforeAll(async () => {
    await runDigests(app, [
      [app.demo, '2026-W08'],
      [app.other, '2026-W08'],
    ]);
    built = await buildEngagement(app, clock);
    await setItem(app, built.bread, { title: TITLE });
    await log(app.demo, [
      ...session(built.bread, 'i', '2026-03-03T10:00:00.000Z', 100),
      ...session(built.bread, 'j', '2026-03-03T10:00:00.000Z', 100),
      ...session(built.bread, 'k', '2026-03-04T10:00:00.000Z', 100),
    ]);
    for (const q of ['quokka', 'zebra <i>stripes</i>', 'zebra <i>stripes</i>'])
      expect((await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`)).body.results).toEqual([]);
    await createWebhook(app.demo, `${receiver.url}/demo`, { events: ['stats.digest'] });
    await counted('2026-03-04', { plays: 1, searches: 3 });
    host = consoleOf(app);
    for (const [name, role, language] of [
      ['owner', 'owner', 'de-AT'],
      ['editor', 'editor', null],
      ['analyst', 'analyst', 'xx'],
      ['contributor', 'contributor', null],
    ] as const) {
      const { id, email } = await buildPerson(app, [[app.demo, role]]);
      await app.app.db
        .updateTable('person')
        .set({ language, name: `Ann ${role}` })
        .where('id', '=', id)
        .execute();
      emails[name] = email;
    }
    await app.demo.api.patch('/account', {
      name: 'Grace\tChurch',
      settings: { requireSecondFactor: 'none' },
    });
  });

  it('is not made before Monday, six in the morning, in the time zone of the account', async () => {
    for (const name of ['owner', 'editor']) expect((await subscribe(name)).status).toBe(200);
    expect((await subscribe('contributor')).body.error.type).toBe('PermissionError');
    await app.other.api.patch('/account', { timeZone: 'Pacific/Auckland' });
    // In Auckland it is Monday evening, and nothing is wanted there.
    passUntil(clock, '2026-03-09T04:59:00.000Z');
    await runDigests(app, [
      [app.demo, '2026-W08'],
      [app.other, '2026-W10'],
    ]);
    expect([receiver.received.length, mailbox.received.length]).toEqual([0, 0]);
  });

  it('has the statistics of the week and of the one before, as a webhook event', async () => {
    clock.pass(60_000);
    await runDigests(app, [[app.demo, '2026-W10']]);
    await expect.poll(() => receiver.types('/demo')).toEqual(['stats.digest']);
    const { data, type } = receiver.received[0]!.event;
    const query = '?from=2026-03-02&to=2026-03-08';
    const { series, ...overview } = (await app.demo.api.get(`/stats/overview${query}`)).body.overview;
    expect(series).toHaveLength(7);
    expect(overview).toMatchObject({
      ...{ plays: 6, watchSeconds: 750, pageViews: 3, searches: 3 },
      previous: { plays: 4, watchSeconds: 400, pageViews: 1, searches: 0 },
    });
    expect(type).toBe('stats.digest');
    expect(data).toEqual({
      account: { id: app.demo.account.id, shortName: 'demo' },
      digest: {
        ...{ week: '2026-W10', from: '2026-03-02', to: '2026-03-08', timeZone: 'Europe/Berlin' },
        overview,
        downloads: { total: 0, previous: { total: 0 } },
        topItems: [
          { itemId: built.bread.id, title: TITLE, plays: 4, watchSeconds: 400 },
          { itemId: built.shepherd.id, title: 'The Good Shepherd', plays: 2, watchSeconds: 350 },
        ],
        trendingTopics: [{ topicId: built.topics[1].id, name: 'Bread', plays: 4, previousPlays: 2 }],
        searchesWithoutResults: [
          { query: 'zebra <i>stripes</i>', searches: 2, withoutResults: 2 },
          { query: 'quokka', searches: 1, withoutResults: 1 },
        ],
      },
    });
  });

  it('is mailed to those who asked for it, in their language', async () => {
    const german = await mailbox.next(emails.owner!);
    expect(german.headers.subject).toBe('Grace Church: die Woche vom 02.03.2026 bis 08.03.2026');
    const [hello, intro, metrics] = german.text.split(/\r?\n\r?\n/);
    expect(hello).toBe('Hallo Ann owner,');
    expect(intro?.replace(/\s+/g, ' ')).toBe(
      'das sind die Statistiken von Grace Church vom 02.03.2026 bis 08.03.2026, in Klammern die der Woche davor.',
    );
    expect(metrics?.split(/\r?\n/).slice(0, 2)).toEqual(['Wiedergaben: 6 (4)', 'Gehörte Stunden: 0,2 (0,1)']);
    const english = await mailbox.next(emails.editor!);
    expect(english.headers.subject).toBe('Grace Church: the week from Mar 2, 2026 to Mar 8, 2026');
    const lines = english.text.split(/\r?\n/);
    for (const line of [
      'Plays: 6 (4)',
      'Hours played: 0.2 (0.1)',
      '- Bread & <b>wine</b> Bcc: all@example.org: 4 plays',
      '- The Good Shepherd: 2 plays',
      '- Bread: 4 plays (2)',
      '- “zebra <i>stripes</i>”: 2 times',
      '- “quokka”: once',
      'https://console.example.org/a/demo/analytics',
    ])
      expect(lines).toContain(line);
    expect(english.html).toContain(
      '<li>Bread &amp; &lt;b&gt;wine&lt;/b&gt; Bcc: all@example.org: 4 plays</li>',
    );
    expect(english.html).toContain('“zebra &lt;i&gt;stripes&lt;/i&gt;”');
    expect(english.html).toContain('<a href="https://console.example.org/a/demo/analytics">');
    expect(english.headers).not.toHaveProperty('bcc');
    const { 'list-unsubscribe': link = '' } = english.headers;
    expect(link).toMatch(/^<https:\/\/console\.example\.org\/unsubscribe\/\d+\.\d+\.[\w-]{43}>$/);
    expect(english.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(lines).toContain(`Stop this mail: ${link.slice(1, -1)}`);
    expect(english.html).toContain(`<a href="${link.slice(1, -1)}">Stop this mail</a>`);
    expect(mailbox.received).toHaveLength(2);
  });

  it('is sent once a week, and not for a week in which nothing happened', async () => {
    await runDigests(app, [[app.demo, '2026-W10']]);
    passUntil(clock, '2026-03-15T12:00:00.000Z');
    await runDigests(app, [[app.demo, '2026-W10']]);
    // Whoever asks for it in a week without events gets the next one.
    await subscribe('analyst');
    passUntil(clock, '2026-03-18T12:00:00.000Z');
    await runDigests(app, [[app.demo, '2026-W11']]);
    await log(app.demo, session(built.bread, 'l', '2026-03-18T11:00:00.000Z', 100));
    await counted('2026-03-18', { plays: 1 });
    passUntil(clock, '2026-03-24T12:00:00.000Z');
    await runDigests(app, [[app.demo, '2026-W12']]);
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]!.event.data.digest).toMatchObject({
      week: '2026-W12',
      overview: { plays: 1, previous: { plays: 0 } },
      trendingTopics: [{ name: 'Bread', plays: 1, previousPlays: 0 }],
      searchesWithoutResults: [],
    });
    const { text } = await mailbox.next(emails.analyst!);
    expect(text).toContain('Plays: 1 (0)');
    expect(text).not.toContain('Searches without results');
    expect(['owner', 'editor', 'analyst', 'contributor'].map((name) => mails(name).length)).toEqual([
      2, 2, 1, 0,
    ]);
  });

  it('is no longer mailed to those who stopped it, or may not read analytics any more', async () => {
    await log(app.demo, session(built.bread, 'm', '2026-03-24T11:00:00.000Z', 100));
    await counted('2026-03-24', { plays: 1 });
    const url = new URL(mails('owner')[0]!.headers['list-unsubscribe']!.slice(1, -1));
    // As mail programs send it: without cookies and origin.
    const program = createClient(app.consoleUrl, { Host: url.host });
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await program.post(url.pathname, 'List-Unsubscribe=One-Click', form)).status).toBe(200);
    const people = (await app.demo.api.get('/people')).body.people;
    const editor = people.find(({ email }: { email: string }) => email === emails.editor);
    expect((await app.demo.api.patch(`/people/${editor.id}`, { role: 'contributor' })).status).toBe(200);
    // Summer time has begun on Sunday: the week ended at 22:00 UTC, and it is 05:59 in Berlin.
    passUntil(clock, '2026-03-30T03:59:00.000Z');
    await log(app.demo, [
      ...session(built.bread, 'n', '2026-03-29T21:30:00.000Z', 100),
      ...session(built.bread, 'o', '2026-03-29T22:30:00.000Z', 100),
    ]);
    await counted('2026-03-30', { plays: 1, previous: { plays: 1 } });
    await runDigests(app, [
      [app.demo, '2026-W12'],
      [app.other, '2026-W13'],
    ]);
    clock.pass(60_000);
    await runDigests(app, [[app.demo, '2026-W13']]);
    await mailbox.next(emails.analyst!);
    await expect.poll(() => receiver.received.length).toBe(3);
    expect(receiver.received[2]!.event.data.digest.overview.plays).toBe(2);
    expect(['owner', 'editor', 'analyst'].map((name) => mails(name).length)).toEqual([2, 2, 2]);
  });
});
