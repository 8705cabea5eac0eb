/** Bulk jobs that replace words in transcripts or accept suggestions: previews, results and undoing. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runBulkHandler } from '../../src/bulk/run-bulk.handler.js';
import { createBulkWorker, jobOf, resultsOf, startBulk } from '../support/bulk.js';
import { buildItem, buildTopic, setItem, type Built } from '../support/factories.js';
import { insertRow } from '../../src/platform/db/rows.js';
import { useApp, type Tenant } from '../support/start-app.js';

const TEXTS = ['And Melkisedek brought bread.', 'melkisedek, the king; not Melkisedekian.', 'Amen.'];
const REPLACEMENT = { action: 'replaceText', find: 'Melkisedek', replaceWith: 'Melchizedek' };

describe('bulk jobs', () => {
  const app = useApp();
  let worker: ReturnType<typeof createBulkWorker>;
  let accounts = 0;
  let tenant: Tenant;
  beforeAll(() => {
    worker = createBulkWorker(app);
  });
  beforeEach(async () => (tenant = await app.tenant(`texts-${++accounts}`)));

  const withTexts = async (texts: readonly string[] = TEXTS): Promise<Built> => {
    const item = await buildItem(tenant);
    const segments = texts.map((text, i) => ({ text, startMs: i * 1_000, endMs: (i + 1) * 1_000 }));
    expect((await tenant.api.put(`/items/${item.id}/transcript`, { segments })).status).toBe(200);
    return item;
  };
  const textsOf = async ({ id }: Built): Promise<string[]> =>
    (await tenant.api.get(`/items/${id}/transcript/segments`)).body.segments.map(({ text }: Built) => text);
  const finished = (body: object): Promise<Built> => worker.finished(tenant, body);
  const undone = (job: Built): Promise<Built> => worker.undone(tenant, job);
  const hitsOf = async ({ id }: Built, query = ''): Promise<Built> =>
    (await tenant.api.get(`/jobs/${id}/hits?${query}`)).body;

  it('preview each place of a text, in pages', async () => {
    const [item, without, empty] = [await withTexts(), await withTexts(['Amen.']), await buildItem(tenant)];
    const ids = [item.id, without.id, empty.id];
    const job = await finished({ ids, ...REPLACEMENT, dryRun: true });
    expect(job).toMatchObject({ status: 'done', total: 3, changed: 1, hits: 2 });
    expect(job.reasons.map(({ message }: Built) => message)).toEqual([
      'Its transcript does not have the text.',
      'It has no transcript.',
    ]);
    const all = await hitsOf(job);
    expect(all).toMatchObject({ totalRecords: 2 });
    expect(all.hits[0]).toEqual({
      id: expect.any(Number) as number,
      itemId: item.id,
      ...{ segment: 0, startMs: 0, position: 4 },
      before: 'And Melkisedek brought bread.',
      after: 'And Melchizedek brought bread.',
    });
    expect((await hitsOf(job, '_limit=1&_offset=1')).hits).toEqual([all.hits[1]]);
    expect(all.hits[1]).toMatchObject({ segment: 1, after: 'Melchizedek, the king; not Melkisedekian.' });
    expect(await textsOf(item)).toEqual(TEXTS);
  });

  it('list the first places of long transcripts, count all, and stop between transcripts when cancelled', async () => {
    const long = Array.from({ length: 600 }, () => `Melkisedek. ${'word '.repeat(40)}`);
    const items = [await withTexts(long), await withTexts(long), await withTexts(long)];
    const ids = items.map(({ id }) => id);
    const preview = await finished({ ids, ...REPLACEMENT, dryRun: true });
    expect(preview).toMatchObject({ status: 'done', changed: 3, hits: 1_800 });
    expect((await hitsOf(preview)).totalRecords).toBe(200);
    expect((await textsOf(items[0]))[0]).toMatch(/^Melkisedek/);

    const { id } = await startBulk(tenant, { ids, ...REPLACEMENT });
    let edited = 0;
    const threads = {
      ...app.app.threads,
      run: async (...args: Parameters<typeof app.app.threads.run>) => {
        if (++edited === 2) await tenant.api.post(`/jobs/${id}/cancel`);
        return app.app.threads.run(...args);
      },
    } as typeof app.app.threads;
    const next = await worker.take();
    await runBulkHandler({ ...app.app, threads }).run([next!], new AbortController().signal);
    await worker.complete(next!);
    const job = await jobOf(tenant, { id });
    expect([edited, job]).toMatchObject([2, { status: 'cancelled', changed: 1 }]);
    expect((await textsOf(items[0]))[0]).toMatch(/^Melchizedek/);
    expect((await textsOf(items[1]))[0]).toMatch(/^Melkisedek/);
    await undone(job);
    expect((await textsOf(items[0]))[0]).toMatch(/^Melkisedek/);
  });

  it('replace words or exact characters, and restore them', async () => {
    const item = await withTexts();
    const job = await finished({ ids: [item.id], ...REPLACEMENT });
    const words = ['And Melchizedek brought bread.', 'Melchizedek, the king; not Melkisedekian.', 'Amen.'];
    expect(await textsOf(item)).toEqual(words);
    expect(await resultsOf(tenant, job)).toMatchObject([
      { outcome: 'changed', hits: 2, changes: [{ field: 'transcript', from: null, to: null }] },
    ]);
    const { revisions } = (await tenant.api.get(`/items/${item.id}/revisions`)).body;
    expect(revisions[0]).toMatchObject({ jobId: job.id, changes: [{ field: 'transcript' }] });
    const exact = await finished({ ids: [item.id], ...REPLACEMENT, match: 'exact', replaceWith: 'X$&' });
    expect(await textsOf(item)).toEqual([words[0], 'Melchizedek, the king; not X$&ian.', words[2]]);
    await undone(exact);
    expect(await textsOf(item)).toEqual(words);
    expect(await undone(job)).toMatchObject({ status: 'done', changed: 1 });
    expect(await textsOf(item)).toEqual(TEXTS);
  });

  it('restore the texts that still stand', async () => {
    const item = await withTexts();
    const job = await finished({ ids: [item.id], ...REPLACEMENT });
    const segments = [{ index: 0, text: 'And Melchizedek came.' }];
    expect((await tenant.api.patch(`/items/${item.id}/transcript`, { segments })).status).toBe(200);
    const undo = await undone(job);
    expect(await textsOf(item)).toEqual(['And Melchizedek came.', TEXTS[1], TEXTS[2]]);
    expect(await resultsOf(tenant, undo)).toMatchObject([
      { outcome: 'kept', kept: ['transcript'], error: { message: 'Its transcript has changed since.' } },
    ]);
  });

  it('report a segment that would be empty, and leave that transcript', async () => {
    const [item, other] = [await withTexts(['Amen.', 'Grace.']), await withTexts(['Amen, and grace.'])];
    const body = { ids: [item.id, other.id], action: 'replaceText', find: 'amen', replaceWith: '' };
    expect(await resultsOf(tenant, await finished(body))).toMatchObject([
      { outcome: 'failed', error: { type: 'ValidationError' } },
      { outcome: 'changed' },
    ]);
    expect(await textsOf(item)).toEqual(['Amen.', 'Grace.']);
    expect(await textsOf(other)).toEqual([', and grace.']);
  });

  it.each([
    [{ action: 'replaceText', find: ' ', replaceWith: '' }, 'find'],
    [{ action: 'replaceText', find: '...', replaceWith: '' }, 'find'],
    [{ action: 'replaceText', find: 'a' }, 'replaceWith'],
    [{ ...REPLACEMENT, match: 'regex' }, 'match'],
    [{ action: 'delete', find: 'a' }, 'find'],
    [{ action: 'acceptSuggestions' }, 'minScore'],
    [{ action: 'acceptSuggestions', minScore: 2 }, 'minScore'],
    [{ action: 'acceptSuggestions', minScore: 0, kinds: ['jokes'] }, 'kinds.0'],
    [{ action: 'update' }, 'changes'],
    [{ action: 'update', changes: {} }, 'changes'],
    [{ action: 'update', changes: { topics: [], addTopics: [] } }, 'changes.addTopics'],
    [{ action: 'update', changes: { numberFrom: 1, orderInSeries: 2 } }, 'changes.numberFrom'],
    [{ action: 'update', changes: { addTopics: [{ id: 1e12 }] } }, 'changes.addTopics.0.id'],
    [{ action: 'update', changes: { collectionId: 1e12 } }, 'changes.collectionId'],
    [{ action: 'update', changes: { urlSlug: 'x' } }, 'changes.urlSlug'],
    [{ action: 'schedule' }, 'publishAt'],
    [{ action: 'schedule', publishAt: 'tomorrow' }, 'publishAt'],
  ])('are refused: %j', async (body, path) => {
    const { status, body: answer } = await tenant.api.post('/items/bulk', { ids: [1], ...body });
    expect([status, answer.error?.type]).toEqual([422, 'ValidationError']);
    expect(answer.error.details.map((detail: Built) => detail.path)).toContain(path);
  });

  it('accept suggestions from a score on, and take that back', async () => {
    const { db } = app.app;
    const accountId = tenant.account.id;
    const item = await buildItem(tenant);
    const known = await buildTopic(tenant, { name: 'Trust' });
    const shared = { accountId, itemId: item.id, status: 'waiting' as const, startMs: null };
    const more = { source: 'transcript', contentHash: 'x', entryDate: '2026-03-01T12:00:00.000Z' };
    const suggest = (kind: 'topic' | 'description', text: string, score: number, topicId: number | null) =>
      insertRow(db, 'suggestion', { ...shared, ...more, kind, text, score, topicId });
    await suggest('topic', 'Trust', 0.9, known.id);
    await suggest('topic', 'New one', 0.8, null);
    await suggest('topic', 'Weak', 0.2, null);
    await suggest('description', 'Suggested', 0.95, null);
    await setItem(app, item, { description: 'Mine', suggestedDescription: 'Suggested' });
    const verse = { accountId, itemId: item.id, book: 'PSA', chapter: 23, verseStart: 1, verseEnd: 4 };
    const marks = { displayOrder: 1, keyVerse: 0, suggested: 1, accepted: 0, suggestedKey: 1, score: 0.9 };
    await insertRow(db, 'scripture', { ...verse, ...marks, deletedDate: null, startMs: null } as never);
    const waiting = async (): Promise<Built> => (await tenant.api.get(`/items/${item.id}/suggestions`)).body;
    const before = await waiting();
    const read = async (): Promise<Built> =>
      (await tenant.api.get(`/items/${item.id}?_expand=topics,scriptures`)).body.item;
    const accept = { ids: [item.id], action: 'acceptSuggestions', minScore: 0.75 };
    expect(await finished({ ...accept, dryRun: true })).toMatchObject({ changed: 1 });
    expect(await waiting()).toEqual(before);
    const job = await finished(accept);
    expect(await read()).toMatchObject({
      description: 'Suggested',
      topics: [{ name: 'Trust' }, { name: 'New one' }],
      scriptures: [{ accepted: true, keyVerse: true }],
    });
    expect((await waiting()).topics).toMatchObject([{ name: 'Weak' }]);
    await tenant.api.patch(`/items/${item.id}`, { topics: [{ id: known.id }] });
    const undo = await undone(job);
    expect(await read()).toMatchObject({
      ...{ description: 'Mine', suggestedDescription: 'Suggested', topics: [] },
      scriptures: [{ accepted: false, keyVerse: false }],
    });
    expect(await resultsOf(tenant, undo)).toMatchObject([{ outcome: 'kept', kept: ['topics'] }]);
    expect(await finished({ ...accept, kinds: ['chapters'] })).toMatchObject({ changed: 0, done: 1 });
  });
});
