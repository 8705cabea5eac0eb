/** Operators see, make and verify backups in the console; others neither see nor can. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { backups as texts } from '../../strings/console/backups/en.js';
import { en } from '../../strings/console/en.js';
import { addRun, markFailed } from '../../src/backup/runs/backup-run.repository.js';
import { withValues } from '../../web/console/parts/with-values.js';
import { buildPerson } from '../support/browser.js';
import { removeFolder } from '../support/remove-folder.js';
import { browserPath } from './chromium.js';
import { button, choose, notice, says, startConsolePages, type ConsolePages } from './console-pages.js';
import { lookAt } from './looks.js';
import { use } from '../support/use.js';

describe.skipIf(!browserPath)('backups in the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-backups-'));
  const pages = use(
    () => startConsolePages({ BACKUP_TO: folder, BACKUP_SCHEDULE: '', ANALYTICS: 'false' }),
    'stop',
  );
  afterAll(() => removeFolder(folder));
  const operatorOf = async ({ app }: ConsolePages): Promise<string> =>
    (await buildPerson(app, [[app.demo, 'editor']], { name: 'Otto Operator', isOperator: 1 })).email;
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

  it('are made and verified by operators, who find them on Home and in their menu', async () => {
    const page = await pages.openAs('home', await operatorOf(pages));
    await page.getByText(texts.none).waitFor();
    await page.getByRole('link', { name: texts.seeAll, exact: true }).press('Enter');
    await heading(page, texts.title).waitFor();
    await page.getByText(withValues(texts.place, { to: folder })).waitFor();
    await page.getByText(texts.byHand).waitFor();
    expect(await lookAt(page, 'backups-none')).toEqual([]);

    await button(page, texts.backUpNow).press('Enter');
    await notice(page, texts.asked);
    await rows(page).first().waitFor();
    await expect.poll(() => button(page, texts.backUpNow).isEnabled()).toBe(true);
    expect(await rows(page).count()).toBe(1);
    await rows(page).getByText(texts.open).waitFor();
    await rows(page).getByText(texts.never).waitFor();
    const verify = rows(page).getByRole('button');
    await verify.press('Enter');
    await notice(page, texts.verifyAsked);
    await rows(page).getByText(texts.never).waitFor({ state: 'hidden' });
    expect(await lookAt(page, 'backups')).toEqual([]);

    const [name = ''] = (await listed()).map(({ name }) => name);
    const index = join(folder, 'backups', name, 'index.jsonl.gz');
    const intact = readFileSync(index);
    writeFileSync(index, 'damaged');
    await verify.press('Enter');
    await rows(page).getByText('index.jsonl.gz').waitFor();
    await says(page, 'index.jsonl.gz');
    writeFileSync(index, intact);
    await page.getByText(`lectern restore ${join(folder, 'backups', name)}`).waitFor();
    await page.getByRole('link', { name: en.screens.home, exact: true }).press('Enter');
    await page.getByText(withValues(texts.last, { time: '' })).waitFor();
    await choose(page, 'Otto Operator', texts.title);
    await heading(page, texts.title).waitFor();
    expect(pages.problems).toEqual([]);
  });

  const listed = (): Promise<{ name: string }[]> => {
    const open = pages.app.app.backupsAt(folder);
    return open.list().finally(() => open.close());
  };

  it('show the progress of a run, and why the last one failed', async () => {
    const { db, clock } = pages.app.app;
    // Of a process on another machine, which holds the lease.
    await db
      .insertInto('lease')
      .values({ name: 'backup', owner: 'other-host:1:x', expiresAt: '2999-01-01T00:00:00.000Z' })
      .execute();
    const run = await addRun(db, clock, { kind: 'backup', state: 'running', askedBy: 'command' });
    const step = (name: string, done: number) =>
      db.updateTable('backupRun').set({ step: name, done }).where('id', '=', run.id).execute();
    await step('files', 412);
    const page = await pages.openAs('backups', await operatorOf(pages));
    await says(page, withValues(texts.running, { step: 'files', done: 412 }));
    expect(await button(page, texts.backUpNow).isDisabled()).toBe(true);
    await step('vectors', 7);
    await says(page, withValues(texts.running, { step: 'vectors', done: 7 }));
    await markFailed(db, clock, run.id, 'The disk is full');
    await says(page, withValues(texts.failed, { error: 'The disk is full' }));
    expect(await lookAt(page, 'backups-failed')).toEqual([]);
    await db.deleteFrom('lease').where('name', '=', 'backup').execute();
  });

  it('are not there for others', async () => {
    const { app } = pages;
    const { email } = await buildPerson(app, [[app.demo, 'owner']], { name: 'Olive Owner' });
    const page = await pages.openAs('home', email);
    await button(page, 'Olive Owner').press('Enter');
    await page.getByRole('menuitem', { name: en.signOut, exact: true }).waitFor();
    expect(await page.getByRole('menuitem', { name: texts.title }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: texts.seeAll }).count()).toBe(0);
    await page.goto(`${pages.base}/a/demo/backups`);
    await page.getByText(en.notAllowed).waitFor();
    expect(await button(page, texts.backUpNow).count()).toBe(0);
    const status = await page.evaluate<number>("fetch('/operator/backups').then(({ status }) => status)");
    expect(status).toBe(403);
  });

  it('are explained to operators while they go nowhere', async () => {
    const bare = await startConsolePages({ ANALYTICS: 'false' });
    const page = await bare.openAs('backups', await operatorOf(bare));
    await page.getByText(texts.unset, { exact: true }).waitFor();
    await page.getByText('BACKUP_TO').waitFor();
    expect(await button(page, texts.backUpNow).count()).toBe(0);
    expect(await lookAt(page, 'backups-unset')).toEqual([]);
    await bare.stop();
  });
});
