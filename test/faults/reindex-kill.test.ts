/** A rebuild of the search index, killed at any moment beside a server that takes writes, loses nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sleep } from '../../src/platform/lib/retry.js';
import { buildCollection, buildItem } from '../support/factories.js';
import { runCli, startCli } from '../support/run-cli.js';
import { randomOf } from '../support/seed.js';
import { useApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';

const { int } = randomOf('reindex-kill');
/** Moments of the kills, ms: first during the start, then ever later during the rebuild. */
const KILLS = [800, 1_600, 2_400].map((most) => 400 + int(most));
const ITEMS = 30;
/** Copies of a talk in each transcript, so that an item has several passages. */
const COPIES = 4;
const QUESTION = 'waiting for the hive in winter';

describe('a rebuild of the index killed with SIGKILL', () => {
  const app = useApp({ worker: true });
  let env: Record<string, string>;
  const items: number[] = [];
  /** The last word of the transcript, by item. */
  const marks = new Map<number, string>();
  let serial = 0;

  const write = async (id: number): Promise<void> => {
    const mark = `quillfeather${String.fromCharCode(
      ...String(++serial)
        .split('')
        .map((digit) => 97 + Number(digit)),
    )}`;
    const sentences = Array.from({ length: COPIES }, () => talks.bees).flat();
    const body = vttOf([...sentences, `The last word of this talk is ${mark}.`]);
    const { status } = await app.demo.api.put(`/items/${id}/transcript`, body, {
      'Content-Type': 'text/vtt',
    });
    expect(status).toBeLessThan(300);
    marks.set(id, mark);
  };
  const found = async (query: string): Promise<number[]> => {
    const { status, body } = await app.demo.site.get(`/search?q=${encodeURIComponent(query)}`);
    expect([status, body.mode]).toEqual([200, 'hybrid']);
    return body.results.map(({ item }: { item: { id: number } }) => item.id);
  };

  beforeAll(async () => {
    const { databaseUrl, dataDir } = app.app.config;
    env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    const { id: collectionId } = await buildCollection(app.demo);
    for (let at = 0; at < ITEMS; at++) {
      const { id } = await buildItem(app.demo, { collectionId, autoPublish: true });
      items.push(id as number);
      await write(id as number);
    }
    await app.idle();
  }, 300_000);

  it(`loses no write and fails no search after ${KILLS.join(', ')} ms`, async () => {
    const deleted = new Set<number>();
    let isOver = false;
    const writing = async (): Promise<void> => {
      for (let at = 0; !isOver; at = (at + 1) % items.length) {
        const id = items[at]!;
        if (deleted.has(id)) continue;
        if (at % 10 === 9 && deleted.size < 5) {
          await app.demo.api.delete(`/items/${id}`);
          deleted.add(id);
        } else await write(id);
        await sleep(20);
      }
    };
    const searching = async (): Promise<void> => {
      for (; !isOver; await sleep(20)) expect(await found(QUESTION)).not.toEqual([]);
    };
    const beside = Promise.all([writing(), searching()]);
    for (const moment of KILLS) {
      const running = startCli(['reindex'], env);
      await sleep(moment);
      running.process.kill('SIGKILL');
      await running.finished;
    }
    const last = await runCli(['reindex'], env);
    isOver = true;
    await beside;
    expect(last).toMatchObject({ code: 0 });
    await app.idle();
    const left = items.filter((id) => !deleted.has(id));
    await expect
      .poll(() => app.app.reconcile({ repair: false }), { timeout: 60_000 })
      .toEqual({ checked: left.length, differing: 0 });
    for (const id of left) expect(await found(`"${marks.get(id)!}"`)).toEqual([id]);
    for (const id of deleted) expect(await found(`"${marks.get(id)!}"`)).not.toContain(id);
    await app.app.index.dropRetired();
    const versions = await app.app.db.selectFrom('indexVersion').select('state').execute();
    expect(versions).toEqual([{ state: 'active' }]);
  }, 300_000);
});
