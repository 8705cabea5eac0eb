/**
 * Random sequences of requests against a model of the rules: states, positions, counts, slugs and soft deletion always
 * match.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEvent } from '../../src/content/items/item-status.repository.js';
import type { Answer } from '../support/client.js';
import { buildCollection, type Built } from '../support/factories.js';
import { nextStatus, type Report, type Request, type Status } from '../support/item-state-table.js';
import * as rules from '../support/library-model.js';
import type { Expected, Model, ModelTopic } from '../support/library-model.js';
import { useApp, type Tenant, type TestApp } from '../support/start-app.js';
import { runs } from '../support/random-runs.js';
import { seed } from '../support/seed.js';

const RUNS = runs(20);
const STEPS = 80;
/** Few records, so that each goes through many states. */
const MOST_ITEMS = 3;
const TITLES = { Grace: 'grace', 'Hope at dawn': 'hope-at-dawn' } as const;
/** Values that the list filter accepts. */
const FILTERED: readonly Status[] = [
  'draft',
  'queued',
  'processing',
  'ready',
  'published',
  'unpublished',
  'error',
];
const REQUESTS = ['process', 'publish', 'unpublish'] as const;
const REPORTS = ['start', 'finish', 'fail', 'needAction', 'publishDone', 'unpublishDone'] as const;

/** The target of a step, modulo the number of records. */
const pick = fc.nat({ max: 11 });
const some = fc.array(pick, { maxLength: 3 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('createTopic' as const),
    name: fc.constantFrom('Grief', 'grief', 'Joy', 'Żal', 'Work'),
  }),
  fc.record({ do: fc.constant('moveTopic' as const), topic: pick, to: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ do: fc.constant('deleteTopic' as const), topic: pick }),
  fc.record({
    do: fc.constant('createItem' as const),
    collection: pick,
    title: fc.constantFrom('Grace' as const, 'Hope at dawn' as const),
    topics: some,
  }),
  fc.record({ do: fc.constant('setTopics' as const), item: pick, topics: some }),
  fc.record({ do: fc.constant('deleteItem' as const), item: pick }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('restoreItem' as const), item: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('putTranscript' as const), item: pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      item: pick,
      event: pick,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      item: pick,
      event: pick,
    }),
  },
  fc.record({
    do: fc.constant('enterStep' as const),
    item: pick,
    step: fc.constantFrom(...rules.wizardSteps),
  }),
  fc.record({ do: fc.constant('deleteCollection' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Creates the first records. */
const PROLOGUE: Step[] = [
  { do: 'createTopic', name: 'Work' },
  { do: 'createTopic', name: 'Joy' },
  { do: 'createItem', collection: 0, title: 'Grace', topics: [0, 1] },
  { do: 'createItem', collection: 1, title: 'Grace', topics: [] },
  { do: 'putTranscript', item: 0 },
  { do: 'putTranscript', item: 1 },
];

describe('the contract rules', () => {
  const app = useApp();
  let accounts = 0;

  const play = async (steps: readonly Step[]): Promise<void> => {
    const tenant = await app.tenant(`library-${++accounts}`);
    const collectionIds = [
      (await buildCollection(tenant)).id,
      (await buildCollection(tenant)).id,
    ] as number[];
    const model: Model = { goneCollections: new Set(), topics: [], items: [] };
    for (const [i, one] of [...PROLOGUE, ...steps].entries())
      await take(app, tenant, collectionIds, model, one, i);
    await compare(tenant, collectionIds, model);
  };

  it(`hold over ${RUNS} random sequences of up to ${STEPS} requests`, async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: STEPS / 2, maxLength: STEPS }), play), {
      numRuns: RUNS,
      seed,
    });
  }, 300_000);
});

interface Rule {
  expected: Expected;
  apply?: (id: number) => void;
}

