/** What the console shows of the changes in somebody else's draft of a transcript. */
import { expect, it } from 'vitest';
import { changedSegments } from '../../web/console/transcript/changed-segments.js';

const segment = (id: string, text: string, speaker: string | null = null) => ({
  ...{ id, text, speaker, startMs: 0, endMs: 1_000 },
  ...{ heading: false, kind: null, level: null },
});

it('lists segments that were changed, added and removed', () => {
  const former = [segment('a', 'One'), segment('b', 'Two'), segment('c', 'Three')];
  const newer = [segment('a', 'One'), segment('b', 'Two', 'Ruth'), segment('d', 'Four')];
  expect(changedSegments(former, newer)).toEqual([
    { id: 'b', startMs: 0, before: 'Two', after: 'Ruth: Two' },
    { id: 'd', startMs: 0, before: null, after: 'Four' },
    { id: 'c', startMs: 0, before: 'Three', after: null },
  ]);
});
