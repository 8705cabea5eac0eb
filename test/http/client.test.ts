/** A library from its first collection to a search result through the typed client alone. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  unwrap,
  createLecternClient,
  createSearchClient,
  where,
  type LecternClient,
  type LecternError,
  type SearchClient,
} from '../../client/index.js';
import { useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

describe('the typed client', () => {
  const app = useApp({ worker: true, env: { DEFAULT_ACCOUNT: 'demo' } });
  let api: LecternClient;
  let site: SearchClient;
  beforeAll(async () => {
    const { secret } = await app.app.tokens.create(app.demo.account.id, {
      name: 'client',
      scopes: ['admin'],
      expiresAt: null,
    });
    api = createLecternClient({ baseUrl: app.privateUrl, token: secret });
    site = createSearchClient({ baseUrl: app.publicUrl });
  });

  it('takes a talk from an empty library to a search result and removes it again', async () => {
    const { collection } = await unwrap(
      api.POST('/collections/create', { body: { name: 'Items', itemDescriptor: 'teaching' } }),
    );
    const { series } = await unwrap(
      api.POST('/series/create', { body: { title: 'Working lives', collectionId: collection.id } }),
    );
    const { speaker } = await unwrap(api.POST('/speakers/create', { body: { name: 'Miriam Adler' } }));
    const { topic } = await unwrap(api.POST('/topics/create', { body: { name: 'Work' } }));
    const { item } = await unwrap(
      api.POST('/items/create', {
        params: { header: { 'Idempotency-Key': 'first talk' } },
        body: {
          title: 'On keeping bees',
          date: '2026-03-01',
          collectionId: collection.id,
          seriesId: series.id,
          speakers: [{ id: speaker.id }],
          topics: [{ id: topic.id }],
        },
      }),
    );
    expect(item.status).toBe('draft');
    const path = { itemId: item.id };

    await unwrap(
      api.POST('/items/{itemId}/scriptures/create', {
        params: { path },
        body: { book: 'PRO', chapter: 24, verseStart: 13, verseEnd: 14 },
      }),
    );
    const segments = talks.bees.map((text, i) => ({ text, startMs: i * 5_000, endMs: (i + 1) * 5_000 }));
    const queued = await unwrap(
      api.PUT('/items/{itemId}/transcript', { params: { path }, body: { segments, language: 'en' } }),
    );
    expect(queued.item.status).toBe('queued');
    await app.idle();
    const transcript = await unwrap(api.GET('/items/{itemId}/transcript', { params: { path } }));
    expect(transcript.chunks.length).toBeGreaterThan(0);
    const published = await unwrap(api.POST('/items/{itemId}/publish', { params: { path } }));
    expect(published.item.status).toBe('publishing');
    await app.idle();

    const page = await unwrap(
      api.GET('/items', {
        params: {
          query: {
            ...where({ 'title.like': 'on keeping%' }),
            seriesId: series.id,
            status: 'published',
            '_expand[]': ['speakers', 'topics', 'scriptures'],
            '_orderBy[]': ['date,DESC'],
          },
        },
      }),
    );
    expect(page.totalRecords).toBe(1);
    expect(page.items[0]).toMatchObject({
      id: item.id,
      speakers: [{ name: 'Miriam Adler' }],
      topics: [{ name: 'Work' }],
      scriptures: [{ citation: 'Proverbs 24:13-14' }],
    });

    const found = await unwrap(
      site.GET('/search', { params: { query: { q: 'bees', speakerId: speaker.id } } }),
    );
    expect(found.results.map((result) => result.item.id)).toEqual([item.id]);
    expect(found.results[0]?.passages[0]?.text).toBeTruthy();
    const shown = await unwrap(site.GET('/items/{itemId}', { params: { path } }));
    expect(shown.item.series?.title).toBe('Working lives');
    const vtt = await unwrap(
      site.GET('/items/{itemId}/transcript.vtt', { params: { path }, parseAs: 'text' }),
    );
    expect(vtt).toMatch(/^WEBVTT/);

    await unwrap(api.DELETE('/items/{itemId}', { params: { path } }));
    const gone = await unwrap(site.GET('/search', { params: { query: { q: 'bees' } } }));
    expect(gone.results).toEqual([]);
    const restored = await unwrap(api.POST('/items/{itemId}/restore', { params: { path } }));
    expect(restored.item.status).toBe('unpublished');
  });

  it('throws the error of a rejected request', async () => {
    const refusal = async (call: Promise<unknown>): Promise<LecternError> =>
      call.then(
        () => Promise.reject(new Error('was not refused')),
        (error: unknown) => error as LecternError,
      );
    const invalid = await refusal(unwrap(api.POST('/topics/create', { body: { name: ' ' } })));
    expect(invalid).toMatchObject({ name: 'LecternError', status: 422, type: 'ValidationError' });
    expect(invalid.details.map(({ path }) => path)).toEqual(['name']);
    expect(invalid.requestId).toBeTruthy();
    const { topic } = await unwrap(api.POST('/topics/create', { body: { name: 'Hope' } }));
    const stale = unwrap(
      api.PATCH('/topics/{topicId}', {
        params: { path: { topicId: topic.id }, header: { 'If-Match': '"another"' } },
        body: { name: 'Faith' },
      }),
    );
    expect(await refusal(stale)).toMatchObject({ status: 412, type: 'PreconditionFailedError' });
    const foreign = createLecternClient({ baseUrl: app.privateUrl, token: 'lct_wrong' });
    expect(await refusal(unwrap(foreign.GET('/account')))).toMatchObject({ status: 401 });
  });

  it('does not compile with fields and paths that the documents lack', () => {
    // Never called: only type-checked.
    const wrong = () => [
      // @ts-expect-error a field of another name
      api.POST('/topics/create', { body: { title: 'Hope' } }),
      // @ts-expect-error a value of another type
      api.POST('/items/create', { body: { title: 'x', date: '2026-03-01', collectionId: 'one' } }),
      // @ts-expect-error no such path
      api.GET('/nothing'),
      // @ts-expect-error no such expansion
      api.GET('/items', { params: { query: { '_expand[]': ['tokens'] } } }),
    ];
    expect(wrong).toBeTypeOf('function');
  });
});
