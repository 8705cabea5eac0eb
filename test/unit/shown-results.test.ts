/** What the search component shows of its results, and how many it says there are. */
import { describe, expect, it } from 'vitest';
import { shownOf, type Results } from '../../web/src/search/result-loader.js';
import { NOTHING } from '../../web/src/search/view.js';

const resultsWith = (scores: readonly number[]): Results => ({
  key: '',
  searchId: null,
  pages: 1,
  found: scores.map((score, at) => ({
    item: { id: at } as Results['found'][number]['item'],
    passages: [],
    score,
    searchId: null,
    rank: at + 1,
  })),
  related: [],
  total: 94,
  totalIsExact: false,
  hasMore: true,
  facets: {},
  interpretation: { language: null },
  series: [],
});

describe('shown results', () => {
  const view = { ...NOTHING, q: 'feet' };

  it('are counted as shown when weaker matches are left out', () => {
    const shown = shownOf(resultsWith([0.9, 0.02, 0.01]), view);
    expect(shown).toMatchObject({ total: 1, totalIsExact: true, isCut: true });
    expect(shown.found.map(({ rank }) => rank)).toEqual([1]);
  });

  it('are counted with those of further pages when none is left out', () => {
    for (const shown of [
      shownOf(resultsWith([0.9, 0.8]), view),
      shownOf(resultsWith([0.9, 0.02]), { ...view, all: true }),
    ]) {
      expect(shown).toMatchObject({ total: 94, totalIsExact: false, isCut: false });
      expect(shown.found).toHaveLength(2);
    }
  });
});
