/** Editing transcripts by operations on segments with stable ids, and the times of words in them. */
import { describe, expect, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { replaceText, storedTexts } from '../support/transcript-texts.js';

interface Shown {
  id: string;
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
  words?: { text: string; startMs: number | null; endMs: number | null; confidence: number | null }[] | null;
}

const WORDS = [
  { text: 'Grace', startMs: 0, endMs: 400, confidence: 0.9 },
  { text: 'and', startMs: 400, endMs: 600, confidence: 0.8 },
  { text: 'piece', startMs: 700, endMs: 1_100, confidence: 0.4 },
  { text: 'to', startMs: 1_100, endMs: 1_300 },
  { text: 'you.', startMs: 1_300, endMs: 1_900 },
];
const SEGMENTS = [
  { text: 'Grace and piece to you.', startMs: 0, endMs: 2_000, speaker: 'SPEAKER_00', words: WORDS },
  { text: 'Amen.', startMs: 2_000, endMs: 3_000, speaker: 'SPEAKER_01' },
  { text: 'Let us pray.', startMs: 3_000, endMs: 4_000, speaker: 'SPEAKER_00' },
  { text: 'Our Father.', startMs: 4_000, endMs: 5_000 },
];

describe('operations on transcripts', () => {
  const app = useApp();

  const put = (id: number, segments: unknown = SEGMENTS) =>
    app.demo.api.put(`/items/${id}/transcript`, { language: 'en', segments });
  const patch = (id: number, ...operations: unknown[]) =>
    app.demo.api.patch(`/items/${id}/transcript?words=true`, { operations });
  const read = async (id: number): Promise<Shown[]> =>
    (await app.demo.api.get(`/items/${id}/transcript/segments?words=true`)).body.segments;
  const revisionsOf = async (id: number) =>
    (await app.demo.api.get(`/items/${id}/transcript/revisions`)).body.revisions;
  const withTranscript = async (segments: unknown = SEGMENTS) => {
    const { id } = await buildItem(app.demo);
    expect((await put(id as number, segments)).status).toBe(200);
    return { id: id as number, ids: (await read(id as number)).map((segment) => segment.id) };
  };
  const work = async (): Promise<void> => {
    const worker = app.app.createWorker();
    const working = worker.run();
    await app.idle();
    await worker.stop();
    await working;
  };
  const withoutWords = (segment: Shown): Shown => ({ ...segment, words: null });
  const timesIn = (segment: Shown | undefined): string[] =>
    segment?.words?.map(({ text, startMs, endMs }) => `${text} ${startMs}-${endMs}`) ?? [];

  it('change text, speaker and times, and leave all other segments byte for byte as they were', async () => {
    const { id, ids } = await withTranscript();
    const before = await read(id);
    const edited = await patch(
      id,
      { op: 'text', segmentId: ids[0], text: ' Grace and  peace to you. ' },
      { op: 'speaker', segmentId: ids[1], speaker: ' Ruth  Adeyemi ' },
      { op: 'times', segmentId: ids[2], startMs: 3_100, endMs: 3_900 },
    );
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    const after = await read(id);
    expect(after.map((segment) => segment.id)).toEqual(ids);
    expect(after[0]).toMatchObject({ text: 'Grace and peace to you.', speaker: 'SPEAKER_00' });
    expect(timesIn(after[0])).toEqual([
      'Grace 0-400',
      'and 400-600',
      'peace null-null',
      'to 1100-1300',
      'you. 1300-1900',
    ]);
    expect(after[0]?.words?.map(({ confidence }) => confidence)).toEqual([0.9, 0.8, null, null, null]);
    expect(after[1]).toEqual({ ...before[1], speaker: 'Ruth Adeyemi' });
    expect(after[2]).toEqual({ ...before[2], startMs: 3_100, endMs: 3_900 });
    expect(JSON.stringify(after[3])).toBe(JSON.stringify(before[3]));
    expect(edited.body).toEqual({
      transcript: expect.objectContaining({ itemId: id, language: 'en', endMs: 5_000 }),
      segments: after.slice(0, 3),
      moreSegments: 0,
    });
    const [stored] = (await storedTexts(app.app.db)).filter(({ itemId }) => itemId === id);
    expect(stored?.segments).toContain(`{"id":"${ids[3]}","text":"Our Father.","startMs":4000,"endMs":5000}`);
  });

  it('split at the times of words, within words too, and merge again without loss', async () => {
    const { id, ids } = await withTranscript();
    const before = await read(id);
    const split = await patch(
      id,
      { op: 'split', segmentId: ids[0], at: 10, newSegmentId: 'second' },
      { op: 'split', segmentId: 'second', at: 3, newSegmentId: 'third', startMs: 1_000 },
      { op: 'split', segmentId: ids[2], at: 7, newSegmentId: 'pray' },
    );
    expect(split.status, JSON.stringify(split.body)).toBe(200);
    const [first, second, third, , let_, pray] = await read(id);
    expect([first, second, third].map((one) => [one?.id, one?.text, one?.startMs, one?.endMs])).toEqual([
      [ids[0], 'Grace and', 0, 600],
      ['second', 'pie', 700, 1_000],
      ['third', 'ce to you.', 1_000, 2_000],
    ]);
    expect(timesIn(second)).toEqual(['pie 700-940']);
    expect(timesIn(third)).toEqual(['ce 940-1100', 'to 1100-1300', 'you. 1300-1900']);
    expect(third?.speaker).toBe('SPEAKER_00');
    // Without times of words, in proportion to the characters.
    expect([let_?.endMs, pray?.startMs, pray?.text]).toEqual([3_545, 3_545, 'pray.']);
    const [revision] = await revisionsOf(id);
    const merged = await patch(
      id,
      { op: 'merge', segmentId: 'second' },
      { op: 'text', segmentId: 'second', text: 'piece to you.' },
      { op: 'merge', segmentId: ids[0] },
      { op: 'merge', segmentId: ids[2] },
    );
    expect(merged.status, JSON.stringify(merged.body)).toBe(200);
    const after = await read(id);
    expect(after.map(withoutWords)).toEqual(before.map(withoutWords));
    expect(timesIn(after[0])).toEqual(timesIn(before[0]));
    const restored = `/items/${id}/transcript/revisions/${revision.id}/restore`;
    expect((await app.demo.api.post(restored)).status).toBe(200);
    expect(await read(id)).toEqual(before);
  });

  it('insert, delete and rename, also what an operation above has made', async () => {
    const { id, ids } = await withTranscript();
    const edited = await patch(
      id,
      { op: 'insert', segmentId: null, newSegmentId: 'welcome', text: 'Welcome' },
      {
        ...{
          op: 'insert',
          segmentId: ids[1],
          newSegmentId: 'later',
          text: 'It is late',
          speaker: 'SPEAKER_01',
        },
        words: [{ text: 'late', startMs: 2_700, endMs: 2_900 }],
      },
      { op: 'insert', segmentId: 'later', newSegmentId: 'last', text: 'Soon', startMs: 2_900, endMs: 3_000 },
      { op: 'delete', segmentId: ids[3] },
      { op: 'text', segmentId: 'welcome', text: 'Welcome 👋 all' },
      { op: 'split', segmentId: 'welcome', at: 10, newSegmentId: 'all' },
      { op: 'delete', segmentId: 'all' },
      { op: 'renameSpeaker', from: 'SPEAKER_01', to: 'Ann' },
    );
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    const after = await read(id);
    expect(after.map((one) => [one.id, one.text, one.startMs, one.endMs, one.speaker])).toEqual([
      ['welcome', 'Welcome 👋', 0, 0, null],
      [ids[0], 'Grace and piece to you.', 0, 2_000, 'SPEAKER_00'],
      [ids[1], 'Amen.', 2_000, 3_000, 'Ann'],
      ['later', 'It is late', 2_900, 2_900, 'Ann'],
      ['last', 'Soon', 2_900, 3_000, null],
      [ids[2], 'Let us pray.', 3_000, 4_000, 'SPEAKER_00'],
    ]);
    expect(timesIn(after[3])).toEqual(['It null-null', 'is null-null', 'late 2700-2900']);
    // The id of a deleted segment is free, so that an editor can undo.
    const undone = await patch(id, {
      ...{ op: 'insert', segmentId: ids[2], newSegmentId: ids[3], text: 'Our Father.' },
      ...{ startMs: 4_000, endMs: 5_000 },
    });
    expect(undone.body.segments).toMatchObject([{ id: ids[3], startMs: 4_000 }]);
    const moved = await patch(id, { op: 'times', segmentId: ids[0], startMs: 100, endMs: 2_100 });
    expect(timesIn(moved.body.segments[0])[0]).toBe('Grace 100-500');
  });

  it('apply all or none, and name what does not fit', async () => {
    const { id, ids } = await withTranscript();
    const before = await read(id);
    const good = { op: 'text', segmentId: ids[0], text: 'Changed' };
    const insert = { op: 'insert', segmentId: ids[0], newSegmentId: 'new', text: 'x' };
    const split = { op: 'split', segmentId: ids[0], at: 5, newSegmentId: 'new' };
    for (const [operation, path] of [
      [{ op: 'text', segmentId: 'nothing', text: 'x' }, 'operations.1.segmentId'],
      [{ op: 'text', segmentId: ids[1], text: ' … ' }, 'operations.1.text'],
      [{ op: 'text', segmentId: ids[1] }, 'operations.1.text'],
      [{ op: 'text', segmentId: ids[1], text: 'x', speaker: 'y' }, 'operations.1.speaker'],
      [{ op: 'sing', segmentId: ids[1] }, 'operations.1.op'],
      [{ segmentId: ids[1], text: 'x' }, 'operations.1.op'],
      [{ ...split, at: 7 }, 'operations.1.at'],
      [{ ...split, segmentId: ids[2], at: 12 }, 'operations.1.at'],
      [{ ...split, segmentId: ids[2], at: 11 }, 'operations.1.at'],
      [{ ...split, segmentId: ids[2], at: 0 }, 'operations.1.at'],
      [{ ...split, segmentId: ids[2], newSegmentId: ids[1] }, 'operations.1.newSegmentId'],
      [{ ...split, segmentId: ids[2], newSegmentId: 'two words' }, 'operations.1.newSegmentId'],
      [{ ...split, segmentId: ids[2], startMs: 4_001 }, 'operations.1.startMs'],
      [{ op: 'merge', segmentId: ids[3] }, 'operations.1.segmentId'],
      [{ ...insert, text: '' }, 'operations.1.text'],
      [{ ...insert, newSegmentId: ids[2] }, 'operations.1.newSegmentId'],
      [{ ...insert, startMs: 2_500 }, 'operations.1.startMs'],
      [{ op: 'insert', newSegmentId: 'new', text: 'x' }, 'operations.1.segmentId'],
      [{ op: 'times', segmentId: ids[1] }, 'operations.1'],
      [{ op: 'times', segmentId: ids[1], startMs: 3_001 }, 'operations.1.startMs'],
      [{ op: 'times', segmentId: ids[1], endMs: 1_999 }, 'operations.1.endMs'],
      [{ op: 'renameSpeaker', from: 'Nobody', to: 'x' }, 'operations.1.from'],
    ] as const) {
      const { status, body } = await patch(id, good, operation);
      expect([status, body.error?.details?.[0]?.path], JSON.stringify(operation)).toEqual([422, path]);
    }
    const consequence = await patch(id, { ...insert, text: '' }, { op: 'delete', segmentId: 'new' });
    expect(consequence.body.error.details).toHaveLength(1);
    const all = ids.map((segmentId) => ({ op: 'delete', segmentId }));
    expect((await patch(id, ...all)).body.error.details[0].path).toBe('operations');
    expect((await patch(id)).body.error.details[0].path).toBe('operations');
    const many = Array.from({ length: 1_001 }, () => good);
    expect((await patch(id, ...many)).body.error.details[0].path).toBe('operations');
    const both = { operations: [good], renameSpeaker: { from: 'SPEAKER_00', to: 'x' } };
    const refused = await app.demo.api.patch(`/items/${id}/transcript`, both);
    expect(refused.body.error.details[0].path).toBe('operations');
    expect(await read(id)).toEqual(before);
    expect(await revisionsOf(id)).toEqual([]);
    const none = await patch(id, { op: 'text', segmentId: ids[1], text: 'Amen.' });
    expect(none.body).toMatchObject({ segments: [], moreSegments: 0 });
    expect(await revisionsOf(id)).toEqual([]);
  });

  it('keep ids through processing, restoring and uploading, and give new segments new ones', async () => {
    const { id, ids } = await withTranscript();
    expect(new Set(ids).size).toBe(4);
    await work();
    expect((await app.demo.api.post(`/items/${id}/process`)).status).toBe(200);
    await work();
    expect((await read(id)).map((segment) => segment.id)).toEqual(ids);
    await put(id);
    expect((await read(id)).map((segment) => segment.id)).toEqual(ids);
    const changed = SEGMENTS.map((segment, i) => (i === 1 ? { ...segment, text: 'So be it.' } : segment));
    await put(id, changed);
    const next = (await read(id)).map((segment) => segment.id);
    expect(next.map((one, i) => (one === ids[i] ? 'same' : 'new'))).toEqual(['same', 'new', 'same', 'same']);
    expect(ids).not.toContain(next[1]);
    // What GET returns can be sent back, with its ids and words.
    const own = (await read(id)).map((segment, i) => ({ ...segment, ...(i === 1 && { id: 'mine' }) }));
    expect((await put(id, own)).status).toBe(200);
    expect(await read(id)).toEqual(own);
    const twice = await put(id, [own[1], own[1]]);
    expect(twice.body.error.details).toMatchObject([{ path: 'segments.1.id' }]);
    const oldest = (await revisionsOf(id)).at(-1);
    const former = await app.demo.api.get(`/items/${id}/transcript/revisions/${oldest.id}?words=true`);
    expect(former.body.segments.map((segment: Shown) => segment.id)).toEqual(ids);
    expect(timesIn(former.body.segments[0])).toHaveLength(5);
  });

  it('find ids in transcripts of earlier versions, which stored none', async () => {
    const { id } = await withTranscript();
    const old =
      '[{"text":"One","startMs":0,"endMs":900,"speaker":null},{"text":"Two","startMs":900,"endMs":1800}]';
    await replaceText(app.app.db, id, old);
    const ids = (await read(id)).map((segment) => segment.id);
    expect((await read(id)).map((segment) => segment.id)).toEqual(ids);
    const inserted = {
      op: 'insert',
      segmentId: null,
      newSegmentId: 'zero',
      text: 'Zero',
      startMs: 0,
      endMs: 0,
    };
    expect((await patch(id, inserted)).status).toBe(200);
    expect((await read(id)).map((segment) => segment.id)).toEqual(['zero', ...ids]);
  });

  it('export the times of words where a format holds them, if asked', async () => {
    const { id } = await withTranscript();
    const file = async (end: string) => (await app.demo.api.get(`/items/${id}/transcript${end}`)).body;
    expect(await file('.vtt')).not.toContain('<00:');
    expect(await file('.vtt?words=true')).toContain(
      'Grace <00:00:00.400>and<00:00:00.600> <00:00:00.700>piece <00:00:01.100>to <00:00:01.300>you.<00:00:01.900>',
    );
    expect(await file('.ttml?words=true')).toContain(
      '<span begin="00:00:00.000" end="00:00:00.400">Grace</span>',
    );
    expect((await app.demo.api.get(`/items/${id}/transcript.srt?words=true`)).status).toBe(400);
    expect((await app.demo.api.get(`/items/${id}/transcript/segments?words=maybe`)).status).toBe(400);
    const plain = (await app.demo.api.get(`/items/${id}/transcript/segments`)).body.segments;
    expect(plain[0]).not.toHaveProperty('words');
    expect((await read(id))[1]?.words).toBeNull();
    const { transcriptUrl } = (await app.demo.api.get(`/items/${id}`)).body.item;
    const linked = (await (await fetch(`${transcriptUrl}?words=true`)).json()) as { segments: Shown[] };
    expect(linked.segments).toEqual(await read(id));
  });
});
