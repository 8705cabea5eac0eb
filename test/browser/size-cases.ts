/** Pages and searches of libraries with one talk and with very many. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildItem, buildSpeaker } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { putCopies } from '../support/public-rows.js';
import type { Fixture } from './fixture.js';

const MANY = 20_000;
const SPEAKERS = 2;
const YEARS = 20;
/** Number of items in a list. */
const PAGE_SIZE = 24;

/** @param fixture read when the tests run; the other account has no item yet */
export const sizeCases = (fixture: () => Fixture): void => {
  it('show a library of one talk, and a library of twenty thousand up to its last page', async () => {
    const { app, visit } = fixture();
    const { other } = app;
    const { db } = app.app;
    const host = fixture().host.replace('demo.', 'other.');
    const item = await buildItem(other, { title: 'The only one', date: '2001-01-01' });
    await publish(app, item);
    const page = await visit(`${host}/`);
    const results = page.locator('lectern-search .results > li');
    await results.waitFor();
    expect(await results.count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.getByRole('link', { name: 'The only one' }).click();
    await page.getByRole('heading', { level: 1, name: 'The only one' }).waitFor();

    await putCopies(db, item, MANY - 1);
    const accountId = other.account.id;
    await sql`update "item" set "date" = (2001 + "id" % ${sql.lit(YEARS)}) || '-01-01'
      where "accountId" = ${accountId}`.execute(db);
    for (let at = 0; at < SPEAKERS; at++) {
      const { id } = await buildSpeaker(other, { name: `Speaker ${at}` });
      await sql`insert into "itemSpeaker" ("accountId", "itemId", "speakerId", "position")
        select "accountId", "id", ${sql.lit(id)}, 0 from "item"
        where "accountId" = ${accountId} and "id" % ${sql.lit(SPEAKERS)} = ${sql.lit(at)}`.execute(db);
    }
    await page.goto(`${host}/`);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => results.count()).toBe(20);
    await page.goto(`${host}/?year=2005`);
    const count = page.locator('.summary > p');
    await expect.poll(() => count.innerText()).toContain(`${(MANY / YEARS).toLocaleString('en')} talks`);
    await page.getByRole('combobox', { name: 'Year' }).selectOption('');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.goto(`${host}/?speaker=1&year=2005`);
    await page.locator('lectern-search [part=note]').getByText('No talks match these filters').waitFor();

    const last = Math.ceil(MANY / PAGE_SIZE);
    await page.goto(`${host}/latest?page=${last}`);
    expect(await page.locator('.cards > li').count()).toBe(MANY % PAGE_SIZE);
    expect(await page.getByRole('link', { name: 'Next page' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Previous page' }).click();
    await page.waitForURL(`**/latest?page=${last - 1}`);
    await page.goto(`${host}/latest?page=${last + 1}`);
    await page.getByRole('heading', { name: 'This page does not exist.' }).waitFor();
    await page.context().close();
  });
};
