/** The progress of processing: requested, and as server-sent events. */
import { describe, expect, it } from 'vitest';
import { resetRun } from '../support/processing-runs.js';
import { buildItem, buildMediaAsset, setItem } from '../support/factories.js';
import { startApp, useApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';

interface ServerEvent {
  event: string;
  data: any;
}

const eventsIn = (text: string): ServerEvent[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [event = '', data = ''] = block.split('\n');
      return { event: event.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) };
    });

describe('the progress of processing', () => {
  const app = useApp({ worker: true });

  const put = (id: number, text: string) =>
    app.demo.api.put(`/items/${id}/transcript`, text, { 'Content-Type': 'text/vtt' });
  const progress = async (id: number) => (await app.demo.api.get(`/items/${id}/processing`)).body.processing;
  const watch = (id: number) => app.demo.api.get(`/items/${id}/processing/events`);

  it('is reported step by step, from draft to ready', async () => {
    const item = await buildItem(app.demo);
    const before = await progress(item.id);
    expect(before).toMatchObject({ status: 'draft', percent: 0, startedDate: null, errorMessage: null });
    const names = before.steps.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['transcribe', 'segment', 'index']));
    expect(new Set(before.steps.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['pending']),
    );

    await put(item.id, vttOf(talks.bees));
    const watched = await watch(item.id);
    expect(watched.headers['content-type']).toContain('text/event-stream');
    const events = eventsIn(watched.body);
    expect(events.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);
    expect(events.at(-1)?.event).toBe('end');
    expect(events[0]?.data.processing.status).toMatch(/queued|processing|ready/);
    const percents = events.map(({ data }) => data.processing.percent);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));

    const ready = await progress(item.id);
    expect(events.at(-1)?.data).toEqual({ processing: ready });
    expect(ready).toMatchObject({ status: 'ready', percent: 100, errorMessage: null });
    for (const step of ready.steps) {
      expect(step).toMatchObject({ status: expect.stringMatching(/done|skipped/), percent: 100 });
      expect(step.startedDate <= step.finishedDate).toBe(true);
    }
    expect(ready.steps.at(-1)).toMatchObject({
      name: 'suggest',
      status: 'skipped',
      message: 'Suggestions are turned off (SUGGESTIONS).',
    });
    // Nothing is running, so the stream reports everything at once.
    expect(eventsIn((await watch(item.id)).body).map(({ event }) => event)).toEqual(['progress', 'end']);
  });

  it('reports which step needs a person, and what to do', async () => {
    const item = await buildItem(app.demo);
    await buildMediaAsset(app.app.db, item, app.demo.account.id);
    await app.demo.api.post(`/items/${item.id}/process`);
    await app.idle();
    const processing = await progress(item.id);
    expect(processing).toMatchObject({ status: 'actionRequired' });
    expect(processing.errorMessage).toContain('needs a transcript');
    expect(processing.steps.find(({ status }: any) => status === 'actionRequired')).toMatchObject({
      name: 'transcribe',
      message: processing.errorMessage,
    });
    const later = processing.steps.slice(-2);
    expect(later).toMatchObject(['index', 'suggest'].map((name) => ({ name, status: 'pending' })));
  });

  it('resumes an interrupted run', async () => {
    const item = await buildItem(app.demo);
    await put(item.id, vttOf(talks.bread));
    await app.idle();
    const done = await progress(item.id);
    // As if the process had been killed after it stored the chunks, from which the rest is made.
    await resetRun(app, item, ['index']);
    const { chunk } = await app.app.db
      .selectFrom('chunk')
      .select(({ fn }) => fn.max<number>('id').as('chunk'))
      .where('itemId', '=', item.id)
      .executeTakeFirstOrThrow();
    await app.demo.api.post(`/items/${item.id}/process`);
    await app.idle();
    const again = await progress(item.id);
    const dates = (processing: any) => processing.steps.map(({ startedDate }: any) => startedDate);
    expect(again.status).toBe('ready');
    expect(dates(again).slice(0, 3)).toEqual(dates(done).slice(0, 3));
    const { left } = await app.app.db
      .selectFrom('chunk')
      .select(({ fn }) => fn.max<number>('id').as('left'))
      .where('itemId', '=', item.id)
      .executeTakeFirstOrThrow();
    expect(left).toBe(chunk);
  });

  it('resumes if its job was deleted', async () => {
    const item = await buildItem(app.demo);
    const { db, maintenance } = app.app;
    await put(item.id, vttOf(talks.bees));
    await app.idle();
    const long = '2020-01-01T00:00:00.000Z';
    await setItem(app, item, { status: 'processing', updatedDate: long });
    await db.updateTable('mediaAsset').set({ status: 'ready' }).execute();
    await maintenance.stop();
    maintenance.start();
    await expect
      .poll(async () => (await app.demo.api.get(`/items/${item.id}`)).body.item.status)
      .toBe('ready');
  });

  it('is visible only within the account', async () => {
    const item = await buildItem(app.other);
    for (const path of ['processing', 'processing/events'])
      expect((await app.demo.api.get(`/items/${item.id}/${path}`)).status).toBe(404);
  });

  it('is limited in concurrent watchers, and ends when the server stops', async () => {
    const own = await startApp();
    const item = await buildItem(own.demo);
    await own.demo.api.put(`/items/${item.id}/transcript`, vttOf(talks.bees), { 'Content-Type': 'text/vtt' });
    const open = () => own.demo.api.get(`/items/${item.id}/processing/events`);
    // The maximum number of streams per address.
    const watching = Array.from({ length: 16 }, open);
    await expect.poll(() => own.app.openStreams()).toBe(16);
    const refused = await open();
    expect([refused.status, refused.body.error.type]).toEqual([429, 'RateLimitError']);
    await own.stop();
    for (const { body } of await Promise.all(watching)) {
      const events = eventsIn(body);
      expect(events.map(({ event }) => event)).toEqual(['progress']);
      expect(events[0]?.data.processing.status).toBe('queued');
    }
    expect(own.app.openStreams()).toBe(0);
  });
});
