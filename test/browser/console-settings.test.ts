/** The settings of an account in the console, in a real browser. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { en } from '../../strings/console/en.js';
import { lists } from '../../strings/console/lists/en.js';
import { settings } from '../../strings/console/settings/en.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { buildTopic } from '../support/factories.js';
import { browserPath } from './chromium.js';
import { actionsOf, button, choose, dialog, field, notice, png, startConsolePages } from './console-pages.js';
import { use } from '../support/use.js';

describe.skipIf(!browserPath)('the settings in the console', () => {
  const api = () => console.app.demo.api;
  const console = use(() => startConsolePages({ WEBHOOKS_ALLOW_PRIVATE: 'true' }), 'stop');

  it('creates a webhook, shows its deliveries, and sends one again', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const page = await console.open('webhooks');
    await button(page, settings.webhooks.add).click();
    await field(page, settings.webhooks.url).fill(url);
    await button(page, lists.create).click();
    await page.getByText(/^whsec_/).waitFor();
    await button(page, settings.webhooks.done).click();
    await page.getByRole('link', { name: url }).click();
    await button(page, settings.webhooks.ping).click();
    await page.getByText(settings.webhooks.statuses.delivered).first().waitFor();
    await page.getByRole('button', { name: actionsOf(settings.webhooks.eventNames.ping) }).click();
    await page.getByRole('menuitem', { name: settings.webhooks.redeliver }).click();
    await notice(page, settings.webhooks.redelivered);
    await expect.poll(() => received.length).toBe(2);
    expect(new Set(received).size).toBe(1);
    server.close();
  });

  it('creates and revokes tokens, and copies snippets', async () => {
    const page = await console.open('tokens');
    await button(page, settings.tokens.add).click();
    await field(page, settings.tokens.name).fill('Website');
    await button(page, lists.create).click();
    await page.getByText(withValues(settings.tokens.secretTitle, { name: 'Website' })).waitFor();
    await button(page, settings.webhooks.done).click();
    await choose(page, actionsOf('Website'), settings.tokens.revoke);
    await dialog(page).getByRole('button', { name: settings.tokens.revoke }).click();
    await notice(page, withValues(settings.tokens.revoked, { name: 'Website' }));

    await page.getByRole('link', { name: en.listScreens.embeds }).click();
    await page.getByText(/<lectern-search/).waitFor();
    const framed = page.frameLocator('iframe');
    await framed.getByRole('searchbox').fill('bread');
    await framed.getByRole('searchbox').press('Enter');
    await framed.getByText(/bread/).waitFor();
    await page.getByText(settings.embeds.previewPlayer, { exact: true }).click();
    await page.getByText(settings.embeds.noPreview).waitFor();
    await button(page, settings.embeds.add).click();
    await field(page, lists.name).fill('Parish site');
    await field(page, settings.embeds.origins).fill('not an address');
    await button(page, lists.create).click();
    await page.locator('.mantine-InputWrapper-error').waitFor();
    await field(page, settings.embeds.origins).fill('https://parish.example.org');
    await button(page, lists.create).click();
    await page.getByRole('cell', { name: 'https://parish.example.org' }).waitFor();
  });

  it('filters the audit log in its address', async () => {
    const topic = await buildTopic(console.app.demo, { name: 'Logged' });
    const page = await console.open(`audit-log?recordType=topic&recordId=${topic.id}`);
    await page.getByRole('cell', { name: 'create topic name' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByLabel(settings.auditLog.to, { exact: true }).fill('2020-01-01');
    await page.getByText(settings.auditLog.empty).waitFor();
    expect(new URL(page.url()).searchParams.get('recordId')).toBe(String(topic.id));
  });

  it('changes the account: its logo, colour and links', async () => {
    const page = await console.open('account');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await png(300, 100) });
    await notice(page, lists.image.uploaded);
    const look = page.getByRole('region', { name: settings.account.look });
    await look.getByLabel(settings.account.color).fill('#2f9e44');
    // Closes the colours.
    await page.keyboard.press('Tab');
    await button(look, lists.save).click();
    await notice(page, lists.saved);
    const links = page.getByRole('region', { name: settings.account.links });
    await button(links, settings.account.addLink).click();
    await links.getByLabel(settings.account.linkTitle).fill('Giving');
    await links.getByLabel(settings.account.linkUrl).fill('https://example.org/give');
    await button(links, lists.save).click();
    await expect
      .poll(async () => (await api().get('/account')).body.account)
      .toMatchObject({
        logoUrl: expect.stringContaining('http'),
        settings: {
          accentColorHex: '#2f9e44',
          links: [{ title: 'Giving', url: 'https://example.org/give' }],
        },
      });
    await page.getByRole('link', { name: en.listScreens.quotas }).click();
    await page.getByRole('heading', { name: settings.quotas.storedBytes }).waitFor();
  });

  it('shows each role what it may see', async () => {
    const places = (page: Page) =>
      page.getByRole('navigation', { name: en.navigation }).getByRole('link').allTextContents();
    const contributor = await console.open('webhooks', 'contributor');
    await contributor.getByText(en.notAllowed).waitFor();
    expect(await places(contributor)).toContain(en.listScreens.trash);
    expect(await places(contributor)).not.toContain(en.listScreens.tokens);
    const analyst = await console.open('speakers', 'analyst');
    expect(await places(analyst)).not.toContain(en.listScreens.trash);
    expect(await button(analyst, lists.speakers.add).count()).toBe(0);
  });

  it('fails nothing, and keeps its content security policy', () => {
    expect(console.problems).toEqual([]);
  });
});
