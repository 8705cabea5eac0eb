/** Positions of siblings, for every kind that has them: from 1 to the last under simultaneous changes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, type Built } from '../support/factories.js';
import { useApp, type TestApp } from '../support/start-app.js';

const MOVES = 20;

interface Kind {
  plural: string;
  /** How the siblings are listed, created, changed and deleted. */
  list: (parent: number) => string;
  create: (parent: number) => string;
  change: (parent: number, id: number) => string;
  remove?: (parent: number, id: number) => string;
  body: (i: number) => object;
  /** The parent of the siblings, unless it is the account. */
  parent?: (app: TestApp) => Promise<Built>;
}

const inItem = { parent: ({ demo }: TestApp) => buildItem(demo) };
const kinds: [name: string, kind: Kind][] = [
  [
    'topic',
    {
      plural: 'topics',
      list: () => '/topics',
      create: () => '/topics/create',
      change: (_, id) => `/topics/${id}`,
      body: (i) => ({ name: `Topic ${i}` }),
    },
  ],
  [
    'resourceType',
    {
      plural: 'resourceTypes',
      list: () => '/resource-types',
      create: () => '/resource-types/create',
      change: (_, id) => `/resource-types/${id}`,
      body: (i) => ({ name: `Type ${i}` }),
    },
  ],
  [
    'variantType',
    {
      plural: 'variantTypes',
      parent: ({ demo }) => buildCollection(demo),
      list: (collection) => `/collections/${collection}/variant-types`,
      create: (collection) => `/collections/${collection}/variant-types/create`,
      change: (_, id) => `/variant-types/${id}`,
      body: (i) => ({ name: `Variant ${i}`, contentType: 'audio' }),
    },
  ],
  [
    'scripture',
    {
      ...inItem,
      plural: 'scriptures',
      list: (item) => `/scriptures?itemId=${item}`,
      create: (item) => `/items/${item}/scriptures/create`,
      change: (_, id) => `/scriptures/${id}`,
      body: (i) => ({ book: 'PSA', chapter: i }),
    },
  ],
  [
    'resource',
    {
      ...inItem,
      plural: 'resources',
      list: (item) => `/items/${item}/resources`,
      create: (item) => `/items/${item}/resources/create`,
      change: (item, id) => `/items/${item}/resources/${id}/update`,
      remove: (item, id) => `/items/${item}/resources/${id}`,
      body: (i) => ({ title: `Link ${i}`, contentType: 'link', linkTarget: `https://example.org/${i}` }),
    },
  ],
];

const app = useApp();

describe.each(kinds)('the positions of each %s', (name, kind) => {
  let parent: number;
  beforeAll(async () => {
    parent = (await kind.parent?.(app))?.id ?? 0;
  });

  const make = async (i: number): Promise<Built> => {
    const { status, body } = await app.demo.api.post(kind.create(parent), kind.body(i));
    expect(status, JSON.stringify(body)).toBe(201);
    return body[name];
  };
  const move = (id: number, displayOrder: number) =>
    app.demo.api.patch(kind.change(parent, id), { displayOrder });
  const remove = (id: number) => app.demo.api.delete((kind.remove ?? kind.change)(parent, id));
  /** Ids in order. Checks that the positions run from 1 to the last. */
  const order = async (): Promise<number[]> => {
    const { body } = await app.demo.api.get(kind.list(parent));
    expect(body[kind.plural].map(({ displayOrder }: Built) => displayOrder)).toEqual(
      body[kind.plural].map((_: Built, i: number) => i + 1),
    );
    return body[kind.plural].map(({ id }: Built) => id);
  };

  it(`stay consistent under ${MOVES} simultaneous moves, creations and deletions`, async () => {
    for (let i = 1; i <= 8; i++) expect((await make(i)).displayOrder).toBe((await order()).length);
    const ids = await order();
    const kept = ids.slice(0, -2);
    const moves = Array.from({ length: MOVES }, (_, i) =>
      move(kept[i % kept.length] ?? 0, ((i * 7) % (ids.length + 2)) + 1),
    );
    const answers = await Promise.all([
      ...moves,
      ...ids.slice(-2).map(remove),
      ...[9, 10, 11].map((i) => app.demo.api.post(kind.create(parent), kind.body(i))),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    const made = answers.slice(-3).map(({ body }) => body[name].id as number);
    expect((await order()).sort((a, b) => a - b)).toEqual([...kept, ...made].sort((a, b) => a - b));
  });

  it('shift up and down, end at the last, and start at 1', async () => {
    const [a = 0, b = 0, c = 0, ...rest] = await order();
    expect((await move(c, 1)).body[name].displayOrder).toBe(1);
    expect(await order()).toEqual([c, a, b, ...rest]);
    expect((await move(c, 3)).body[name].displayOrder).toBe(3);
    expect(await order()).toEqual([a, b, c, ...rest]);
    expect((await move(a, 2 ** 53 - 1)).body[name].displayOrder).toBe(3 + rest.length);
    expect(await order()).toEqual([b, c, ...rest, a]);
    expect((await remove(c)).body).toEqual({ result: 'success' });
    expect(await order()).toEqual([b, ...rest, a]);
    for (const wrong of [0, -1, 1.5, '1', null, 2 ** 53])
      expect((await move(a, wrong as number)).body.error.details, String(wrong)).toMatchObject([
        { path: 'displayOrder' },
      ]);
  });
});
