/** What the console asks of the server for a change of many items. */
import { describe, expect, it } from 'vitest';
import { bodyOf, targetOf, type BulkValues } from '../../web/console/library/bulk/bulk-request.js';
import type { Selection } from '../../web/console/library/selection/use-selection.js';

const selectionOf = (isAll: boolean, ids: readonly number[] = []): Selection => ({
  ...{ isAll, ids },
  countOf: () => ids.length,
  has: () => isAll,
  toggle: () => undefined,
  selectAll: () => undefined,
  clear: () => undefined,
});
const values: BulkValues = {
  ...{ topicId: 4, speakerId: 5, seriesId: null, language: null },
  ...{ find: 'a', replaceWith: 'b', match: 'exact' },
  ...{ publishAt: '2026-03-01T09:30', unpublishAt: '' },
};

describe('changes of many items', () => {
  it('name single items by their ids', () => {
    expect(targetOf(selectionOf(false, [3, 1]), { q: 'camp' })).toEqual({ ids: [3, 1] });
  });

  it('name all that match by the filters of the list, without its order', () => {
    const search = { q: 'camp', status: 'ready' as const, hasDraft: true as const, sort: 'title' as const };
    expect(targetOf(selectionOf(true), search)).toEqual({
      filter: { 'id.ge': 1, _q: 'camp', status: 'ready', hasDraft: true },
    });
    expect(targetOf(selectionOf(true), {})).toEqual({ filter: { 'id.ge': 1 } });
  });

  it('name more ids than a list of them takes by a filter', () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => index + 1);
    expect(targetOf(selectionOf(false, ids), {})).toEqual({ filter: { 'id.ge': 1, 'id.in': ids } });
  });

  it('send what was filled in for the action, and nothing else', () => {
    const target = { ids: [1] };
    const body = (action: Parameters<typeof bodyOf>[0]) =>
      bodyOf(action, values, target, (local) => `${local}Z`);
    expect(body('publish')).toEqual({ action: 'publish', ids: [1] });
    expect(body('schedule')).toEqual({ action: 'schedule', ids: [1], publishAt: '2026-03-01T09:30Z' });
    expect(body('addSpeaker')).toEqual({
      ...{ action: 'update', ids: [1] },
      changes: { addSpeakers: [{ id: 5 }] },
    });
    expect(body('setSeries')).toEqual({ action: 'setSeries', ids: [1], seriesId: null });
    expect(body('replaceText')).toEqual({
      ...{ action: 'replaceText', ids: [1] },
      ...{ find: 'a', replaceWith: 'b', match: 'exact' },
    });
  });
});
