/** Corrected names: suggested in the other transcripts of the account, and known to the transcriber. */
import { describe, expect, it } from 'vitest';
import { enqueue } from '../../src/platform/jobs/job.repository.js';
import { buildItem, type Built } from '../support/factories.js';
import { createWebhook, startReceiver } from '../support/receiver.js';
import { waitingList } from '../support/review-queue.js';
import { useApp, type Tenant } from '../support/start-app.js';
import { vttOf } from '../support/talks.js';

describe('corrections', () => {
  const app = useApp({ worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });

  const talk = async (sentences: readonly string[], tenant: Tenant = app.demo, body = {}): Promise<Built> => {
    const item = await buildItem(tenant, body);
    await tenant.api.put(`/items/${item.id}/transcript`, vttOf(sentences), { 'Content-Type': 'text/vtt' });
    return item;
  };
  const edit = async (item: Built, ...texts: string[]): Promise<void> => {
    const segments = texts.flatMap((text, index) => (text ? [{ index, text }] : []));
    const { status } = await app.demo.api.patch(`/items/${item.id}/transcript`, { segments });
    expect(status).toBe(200);
    await app.idle();
    await expect.poll(openSearches).toBe(0);
  };
  const openSearches = async (): Promise<number> => {
    const jobs = app.app.db.selectFrom('job').select('id').where('kind', '=', 'findCorrections');
    return (await jobs.where('status', '!=', 'dead').execute()).length;
  };
  const waiting = async (item?: Built): Promise<Built[]> =>
    waitingList(app, `kind=correction${item ? `&itemId=${item.id}` : ''}`);
  const textsOf = async (item: Built): Promise<string[]> =>
    (await app.demo.api.get(`/items/${item.id}/transcript/segments`)).body.segments.map(
      ({ text }: Built) => text,
    );
  const decide = (one: Built, verb: string, body?: unknown) =>
    app.demo.api.post(`/suggestions/${one.id}/${verb}`, body);
  const vocabulary = async (): Promise<string[]> =>
    (await app.demo.api.get('/account')).body.account.settings.vocabulary;

  it('of a name come back in every other transcript that has it, and are accepted, changed, dismissed and undone', async () => {
    const receiver = await startReceiver();
    const texts = ['We read of Aquilla, who made tents.', 'And Aquilla’s wife was Priscilla.'];
    const [first, second, third] = [
      await talk(texts),
      await talk([
        'The market was loud.',
        'There sat Aquilla and sewed. Nobody came.',
        'So Aquilla went home.',
      ]),
      await talk(['A tent is a house that moves, said Aquilla.']),
    ];
    await talk(['Aquillas are eagles in no language.']);
    const others = await talk(texts, app.other);
    await app.idle();
    const { webhook } = await createWebhook(app.demo, receiver.url, { events: ['item.suggestionsReady'] });
    await edit(first, 'We read of Aquila, who made tents.');
    expect((await waiting()).map(({ itemId }) => itemId)).toEqual([third.id, second.id]);
    const [one] = await waiting(second);
    expect(one).toMatchObject({
      kind: 'correction',
      text: 'Aquila',
      replaces: 'Aquilla',
      score: null,
      startMs: 5_000,
      source: 'correction',
      passage: { text: 'There sat Aquilla and sewed.', startMs: 5_000, endMs: null },
      correction: { occurrences: 2 },
    });
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received.map(({ event }) => event.data.suggestions.corrections)).toEqual([1, 1]);
    expect(await waitingList(app, 'kind=correction', app.other)).toEqual([]);
    expect((await app.other.api.get(`/items/${others.id}/suggestions`)).body.corrections).toEqual([]);
    expect(await vocabulary()).toEqual(['Aquila']);

    // The job may run twice.
    const { id: correctionsFrom } = await app.app.db
      .selectFrom('transcriptRevision')
      .select('id')
      .where('itemId', '=', first.id)
      .executeTakeFirstOrThrow();
    const { db, clock } = app.app;
    await enqueue(db, clock, app.demo.account.id, 'findCorrections', { correctionsFrom });
    await expect.poll(openSearches).toBe(0);
    expect([await waiting(second), (await waiting()).length]).toEqual([[one], 2]);

    const before = await textsOf(second);
    const revisions = async (): Promise<number> =>
      (await app.demo.api.get(`/items/${second.id}/transcript/revisions`)).body.totalRecords;
    expect((await decide(one, 'accept')).status).toBe(200);
    expect(await textsOf(second)).toEqual([
      ...['The market was loud.', 'There sat Aquila and sewed. Nobody came.', 'So Aquila went home.'],
    ]);
    expect([await revisions(), await waiting(second)]).toEqual([1, []]);
    await app.idle();
    expect((await decide(one, 'undo')).body.suggestion).toMatchObject({ id: one!.id, status: 'waiting' });
    expect([await textsOf(second), await revisions()]).toEqual([before, 2]);
    await app.idle();
    const changed = await decide(one, 'accept', { text: 'Akylas' });
    expect([changed.status, changed.body.suggestion.text]).toEqual([200, 'Akylas']);
    expect((await textsOf(second))[2]).toBe('So Akylas went home.');
    await app.idle();
    await app.demo.api.patch(`/items/${second.id}/transcript`, {
      segments: [{ index: 1, text: 'Nobody sat there.' }],
    });
    await app.idle();
    const refused = await decide(one, 'undo');
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('changed since'),
    ]);

    // Remembered: the same correction is not suggested there again.
    const [other] = await waiting(third);
    await decide(other, 'dismiss');
    await edit(first, '', 'And Aquila’s wife was Priscilla.');
    expect(await waiting()).toEqual([]);
    expect((await decide(other, 'undo')).status).toBe(200);
    expect(await waiting()).toMatchObject([{ id: other!.id }]);
    await app.demo.api.delete(`/webhooks/${webhook.id}`);
    await receiver.close();
  });

  it('disappear when the words are gone, and are among the suggestions of the item', async () => {
    const [first, second] = [
      await talk(['We met Tychikus there.']),
      await talk(['So Tychikus wept.', 'Amen.']),
    ];
    await app.idle();
    await edit(first, 'We met Tychicus there.');
    const { corrections } = (await app.demo.api.get(`/items/${second.id}/suggestions`)).body;
    expect(corrections).toMatchObject([
      { replaces: 'Tychikus', text: 'Tychicus', occurrences: 1, quote: 'So Tychikus wept.', startMs: 0 },
    ]);
    expect((await app.demo.api.get(`/items?hasSuggestions=true&id=${second.id}`)).body.totalRecords).toBe(1);
    await edit(second, 'So he wept.');
    expect(await waiting(second)).toEqual([]);
    const third = await talk(['And Tychikus came.']);
    await app.idle();
    await edit(second, 'So he met Tychikus.');
    await edit(second, 'So he met Tychicus.');
    const all = await app.demo.api.post(`/items/${third.id}/suggestions/accept`, { corrections: 'all' });
    expect([all.status, all.body.corrections, await textsOf(third)]).toEqual([
      200,
      [],
      ['And Tychicus came.'],
    ]);
  });

  it('are suggested for names and rare words only', async () => {
    const library = [
      'I will fill the jars, and you will fill yours. Fill them all.',
      'We fill what we can, and a stranger can fill the rest.',
      'So Fill came in. The covenent was cut.',
      'It was an autum morning, and then another autum morning.',
      'In the orchard the grace was plain.',
    ];
    for (const sentence of library)
      await talk([sentence, 'The orchard had grace and pears, and the day was long.']);
    const item = await talk(['Then Fill spoke of grace.', 'A covenent of stone. An orchard. It was autum.']);
    await app.idle();
    // Mostly a common word, and not rare.
    await edit(item, 'Then Phil spoke of grace.');
    expect(await waiting()).not.toContainEqual(expect.objectContaining({ text: 'Phil' }));
    await edit(item, '', 'A covenant of stone. A vineyard. It was autumn.');
    const found = (await waiting()).filter(({ itemId }) => itemId !== item.id).map(({ text }) => text);
    expect(found.sort().slice(-2)).toEqual(['autumn', 'covenant']);
    expect(await vocabulary()).toEqual(['Aquila', 'Tychicus']);
  });

  it('stay with their account and role, and the vocabulary is the owner’s', async () => {
    const [first, second] = [await talk(['We met Epafras.']), await talk(['There was Epafras.'])];
    await app.idle();
    const contributor = await app.withScopes(app.demo, 'content:draft');
    const body = { segments: [{ index: 0, text: 'We met Epaphras.' }] };
    expect((await contributor.patch(`/items/${first.id}/transcript`, body)).status).toBe(200);
    await app.idle();
    await expect.poll(openSearches).toBe(0);
    const [one] = await waiting(second);
    expect((await app.other.api.post(`/suggestions/${one!.id}/accept`)).status).toBe(404);
    await app.demo.api.post(`/items/${second.id}/publish`);
    await app.idle();
    expect((await contributor.post(`/suggestions/${one!.id}/accept`)).status).toBe(403);
    expect((await decide(one, 'accept')).status).toBe(200);
    await app.idle();
    const { item } = (await app.demo.api.get(`/items/${second.id}`)).body;
    expect([item.status, await textsOf(second)]).toEqual(['published', ['There was Epaphras.']]);

    const patch = (words: unknown) => app.demo.api.patch('/account', { settings: { vocabulary: words } });
    expect((await patch(['Phoebe', 'Phoebe', ' Epaphras '])).body.account.settings.vocabulary).toEqual([
      'Phoebe',
      'Epaphras',
    ]);
    for (const wrong of [[''], ['x'.repeat(61)], Array.from({ length: 501 }, (_, i) => `w${i}`), 'word'])
      expect((await patch(wrong)).status).toBe(422);
    await edit(first, 'We met Epafras.');
    await edit(first, 'We met Epaphras.');
    expect(await vocabulary()).toEqual(['Phoebe', 'Epaphras', 'Epafras']);
  });
});
