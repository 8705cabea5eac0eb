/** Edits of a transcript in the console: what they show, and the operations that the server gets. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperations } from '../../src/transcripts/editing/apply-operations.js';
import { cleanWords } from '../../src/transcripts/formats/segments/clean-words.js';
import { mergeWithPrevious, oneLine, split, type Transcript } from '../../web/console/transcript/edits.js';
import { createEditorStore, type EditorStore } from '../../web/console/transcript/editor-store.js';
import { operationsToSend } from '../../web/console/transcript/operations.js';
import {
  isEmpty,
  keptWords,
  readSegments,
  segmentAt,
  timeAt,
  uncertainWords,
  type EditorSegment,
} from '../../web/console/transcript/segments.js';
import { runs } from '../support/random-runs.js';

const segment = (id: string, text: string, values: Partial<EditorSegment> = {}): EditorSegment => ({
  id,
  text,
  startMs: 0,
  endMs: 1_000,
  speaker: null,
  heading: false,
  words: [],
  ...values,
});
const SEGMENTS = [
  segment('a', 'Grace and piece to you.', { speaker: 'Ruth' }),
  segment('b', 'Amen, and amen.', { startMs: 1_000, endMs: 2_000, speaker: 'Paul' }),
  segment('c', 'Let us pray.', { startMs: 2_000, endMs: 3_000 }),
];
const textsOf = (store: EditorStore): string[] => store.transcript().segments.map(({ text }) => text);
const operationsOf = (store: EditorStore) => {
  const { operations, segments } = store.transcript();
  return operationsToSend(operations, segments);
};
const type = (store: EditorStore, id: string, text: string): void => {
  for (let end = 1; end <= text.length; end++) store.type(id, text.slice(0, end));
};

describe('operations of a draft', () => {
  it('have one text for all that was typed in a segment', () => {
    const store = createEditorStore(SEGMENTS, []);
    type(store, 'a', 'Grace and peace');
    type(store, 'b', 'Amen');
    type(store, 'a', 'Grace and peace to you.');
    expect(operationsOf(store)).toEqual([
      { op: 'text', segmentId: 'a', text: 'Grace and peace to you.' },
      { op: 'text', segmentId: 'b', text: 'Amen' },
    ]);
  });

  it('keep the text from before a split or merge', () => {
    const store = createEditorStore(SEGMENTS, []);
    store.type('a', 'Grace and peace to you.');
    const { id } = store.split({ id: 'a', at: 9 })!;
    store.type('a', 'Grace, and');
    store.mergeWithPrevious(id);
    store.type('a', 'Grace, and peace');
    expect(operationsOf(store)).toEqual([
      { op: 'text', segmentId: 'a', text: 'Grace and peace to you.' },
      { op: 'split', segmentId: 'a', at: 10, newSegmentId: id },
      { op: 'text', segmentId: 'a', text: 'Grace, and' },
      { op: 'merge', segmentId: 'a' },
      { op: 'text', segmentId: 'a', text: 'Grace, and peace' },
    ]);
  });

  it('delete a segment that was left without words', () => {
    const store = createEditorStore(SEGMENTS, []);
    store.type('b', ' ');
    expect(operationsOf(store)).toEqual([{ op: 'delete', segmentId: 'b' }]);
    store.type('b', 'Amen.');
    expect(operationsOf(store)).toEqual([{ op: 'text', segmentId: 'b', text: 'Amen.' }]);
  });

  it('keep the text that a split was made in, where its first part was left without words', () => {
    const store = createEditorStore(SEGMENTS, []);
    store.type('a', 'Grace and peace to you.');
    const { id } = store.split({ id: 'a', at: 10 })!;
    store.type('a', '');
    expect(operationsOf(store)).toEqual([
      { op: 'text', segmentId: 'a', text: 'Grace and peace to you.' },
      { op: 'split', segmentId: 'a', at: 10, newSegmentId: id },
      { op: 'delete', segmentId: 'a' },
    ]);
  });

  it('have the last speaker only', () => {
    const store = createEditorStore(SEGMENTS, []);
    store.setSpeaker('c', 'Ruth');
    store.setSpeaker('c', 'Paul');
    store.renameSpeaker('Paul', 'Paulus');
    expect(operationsOf(store)).toEqual([
      { op: 'speaker', segmentId: 'c', speaker: 'Paul' },
      { op: 'renameSpeaker', from: 'Paul', to: 'Paulus' },
    ]);
    expect(store.transcript().segments.map(({ speaker }) => speaker)).toEqual(['Ruth', 'Paulus', 'Paulus']);
  });

  it('give the server what the editor shows, whatever was edited and undone', () => {
    const place = fc.nat(20);
    const edit = fc.oneof(
      fc.record({
        do: fc.constant('type' as const),
        place,
        text: fc.constantFrom('', ' ', 'Amen', ' a  b ', 'so be it'),
      }),
      fc.record({ do: fc.constant('split' as const), place, at: fc.nat(24) }),
      fc.record({ do: fc.constant('merge' as const), place }),
      fc.record({ do: fc.constant('speaker' as const), place, text: fc.constantFrom(null, 'Ruth', 'Paul') }),
      fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const), place }),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
        const store = createEditorStore(SEGMENTS, []);
        for (const one of edits) {
          const ids = store.ids();
          const id = ids[one.place % ids.length]!;
          if (one.do === 'type') store.type(id, one.text);
          else if (one.do === 'split') store.split({ id, at: one.at });
          else if (one.do === 'merge') store.mergeWithPrevious(id);
          else if (one.do === 'speaker') store.setSpeaker(id, one.text);
          else store[one.do]();
        }
        const shown = store.transcript().segments.filter((one) => !isEmpty(one));
        fc.pre(shown.length > 0);
        const stored = SEGMENTS.map(({ id, text, startMs, endMs, speaker }) => ({
          id,
          text,
          startMs,
          endMs,
          speaker,
        }));
        const applied = applyOperations(stored, operationsOf(store));
        expect(applied.map(({ id, text, speaker }) => [id, text, speaker ?? null])).toEqual(
          shown.map(({ id, text, speaker }) => [id, cleanWords(text), speaker]),
        );
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('splits and merges', () => {
  const state: Transcript = { segments: SEGMENTS, operations: [], sent: 0 };

  it.each([0, 1, 23])('need words on both sides: none at %d', (at) => {
    const marks = { ...state, segments: [segment('a', '– Grace and peace to you')] };
    expect(split(marks, { id: 'a', at: at === 23 ? 24 : at }, 'new')).toBeNull();
  });

  it('put the caret where the texts meet', () => {
    expect(mergeWithPrevious(state, 'b')?.caret).toEqual({ id: 'a', at: 23 });
    expect(mergeWithPrevious(state, 'a')).toBeNull();
  });

  it('cut at the time of the word', () => {
    const words = [
      { start: 0, end: 5, startMs: 0, endMs: 400, confidence: 0.9 },
      { start: 6, end: 9, startMs: 700, endMs: 800, confidence: 0.3 },
    ];
    const timed = { ...state, segments: [segment('a', 'Grace and', { words })] };
    const { segments } = split(timed, { id: 'a', at: 5 }, 'new')!;
    expect(segments.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['Grace ', 0, 700],
      ['and', 700, 1_000],
    ]);
    expect(uncertainWords(segments[1]!.words)).toMatchObject([{ start: 0, end: 3 }]);
  });
});

describe('undoing', () => {
  it('takes back what was typed at once, then the split', () => {
    const store = createEditorStore(SEGMENTS, []);
    const { id } = store.split({ id: 'a', at: 10 })!;
    type(store, id, 'peace');
    expect(store.undo()).toEqual({ id, at: 13 });
    expect(textsOf(store)[1]).toBe('piece to you.');
    store.undo();
    expect(store.transcript().segments).toEqual(SEGMENTS);
    expect(store.canUndo()).toBe(false);
    store.redo();
    store.redo();
    expect(textsOf(store)[1]).toBe('peace');
  });

  it('renders the list anew only where a row comes or goes', () => {
    const store = createEditorStore(SEGMENTS, []);
    const ids = store.ids();
    const other = store.segment('b');
    store.type('a', 'Grace');
    expect([store.ids(), store.segment('b')]).toEqual([ids, other]);
    expect(store.ids()).toBe(ids);
    expect(store.segment('b')).toBe(other);
    store.mergeWithPrevious('b');
    expect(store.ids()).toEqual(['a', 'c']);
  });
});

describe('edits while a draft is being applied', () => {
  it('stay, on the segments as they are then', () => {
    const store = createEditorStore(SEGMENTS, []);
    store.type('a', 'Grace and peace');
    store.beginApplying();
    store.type('a', 'Grace and peace to you!');
    store.type('c', 'Let us all pray.');
    expect(store.undo()).toBeNull();
    store.rebase([segment('a', 'Grace and peace'), segment('b', 'Amen')]);
    expect(textsOf(store)).toEqual(['Grace and peace to you!', 'Amen', 'Let us all pray.']);
    expect(operationsOf(store)).toEqual([
      { op: 'text', segmentId: 'a', text: 'Grace and peace to you!' },
      { op: 'insert', segmentId: 'b', newSegmentId: 'c', text: 'Let us all pray.', speaker: null },
    ]);
  });
});

describe('words with times', () => {
  const [read] = readSegments([
    {
      id: 'a',
      text: 'Tabeta rose up.',
      startMs: 0,
      endMs: 900,
      speaker: null,
      heading: false,
      kind: null,
      level: null,
      words: [
        { text: 'Tabeta', startMs: 0, endMs: 300, confidence: 0.4 },
        { text: 'rose', startMs: 300, endMs: 600, confidence: 0.9 },
        { text: 'up.', startMs: 600, endMs: 900, confidence: 0.5 },
      ],
    },
  ]);

  it('move with the text, and go where it changes', () => {
    const kept = keptWords(read!.words, 'Tabeta rose up.', 'Tabitha rose up.');
    expect(kept.map(({ start, end }) => 'Tabitha rose up.'.slice(start, end))).toEqual(['rose', 'up.']);
    expect(keptWords(read!.words, 'Tabeta rose up.', 'Tabeta rosea up.')).toHaveLength(2);
  });

  it('say when a place is heard', () => {
    expect(timeAt(read!, 8)).toBe(300);
    expect(timeAt({ ...read!, words: [] }, 5)).toBe(300);
    expect([-1, 0, 1_500, 9_000].map((ms) => segmentAt(SEGMENTS, ms))).toEqual([-1, 0, 1, 2]);
  });
});

it('makes one line of pasted text', () => expect(oneLine('Grace \r\n\n and\npeace')).toBe('Grace and peace'));
