/** Passages of a result do not repeat text, and those of a conversation start with a turn. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const LINE = 'the bees hang in a cluster and keep the hive warm while snow lies on the field';
const numbers = (text: string): number[] => [...text.matchAll(/Line (\d+):/g)].map(([, n]) => Number(n));

describe('passages of one result', () => {
  const app = useApp({ worker: true });
  let talk: Built;
  let conversation: Built;
  beforeAll(async () => {
    const { id: collectionId } = await buildCollection(app.demo, { contentFormat: 'interview' });
    talk = await buildItem(app.demo, { title: 'A talk', autoPublish: true });
    conversation = await buildItem(app.demo, { title: 'A conversation', collectionId, autoPublish: true });
    const segments = (speakerOf: (n: number) => string | null) =>
      Array.from({ length: 48 }, (_, n) => ({
        text: `Line ${n}: ${LINE}.`,
        startMs: n * 6_000,
        endMs: n * 6_000 + 5_900,
        speaker: speakerOf(n),
      }));
    const put = async (item: Built, lines: object[]): Promise<void> => {
      const { status } = await app.demo.api.put(`/items/${item.id}/transcript`, { segments: lines });
      expect(status).toBe(200);
    };
    await put(
      talk,
      segments(() => null),
    );
    await put(
      conversation,
      segments((n) => (Math.floor(n / 4) % 2 ? 'Jonas Keller' : 'Ruth Adeyemi')),
    );
    await app.idle();
  });

  const passagesOf = async (item: Built, mode: string): Promise<Built[]> => {
    const { body } = await app.demo.site.get(`/search?q=bees+hive+cluster+snow&mode=${mode}&passages=10`);
    const { passages } = body.results.find((result: Built) => result.item.id === item.id);
    return passages.toSorted((one: Built, other: Built) => one.startMs - other.startMs);
  };
  const expectOnce = (passages: Built[]): void => {
    expect(passages.length).toBeGreaterThan(3);
    const lines = passages.flatMap(({ text }) => numbers(text));
    expect(lines).toEqual([...new Set(lines)]);
    for (const { text, startMs, endMs, highlights } of passages) {
      expect(startMs).toBe(numbers(text)[0]! * 6_000);
      expect(endMs).toBeGreaterThanOrEqual(numbers(text).at(-1)! * 6_000 + 5_900);
      for (const [, end] of highlights) expect(end).toBeLessThanOrEqual(text.length);
    }
  };

  it.each(['hybrid', 'semantic', 'keyword'])('do not repeat shared text: %s search', async (mode) => {
    expectOnce(await passagesOf(talk, mode));
    const spoken = await passagesOf(conversation, mode);
    expectOnce(spoken);
    for (const { text, speaker } of spoken) {
      expect(numbers(text)[0]! % 4).toBe(0);
      expect(['Jonas Keller', 'Ruth Adeyemi']).toContain(speaker);
    }
  });

  it('do not repeat shared text while the engine is down', async () => {
    const files = join(app.app.config.dataDir, 'index');
    renameSync(files, `${files}-away`);
    const modeOf = async () => (await app.demo.site.get('/search?q=bees')).body.mode as string;
    await expect.poll(modeOf).toBe('keyword');
    expectOnce(await passagesOf(talk, 'hybrid'));
  });
});
