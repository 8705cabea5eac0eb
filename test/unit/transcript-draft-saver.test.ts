/** Saving the draft of a transcript while it is typed, on fast and slow connections and after failures. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createDraftSaver,
  type DraftState,
  type LocalCopy,
} from '../../web/console/transcript/draft-saver.js';
import type { Operation } from '../../web/console/transcript/segments.js';

class Changed extends Error {}
const text = (words: string): Operation[] => [{ op: 'text', segmentId: 'a', text: words }];

const setUp = ({ draftTag = null as string | null } = {}) => {
  let operations: readonly Operation[] = [];
  let stored: { base: string; operations: readonly Operation[]; tag: string } | null = draftTag
    ? { base: 'v1', operations, tag: draftTag }
    : null;
  let copy: LocalCopy | null = null;
  const states: DraftState['is'][] = [];
  const server = { latencyMs: 0, fails: false, losesResponse: false, saves: 0 };
  const wait = () => new Promise((resolve) => setTimeout(resolve, server.latencyMs));
  const saver = createDraftSaver({
    base: 'v1',
    draftTag,
    operations: () => operations,
    show: ({ is }) => states.push(is),
    isConflict: (error) => error instanceof Changed,
    local: { read: () => copy, write: (next) => (copy = next), remove: () => (copy = null) },
    drafts: {
      read: () => Promise.resolve(stored && { draft: stored as never, tag: stored.tag }),
      readSegments: () => Promise.reject(new Error('unused')),
      readSegmentsOf: () => Promise.reject(new Error('unused')),
      apply: () => Promise.reject(new Error('unused')),
      discard: () => {
        stored = null;
        return Promise.resolve();
      },
      save: async (base, sent, tag) => {
        await wait();
        if (server.fails) throw new Error('offline');
        if (tag !== null && tag !== stored?.tag) throw new Changed();
        stored = { base, operations: sent, tag: `tag ${++server.saves}` };
        if (!server.losesResponse) return stored.tag;
        server.losesResponse = false;
        throw new Error('lost');
      },
    },
  });
  return {
    saver,
    server,
    states,
    type: (words: string) => {
      operations = words === '' ? [] : text(words);
      saver.changed();
    },
    storedText: () => stored?.operations.map((one) => (one.op === 'text' ? one.text : '')).join(),
    copy: () => copy,
    apply: () => {
      stored = null;
    },
    storeElsewhere: () => {
      stored = { base: 'v1', operations: text('Elsewhere'), tag: 'other' };
    },
  };
};

describe('saving a draft while it is typed', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is at most a second behind, however fast somebody types', async () => {
    const { type, storedText, copy, states } = setUp();
    for (let i = 0; i < 25; i++) {
      type(`Word ${i}`);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(storedText()).toBe('Word 19');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(storedText()).toBe('Word 24');
    expect([states.at(-1), copy()]).toEqual(['saved', null]);
  });

  it('keeps a copy in the browser while a request is slow, and sends one at a time', async () => {
    const { type, server, copy, storedText } = setUp();
    server.latencyMs = 3_000;
    type('One');
    await vi.advanceTimersByTimeAsync(2_000);
    type('Two');
    await vi.advanceTimersByTimeAsync(500);
    expect(copy()).toMatchObject({ base: 'v1', operations: text('Two'), draftTag: null });
    expect(copy()!.sending).not.toBeNull();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([storedText(), server.saves]).toEqual(['One', 1]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([storedText(), server.saves, copy()]).toEqual(['Two', 2, null]);
  });

  it('tries again after a failure', async () => {
    const { type, server, states, copy, storedText } = setUp();
    server.fails = true;
    type('One');
    await vi.advanceTimersByTimeAsync(1_500);
    expect([states.at(-1), copy()?.operations]).toEqual(['notSaved', text('One')]);
    server.fails = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([states.at(-1), storedText(), copy()]).toEqual(['saved', 'One', null]);
  });

  it('knows its own draft after a response that was lost', async () => {
    const { type, server, states, storedText } = setUp({ draftTag: 'tag 0' });
    server.losesResponse = true;
    type('One');
    await vi.advanceTimersByTimeAsync(1_500);
    expect([states.at(-1), storedText()]).toEqual(['notSaved', 'One']);
    type('Two');
    await vi.advanceTimersByTimeAsync(6_000);
    expect([states.at(-1), storedText()]).toEqual(['saved', 'Two']);
  });

  it('goes on after somebody has applied the draft', async () => {
    const { type, apply, states, storedText } = setUp();
    type('One');
    await vi.advanceTimersByTimeAsync(1_500);
    apply();
    type('One and two');
    await vi.advanceTimersByTimeAsync(1_500);
    expect([states.at(-1), storedText()]).toEqual(['saved', 'One and two']);
  });

  it.each([null, 'tag 0'])('does not replace the draft of another window: %s', async (draftTag) => {
    const { type, storeElsewhere, states, storedText, copy, saver } = setUp({ draftTag });
    storeElsewhere();
    type('Here');
    await vi.advanceTimersByTimeAsync(1_500);
    expect([states.at(-1), storedText()]).toEqual(['elsewhere', 'Elsewhere']);
    type('Here too');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([storedText(), copy()?.operations]).toEqual(['Elsewhere', text('Here too')]);
    saver.overwrite();
    await vi.advanceTimersByTimeAsync(100);
    expect([states.at(-1), storedText()]).toEqual(['saved', 'Here too']);
  });

  it('removes the draft when everything is undone', async () => {
    const { type, storedText } = setUp();
    type('One');
    await vi.advanceTimersByTimeAsync(1_500);
    type('');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(storedText()).toBeUndefined();
  });

  it('sends nothing while a draft is applied, and then what was typed meanwhile', async () => {
    const { type, saver, storedText, server } = setUp();
    type('One');
    await vi.advanceTimersByTimeAsync(1_500);
    saver.pause();
    type('Two');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(storedText()).toBe('One');
    saver.resume({ base: 'v2' });
    await vi.advanceTimersByTimeAsync(1_500);
    expect([storedText(), server.saves]).toEqual(['Two', 2]);
  });
});