/** Sends the request, compares the response with the rule, and applies the rule to the model. */
const take = async (
  app: TestApp,
  { api, account }: Tenant,
  collectionIds: readonly number[],
  model: Model,
  one: Step,
  index: number,
): Promise<void> => {
  const among = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];
  const topicsAt = (picks: readonly number[]): ModelTopic[] => [
    ...new Set(picks.flatMap((n) => among(model.topics, n) ?? [])),
  ];
  const ids = (records: readonly { id: number }[]) => records.map(({ id }) => ({ id }));
  const check = async ({ expected, apply }: Rule, call: Promise<Answer>): Promise<void> => {
    const { status, body } = await call;
    const got = { status, type: body.error?.type as string | undefined };
    expect({ step: index, do: one.do, ...got }).toEqual({
      step: index,
      do: one.do,
      type: undefined,
      ...expected,
    });
    apply?.((body.item ?? body.topic)?.id);
  };

  if (one.do === 'createTopic')
    return check(rules.createTopic(model, one.name), api.post('/topics/create', { name: one.name }));
  if (one.do === 'moveTopic' || one.do === 'deleteTopic') {
    const topic = among(model.topics, one.topic);
    if (!topic) return;
    return one.do === 'moveTopic'
      ? check(
          rules.moveTopic(model, topic, one.to),
          api.patch(`/topics/${topic.id}`, { displayOrder: one.to }),
        )
      : check(rules.deleteTopic(model, topic), api.delete(`/topics/${topic.id}`));
  }
  if (one.do === 'createItem') {
    if (model.items.length === MOST_ITEMS) return;
    const collection = one.collection % collectionIds.length;
    const topics = topicsAt(one.topics);
    return check(
      rules.createItem(model, collection, TITLES[one.title], topics),
      api.post('/items/create', {
        title: one.title,
        date: '2026-03-01',
        collectionId: collectionIds[collection],
        topics: ids(topics),
      }),
    );
  }
  if (one.do === 'deleteCollection') {
    // The first one is never deleted, because little could happen without it.
    const collection = 1;
    return check(
      rules.deleteCollection(model, collection),
      api.delete(`/collections/${collectionIds[collection]}`),
    );
  }
  const item = among(model.items, one.item);
  if (!item) return;
  const path = `/items/${item.id}`;
  switch (one.do) {
    case 'setTopics': {
      const topics = topicsAt(one.topics);
      return check(rules.setTopics(item, topics), api.patch(path, { topics: ids(topics) }));
    }
    case 'deleteItem':
      return check(rules.deleteItem(item), api.delete(path));
    case 'restoreItem':
      return check(rules.restoreItem(model, item), api.post(`${path}/restore`));
    case 'putTranscript':
      return check(
        rules.putTranscript(item),
        api.put(`${path}/transcript`, { segments: [{ text: 'Peace.', startMs: 0, endMs: 900 }] }),
      );
    case 'enterStep':
      return check(rules.enterStep(item, one.step), api.patch(path, { wizardStep: one.step }));
    case 'report': {
      const event = mostly(REPORTS, item.status, one.event);
      const moved = await reportEvent(app, account.id, item.id, event);
      expect({ step: index, moved }).toEqual({ step: index, moved: rules.report(item, event) });
      return;
    }
    case 'request': {
      const event = mostly(REQUESTS, item.status, one.event);
      return check(rules.request(item, event), api.post(`${path}/${event}`));
    }
  }
};

/** One of `events`: in two of three cases one that the state waits for, otherwise any. */
const mostly = <E extends Request | Report>(events: readonly E[], status: Status, n: number): E => {
  const awaited = events.filter((event) => nextStatus(status, event));
  const among = awaited.length > 0 && n % 3 > 0 ? awaited : events;
  return among[n % among.length] as E;
};

/**
 * As the worker does it.
 * @returns whether the status changed
 */
const reportEvent = async (
  app: TestApp,
  accountId: number,
  itemId: number,
  event: Report,
): Promise<boolean> => {
  const { db, clock } = app.app;
  const values = event === 'finish' ? { indexedMediaAssetId: itemId, wizardStep: 'finalize' } : {};
  return (await applyEvent(db, clock, accountId, itemId, event, values)) !== undefined;
};

/** Reads everything back and compares it with the model. */
const compare = async ({ api }: Tenant, collectionIds: readonly number[], model: Model): Promise<void> => {
  const living = rules.livingItems(model);
  const topics = rules.livingTopics(model);
  const carriers = (id: number): number => living.filter((item) => item.topics.includes(id)).length;
  const read = async (path: string) => (await api.get(path)).body;
  const total = async (query: string): Promise<number> =>
    (await read(`/items?_limit=1&${query}`)).totalRecords;

  expect((await read('/topics')).topics).toMatchObject(
    topics.map(({ id, name }, i) => ({ id, name, displayOrder: i + 1, itemCount: carriers(id) })),
  );
  const all = await read('/items?_withDeleted=true&_limit=100&_orderBy=id,ASC&_expand=topics');
  expect(all.items.map(asRead)).toEqual(
    model.items.map(({ id, slug, status, step, deleted, topics: carried }) => ({
      id,
      slug,
      status,
      step,
      deleted,
      topics: carried.filter((topicId) => topics.some((topic) => topic.id === topicId)),
    })),
  );
  expect(await total('')).toBe(living.length);
  for (const status of FILTERED)
    expect(await total(`status=${status}`)).toBe(living.filter((item) => item.status === status).length);
  for (const [i, id] of collectionIds.entries())
    expect(await total(`collectionId=${id}`)).toBe(
      living.filter(({ collection }) => collection === i).length,
    );
  for (const { id } of topics) expect(await total(`topicId=${id}`)).toBe(carriers(id));
  for (const { id, deleted } of model.items)
    expect((await api.get(`/items/${id}`)).status).toBe(deleted ? 404 : 200);
};

const asRead = (item: Built) => ({
  id: item.id,
  slug: item.urlSlug,
  status: item.status,
  step: item.wizardStep,
  deleted: item.deletedDate !== null,
  topics: item.topics.map(({ id }: { id: number }) => id),
});
