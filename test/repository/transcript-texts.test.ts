/** Texts of transcripts in SQL: what is stored in parts reads back whole, and goes once nothing uses it. */
import { describe, expect, it } from 'vitest';
import {
  readText,
  releaseTexts,
  storeLargeText,
  unusedTextMaintenance,
  useText,
} from '../../src/transcripts/stored/transcript-text.repository.js';
import { openDatabase } from '../support/database.js';
import { use } from '../support/use.js';

const HOUR_MS = 60 * 60_000;

describe('a text', () => {
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => new Date(now) };
  const open = use(() => openDatabase(), 'close');

  /** Characters of two code units, so that every possible cut is within one or beside one. */
  const large = JSON.stringify([{ text: `a${'😀'.repeat(300_000)}é`, startMs: 0, endMs: 1 }]);
  const store = async (segments: string): Promise<{ segments: string } | { textId: number }> =>
    storeLargeText(open.db, clock, open.accountId, { segments });
  const stored = async (segments: string): Promise<number> =>
    useText(open.db, clock, open.accountId, await store(segments));
  const clean = () => unusedTextMaintenance({ db: open.db, clock }).run();
  const counts = async () => {
    const parts = await open.db.selectFrom('transcriptPart').select(['textId', 'ordinal']).execute();
    const texts = await open.db.selectFrom('transcriptText').select('id').execute();
    return { texts: texts.length, parts: parts.length };
  };

  it('of several parts is read back unchanged, and only by its own account', async () => {
    const textId = await stored(large);
    expect((await counts()).parts).toBeGreaterThan(2);
    expect((await readText(open.db, open.accountId, textId)) === large).toBe(true);
    expect(await readText(open.db, open.accountId + 1, textId)).toBe('');
    const { sizeBytes } = await open.db
      .selectFrom('transcriptText')
      .select('sizeBytes')
      .where('id', '=', textId)
      .executeTakeFirstOrThrow();
    expect(sizeBytes).toBe(Buffer.byteLength(large));
    await expect(useText(open.db, clock, open.accountId + 1, { textId })).rejects.toThrow('Try again');
  });

  it('that no transcript came to use is removed an hour later, and others stay', async () => {
    const before = await counts();
    const unused = await store(large);
    expect(unused).toHaveProperty('textId');
    const kept = await stored('[]');
    now += HOUR_MS - 1;
    await clean();
    expect((await counts()).texts).toBe(before.texts + 2);
    now += 2;
    await clean();
    expect(await counts()).toEqual({ texts: before.texts + 1, parts: before.parts + 1 });
    await expect(useText(open.db, clock, open.accountId, unused)).rejects.toThrow('Try again');
    expect(await readText(open.db, open.accountId, kept)).toBe('[]');
  });

  it('that nothing refers to any more is removed an hour later', async () => {
    const textId = await stored('[1]');
    await releaseTexts(open.db, clock.now().toISOString(), open.accountId, [textId]);
    expect(await readText(open.db, open.accountId, textId)).toBe('[1]');
    now += HOUR_MS + 1;
    await clean();
    expect(await readText(open.db, open.accountId, textId)).toBe('');
  });
});
