/** What visitors can do with `<lectern-player>`, and the events that it sends. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { PLAYER_OF, TALK, VIDEO_TALK, type Fixture } from './fixture.js';
import { addFilm, canFilm } from './recording.js';

const PLAYER = `<lectern-player item="the-brother-across-town"></lectern-player>`;
const currentTime = async (page: Page): Promise<number> =>
  Number(await page.evaluate(`${PLAYER_OF}?.currentTime ?? -1`));

/** @param fixture read when the tests run */
export const playerCases = (fixture: () => Fixture): void => {
  it('warn once in the console that events from an unknown site are not counted', async () => {
    const { app, site, visit } = fixture();
    const configure = (publicSites: string[]) =>
      app.demo.api.patch('/account', { settings: { publicSites } });
    await configure([]);
    const page = await visit(site.page(PLAYER));
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const refused = () =>
      page.waitForResponse((response) => response.url().endsWith('/api/events') && response.status() === 422);
    for (const key of ['k', 'k', 'k']) {
      const response = refused();
      await page.locator('lectern-player [part=play-button]').focus();
      await page.keyboard.press(key);
      await response;
    }
    await expect
      .poll(() => warnings.filter((text) => text.includes('Lectern')))
      .toEqual([`Lectern counts nothing on ${site.url}: add it to the account's settings.publicSites`]);
    await configure([site.url]);
    await page.context().close();
  });

  it('support YouTube’s keyboard shortcuts, captions, search within the talk, and a transcript that loads on demand', async () => {
    const page = await fixture().visit(fixture().site.page(PLAYER, { query: 't=100' }));
    const state = (what: string) =>
      page.evaluate(
        `(() => { const player = document.querySelector('lectern-player'); const media = player.shadowRoot.querySelector('audio'); return ${what} })()`,
      );
    const times: number[] = [];
    await page.exposeFunction('heard', (time: number) => times.push(time));
    await page.evaluate(`addEventListener('lectern-timeupdate', ({ detail }) => heard(detail.currentTime))`);
    await page.locator('lectern-player [part=chapter]').first().focus();
    await expect.poll(() => state('media.readyState')).toBeGreaterThan(0);
    expect(await state('player.currentTime')).toBe(100);
    for (const [key, value] of [
      ['ArrowRight', 105],
      ['l', 115],
      ['j', 105],
      ['ArrowLeft', 100],
      ['5', 310],
      ['0', 0],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await state('media.currentTime')]).toEqual([key, value]);
    }
    await page.keyboard.press('>');
    await page.keyboard.press('m');
    expect(await state('[media.playbackRate, media.muted]')).toEqual([1.25, true]);
    await page.keyboard.press('k');
    await expect.poll(() => state('!media.paused && media.currentTime > 0')).toBe(true);
    await expect.poll(() => times.some((time) => time > 0)).toBe(true);
    await page.keyboard.press('k');
    await expect.poll(() => state('player.paused')).toBe(true);
    expect(
      await state('[...media.textTracks].map(({ kind, cues, mode }) => [kind, cues.length > 2, mode])'),
    ).toEqual([
      ['captions', true, 'hidden'],
      ['chapters', true, 'hidden'],
    ]);
    await expect.poll(() => state('navigator.mediaSession.metadata?.title')).toBe(TALK);

    // A long list of chapters scrolls instead of making the page longer.
    await page.evaluate(
      `document.querySelector('lectern-player').style = '--lectern-transcript-height: 4rem'`,
    );
    const chapters = page.locator('[part=chapters]');
    const [shown, all] = await chapters.evaluate((one: any) => [one.clientHeight, one.scrollHeight]);
    expect(shown).toBeLessThan(all);
    await page.evaluate(`document.querySelector('lectern-player').style = ''`);

    const find = page.getByRole('textbox', { name: 'Find in this talk' });
    await find.fill('brother');
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^2 of \d+$/).waitFor();
    const follow = page.getByRole('button', { name: 'Follow along' });
    await follow.click();
    await follow.waitFor({ state: 'hidden' });
    await page.keyboard.press('Shift+Tab');
    await page.locator('.line[tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    const line = Number(
      await page.evaluate(
        `Number(document.querySelector('lectern-player').shadowRoot.querySelector('lectern-transcript').shadowRoot.activeElement.href.match(/t=(\\d+)/)[1])`,
      ),
    );
    await page.keyboard.press('Enter');
    await expect.poll(() => state('Math.floor(media.currentTime)')).toBeGreaterThanOrEqual(line);
    await page.context().close();
  });

  it('count each play once, even after a lost connection and a reload', async () => {
    const page = await fixture().visit(fixture().site.page(PLAYER.replace('>', ' remember>')));
    await page.locator('[part=chapter]').first().waitFor();
    const of = (session: unknown) =>
      fixture()
        .events()
        .filter(({ sessionId }) => sessionId === session);
    const before = fixture().events().length;
    await page.locator('[part=play-button]').click();
    const played = () =>
      fixture()
        .events()
        .slice(before)
        .find(({ kind }) => kind === 'play');
    await expect.poll(played).toBeDefined();
    const session = played()?.sessionId;
    await page.context().setOffline(true);
    await page.evaluate(`${PLAYER_OF}.pause()`);
    await page.evaluate(`${PLAYER_OF}.seek(300)`);
    await expect
      .poll(() =>
        page.evaluate(
          'Object.entries(localStorage).some(([key, value]) => key.startsWith("lectern-events") && value.includes("seek"))',
        ),
      )
      .toBe(true);
    expect(of(session).map(({ kind }) => kind)).toEqual(['play']);
    await page.context().setOffline(false);
    await page.reload();
    await expect.poll(() => of(session).map(({ kind }) => kind)).toEqual(['play', 'pause', 'seek']);
    // The position where the visitor stopped.
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0);
    await page.locator('[part=play-button]').click();
    await page.getByRole('button', { name: /pause/i }).first().waitFor();
    await page.close({ runBeforeUnload: false });
    await expect
      .poll(
        () =>
          fixture()
            .events()
            .filter(({ kind }) => kind === 'play').length,
      )
      .toBeGreaterThan(1);
  });

  it('load a platform video only on click, in an embed page that they control', async () => {
    const page = await fixture().visit(
      fixture().site.page(`<lectern-player item="at-the-back-with-thomas" details></lectern-player>`),
    );
    // The embed page plays a file instead of the platform's video, which tests cannot reach.
    const embedded = `<script type="module" src="/player.js"></script>
      <lectern-player item="the-brother-across-town" embed="media" autoplay url-state="off"></lectern-player>`;
    await page.route('**/embed/**', (route) => route.fulfill({ contentType: 'text/html', body: embedded }));
    const press = page.getByRole('button', { name: 'Play video from YouTube' });
    await press.waitFor();
    expect(await page.getByRole('heading', { name: VIDEO_TALK }).count()).toBe(1);
    expect(page.frames()).toHaveLength(1);
    await page.evaluate(`${PLAYER_OF}.seek(61)`);
    await press.focus();
    const [request] = await Promise.all([page.waitForRequest('**/embed/**'), page.keyboard.press('Enter')]);
    expect(new URL(request.url()).search).toMatch(/^\?controls=0&autoplay=1&mediaAssetId=\d+$/);
    await expect.poll(() => page.evaluate(`${PLAYER_OF}.currentTime`)).toBeGreaterThan(61);
    expect(await page.locator('.line[aria-current="true"] .time').innerText()).toMatch(/^(0:5|1:0)/);
    await page.evaluate(`${PLAYER_OF}.pause()`);
    await expect.poll(() => page.evaluate(`${PLAYER_OF}.paused`)).toBe(true);
    // The URL of the page counts, not that of the iframe in it.
    await expect
      .poll(() =>
        fixture()
          .events()
          .filter(({ kind, itemId }) => kind === 'play' && itemId !== fixture().talk.id),
      )
      .toHaveLength(1);
    await page.context().close();
  });

  it.skipIf(!canFilm)('play a video stream in its different sizes', async () => {
    const { app, host, visit } = fixture();
    const item = await buildItem(app.demo, { title: 'A film of the harbour', date: '1999-01-01' });
    await addFilm(app, app.demo, item.id, 3);
    // Until the server has examined the file, the item has nothing to play, and its page is an article.
    await app.idle();
    await publish(app, item);
    const page = await visit(`${host}/items/${item.id}`);
    const film = `document.querySelector('lectern-player').shadowRoot.querySelector('hls-video')`;
    await page.locator('[part=play-button]').click();
    await expect.poll(() => page.evaluate(`${film}.currentTime`)).toBeGreaterThan(0.3);
    expect(await page.evaluate(`[...${film}.videoRenditions].map(({ height }) => height)`)).toEqual([
      360, 480,
    ]);
    expect(await page.evaluate(`${film}.videoWidth`)).toBeGreaterThan(0);
    await expect
      .poll(() =>
        fixture()
          .events()
          .map(({ kind, itemId }) => [kind, itemId]),
      )
      .toContainEqual(['play', item.id]);
    await page.context().close();
  });
};
