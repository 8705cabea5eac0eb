/** The count of a facet value equals the total after filtering by it, and filters do not change scores. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, buildSpeaker, buildTopic, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const SUBJECTS = [
  'A shepherd counts his flock in the evening and goes back for the one that is lost.',
  'Bees keep the hive warm all winter, and each has its turn in the middle.',
  'The ferryman waits at the river for whoever comes late, and takes no money for it.',
  'Bread is broken at the kitchen table, and a stranger is asked to sit down.',
];

describe('facets', () => {
  const app = useApp({ worker: true });
  let topics: Built[];
  beforeAll(async () => {
    const collections = [await buildCollection(app.demo), await buildCollection(app.demo)];
    topics = [await buildTopic(app.demo), await buildTopic(app.demo), await buildTopic(app.demo)];
    const speakers = [await buildSpeaker(app.demo), await buildSpeaker(app.demo)];
    for (let n = 0; n < 16; n++) {
      const { id } = await buildItem(app.demo, {
        title: `Talk ${n}`,
        collectionId: collections[n % 2]!.id,
        date: `${2020 + (n % 3)}-05-0${1 + (n % 9)}`,
        autoPublish: true,
      });
      const linked = await app.demo.api.patch(`/items/${id}`, {
        topics: [{ id: topics[n % 3]!.id }],
        speakers: [{ id: speakers[n % 4 === 0 ? 0 : 1]!.id }],
      });
      expect(linked.status, JSON.stringify(linked.body)).toBe(200);
      const text = `${SUBJECTS[n % 4]} ${SUBJECTS[(n * 3 + 1) % 4]} This is the ${n}th of them.`;
      const segments = [{ text, startMs: 0, endMs: 9_000 }];
      expect((await app.demo.api.put(`/items/${id}/transcript`, { segments })).status).toBe(200);
    }
    await app.idle();
  }, 300_000);

  const PARAMETERS: Record<string, string> = {
    collection: 'collectionId',
    speaker: 'speakerId',
    topic: 'topicId',
    year: 'year',
  };
  const search = async (query: object): Promise<Built> => {
    const { status, body } = await app.demo.site.get(
      `/search?${new URLSearchParams({ limit: '50', ...query } as Record<string, string>).toString()}`,
    );
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const scoresOf = ({ results }: Built): [number, number][] =>
    results.map(({ item, score }: Built) => [item.id, score]);

  it.each([
    ['hybrid', 'a shepherd and his lost sheep'],
    ['semantic', 'the ferryman waits at the river'],
    ['keyword', 'shepherd ferryman hive'],
    ['hybrid', 'bees in a warm zygomorphic hive'],
    ['hybrid', 'talk'],
  ])('of a %s search for "%s" match the filtered results', async (mode, q) => {
    const facets = Object.keys(PARAMETERS);
    const whole = await search({ q, mode, facets: facets.join(',') });
    expect(whole).toMatchObject({ totalIsExact: true, facetsAreEstimates: false });
    expect(whole.totalRecords).toBeGreaterThan(0);
    const scores = new Map(scoresOf(whole));
    for (const facet of facets) {
      expect(whole.facets[facet].length).toBeGreaterThan(0);
      for (const { value, count } of whole.facets[facet]) {
        const chosen = await search({ q, mode, [PARAMETERS[facet]!]: String(value) });
        expect({ facet, value, total: chosen.totalRecords }).toEqual({ facet, value, total: count });
        expect(chosen.totalIsExact).toBe(true);
        for (const [id, score] of scoresOf(chosen)) expect(score).toBeCloseTo(scores.get(id)!, 9);
      }
    }
  });

  it('are marked as estimates when there are more candidates than are ranked', async () => {
    const { id } = await buildItem(app.demo, { title: 'A long night', autoPublish: true });
    await app.demo.api.patch(`/items/${id}`, { topics: [{ id: topics[0]!.id }] });
    // Each is a separate passage: more passages contain the word than a search reads.
    const segments = Array.from({ length: 230 }, (_, n) => ({
      text: `The shepherd counts to ${n} ${'and on '.repeat(40)}again.`,
      startMs: n * 10_000,
      endMs: n * 10_000 + 9_000,
    }));
    expect((await app.demo.api.put(`/items/${id}/transcript`, { segments })).status).toBe(200);
    await app.idle();
    const query = { q: 'shepherd', mode: 'keyword', facets: 'topic' };
    expect(await search(query)).toMatchObject({ totalIsExact: false, facetsAreEstimates: true });
    expect(await search({ q: 'ferryman', facets: 'topic' })).toHaveProperty('facetsAreEstimates');
    // A filter with few candidates makes the total exact, so both are equal.
    const rare = { q: 'shepherd', mode: 'keyword', topicId: String(topics[1]!.id) };
    const chosen = await search(rare);
    expect(chosen).toMatchObject({ totalIsExact: true });
    expect(chosen.totalRecords).toBeGreaterThan(0);
    // Until the index has taken in the passages, the word becomes more frequent.
    await expect.poll(async () => scoresOf(await search(rare))).toEqual(scoresOf(chosen));
    for (const { item } of chosen.results)
      expect(item.topics.map(({ id: topic }: Built) => topic)).toContain(topics[1]!.id);
    expect(await search({ q: 'shepherd' })).not.toHaveProperty('facetsAreEstimates');
  }, 300_000);
});
