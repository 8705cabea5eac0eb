/** Events from the pages of a site: the documented snippet, several sites, and errors. */
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/client.js';
import { buildItem, type Built } from '../support/factories.js';
import { publish } from '../support/feed-library.js';
import { putMedia } from '../support/public-rows.js';
import { spooledEvents } from '../support/spooled-events.js';
import { useApp } from '../support/start-app.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SITE = 'https://example.org';

describe('a web page', () => {
  const app = useApp({ env: { CLICKHOUSE_URL: 'http://127.0.0.1:9' } });
  let item: Built;
  let asset: Built;
  beforeAll(async () => {
    item = await buildItem(app.demo);
    await publish(app, item);
    asset = await putMedia(app.app.db, { id: item.id, accountId: app.demo.account.id });
    await configure({ publicSiteUrl: `${SITE}/church` });
  });

  const configure = (settings: object) => app.demo.api.patch('/account', { settings });
  const view = (fields: object = {}) => ({ type: 'pageView', url: `${SITE}/a`, ...fields });
  const post = (body: string, type: string, origin = SITE) =>
    app.demo.site.post('/events', body, { 'User-Agent': BROWSER, Origin: origin, 'Content-Type': type });
  const send = (events: unknown[], origin?: string) =>
    post(JSON.stringify({ events }), 'application/json', origin);

  it('sends its events with the documented snippet', async () => {
    const document = (await app.demo.site.get('/openapi.json')).body;
    const operation = document.paths['/events'].post;
    const script = /<script>\n([^]*?)<\/script>/.exec(operation.description)?.[1] ?? '';
    expect(Object.keys(operation.requestBody.content)).toEqual(['application/json', 'text/plain']);
    const answers: Promise<Answer>[] = [];
    const player = {
      paused: true,
      ended: false,
      currentTime: 0,
      playbackRate: 1,
      on: {} as Record<string, () => void>,
      addEventListener: (name: string, listener: () => void) => (player.on[name] = listener),
    };
    let tick = (): void => undefined;
    runInNewContext(
      script.replace(/itemId: 12, mediaAssetId: 7/, `itemId: ${item.id}, mediaAssetId: ${asset.id}`),
      {
        navigator: {
          sendBeacon: (url: string, body: string) => {
            expect(url).toMatch(/\/api\/events$/);
            answers.push(post(body, 'text/plain;charset=UTF-8'));
          },
        },
        location: { href: `${SITE}/sermons/a?mail=x` },
        document: { referrer: '', getElementById: () => player },
        setInterval: (callback: () => void) => (tick = callback),
      },
    );
    tick();
    player.paused = false;
    player.on.play?.();
    player.on.playing?.();
    player.on.waiting?.();
    player.on.playing?.();
    player.currentTime = 15;
    tick();
    player.paused = true;
    player.on.pause?.();
    player.on.seeked?.();
    player.ended = true;
    player.on.ended?.();
    const all = await Promise.all(answers);
    expect(all.map(({ status, body }) => [status, body.errors])).toEqual(all.map(() => [200, []]));
    const ids = all.map(({ body }) => body.ids[0]);
    const stored = ids.map((id) => spooledEvents(app).find((event) => event.id === id));
    expect(stored.map((event) => event?.kind ?? event?.table)).toEqual([
      'page_views',
      'play',
      'progress',
      'pause',
      'seek',
      'end',
    ]);
    expect(stored[2]).toMatchObject({ itemId: item.id, positionMs: 15_000, origin: 'connect' });
    expect(stored[1]).toMatchObject({ startupMs: null, stallCount: 0 });
    expect(stored[2]).toMatchObject({
      startupMs: expect.any(Number),
      stallCount: 1,
      stalledMs: expect.any(Number),
    });
    expect(new Set(stored.slice(1).map((event) => event?.sessionId)).size).toBe(1);
  });

  it('may send its JSON as text in UTF-8, and in no other form', async () => {
    const body = JSON.stringify({ events: [view()] });
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/json'])
      expect([type, (await post(body, type)).status]).toEqual([type, 200]);
    for (const type of ['text/plain;charset=utf-16', 'text/html', 'application/x-www-form-urlencoded'])
      expect([type, (await post(body, type)).status]).toEqual([type, 415]);
    expect((await post('{', 'text/plain')).status).toBe(400);
    const logged = await app.demo.api.post('/logging/batch', body, { 'Content-Type': 'text/plain' });
    expect(logged.status).toBe(415);
  });

  it('may be on any of the account’s sites, with or without www.', async () => {
    const settings = { publicSites: ['https://www.youth.example.org/', 'http://localhost:3000'] };
    const { body, status } = await configure(settings);
    expect(status).toBe(200);
    expect(body.account.settings.publicSites).toEqual([
      'https://www.youth.example.org',
      'http://localhost:3000',
    ]);
    const own = [
      SITE,
      'https://www.example.org',
      'https://youth.example.org',
      'https://www.youth.example.org',
    ];
    for (const origin of [...own, 'http://localhost:3000'])
      expect([origin, (await send([view()], origin)).status]).toEqual([origin, 200]);
    const foreign = ['http://example.org', 'https://example.org:8443', 'https://www.www.example.org', 'null'];
    for (const origin of [
      ...foreign,
      'https://wwwexample.org',
      'https://a.example.org',
      'http://localhost:3001',
    ])
      expect([origin, (await send([view()], origin)).status]).toEqual([origin, 422]);
    await configure({ publicSites: [] });
    expect((await send([view()], 'http://localhost:3000')).status).toBe(422);
    const create = { name: 'Partner', allowedOrigins: ['https://partner.example'] };
    const { token } = (await app.demo.api.post('/embed-tokens/create', create)).body.embedToken;
    const embedded = await send([view({ embedToken: token })], 'https://www.partner.example');
    expect(embedded.body.errors).toEqual([]);
  });

  it.each([
    [['https://example.org/path'], 'settings.publicSites.0'],
    [['https://a.example', '*'], 'settings.publicSites.1'],
    [['ftp://example.org'], 'settings.publicSites.0'],
    [['https://a;frame-ancestors'], 'settings.publicSites.0'],
    [Array.from({ length: 21 }, (_, i) => `https://${i}.example`), 'settings.publicSites'],
    ['https://example.org', 'settings.publicSites'],
  ])('cannot be on %j', async (publicSites, path) => {
    const { status, body } = await configure({ publicSites });
    expect([status, body.error.details[0].path]).toEqual([422, path]);
  });

  it('gets the reason when none of its events are accepted', async () => {
    const draft = await buildItem(app.demo);
    const { status, body } = await send([
      view({ itemId: draft.id }),
      view({ itemId: 99_999 }),
      { type: 'x' },
    ]);
    expect(status).toBe(422);
    expect(body.error.type).toBe('ValidationError');
    expect(body.error.details).toEqual([
      { path: 'events.0.itemId', message: 'does not exist' },
      { path: 'events.1.itemId', message: 'does not exist' },
      { path: 'events.2.type', message: expect.any(String) },
    ]);
    const elsewhere = await send([view()], 'https://thief.example');
    expect(elsewhere.body.error.details[0]).toEqual({
      path: 'events.0.embedToken',
      message: expect.stringContaining('publicSites'),
    });
    const some = await send([view({ itemId: draft.id }), view()]);
    expect([some.status, some.body.ids[0], some.body.errors.length]).toEqual([200, null, 1]);
    expect((await send([])).body).toEqual({ ids: [], errors: [] });
    const logged = await app.demo.api.post('/logging/batch', { events: [view({ itemId: 99_999 })] });
    expect([logged.status, logged.body.ids]).toEqual([200, [null]]);
  });
});
