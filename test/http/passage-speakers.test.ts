/** Speakers of passages in search results: from the transcript for interviews, otherwise none. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const ASKED = 'Why do the bees stay in the hive all winter, and what do they live on until the spring?';
const ANSWERED =
  'They live on the honey of the summer. They hang together in a cluster, and each has its turn at the warm middle.';

describe('passages', () => {
  const app = useApp({ worker: true });
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    for (const contentFormat of ['interview', 'sermon']) {
      const { id: collectionId } = await buildCollection(app.demo, { contentFormat });
      const { id } = await buildItem(app.demo, {
        title: `On bees: ${contentFormat}`,
        collectionId,
        autoPublish: true,
      });
      ids[contentFormat] = id;
      // A long pause between turns makes each turn a separate passage.
      const segments = [
        { text: ASKED, startMs: 0, endMs: 8_000, speaker: 'Ruth Adeyemi' },
        { text: ANSWERED, startMs: 60_000, endMs: 70_000, speaker: 'Jonas Keller' },
        { text: 'Winter bees sleep in the hive.', startMs: 120_000, endMs: 123_000 },
      ];
      expect((await app.demo.api.put(`/items/${id}/transcript`, { segments })).status).toBe(200);
    }
    await app.idle();
  });

  /** Speakers by the first words of the passage. */
  const speakersOf = async (item: string, mode: string): Promise<Record<string, string | null>> => {
    const query = new URLSearchParams({ q: 'bees winter hive honey cluster', mode });
    const { status, body } = await app.demo.site.get(`/search?${query.toString()}`);
    expect(status).toBe(200);
    const { passages } = body.results.find(({ item: { id } }: any) => id === ids[item]);
    return Object.fromEntries(passages.map(({ text, speaker }: any) => [text.split(' ')[0], speaker]));
  };

  const spoken = { Why: 'Ruth Adeyemi', They: 'Jonas Keller', Winter: null };

  it.each(['hybrid', 'semantic', 'keyword'])('of interviews include the speaker: %s search', async (mode) => {
    expect(await speakersOf('interview', mode)).toEqual(spoken);
    expect(await speakersOf('sermon', mode)).toEqual({ Why: null, They: null, Winter: null });
  });

  it('follow an item that moves, or a collection that becomes one of interviews', async () => {
    const { collectionId } = (await app.demo.api.get(`/items/${ids.sermon}`)).body.item;
    const form = (contentFormat: string) =>
      app.demo.api.patch(`/collections/${collectionId}`, { contentFormat });
    await form('interview');
    expect(await speakersOf('sermon', 'hybrid')).toEqual(spoken);
    await form('sermon');
    expect(await speakersOf('sermon', 'hybrid')).toEqual({ Why: null, They: null, Winter: null });
  });

  it('include the speaker while the engine is down', async () => {
    const files = join(app.app.config.dataDir, 'index');
    renameSync(files, `${files}-away`);
    const modeOf = async () => (await app.demo.site.get('/search?q=bees')).body.mode as string;
    await expect.poll(modeOf).toBe('keyword');
    expect(await speakersOf('interview', 'hybrid')).toEqual(spoken);
  });
});
