/** Builds the page of results: each item with its best passages and the highlighted words of the query. */
import { highlighter, searchedTerms, type OffsetRange } from '../text/analyze.js';
import { isFunctionWord } from '../text/language.js';
import { choosePassages, type ChosenPassage } from './passages.js';
import type { RankedItem } from './rank.js';
import { withoutRepeats } from './repeated-text.js';
import { passageScore } from './shown-score.js';
import { citationOf } from '../scripture/scripture-query.js';
import type { Reading } from '../query/reading.js';

export interface FoundPassage {
  ordinal: number;
  text: string;
  /** The query's words in `text`: half-open ranges of UTF-16 offsets, in order. */
  highlights: OffsetRange[];
  startMs: number | null;
  endMs: number | null;
  mediaAssetId: number | null;
  /** 0..1, at most the item's score; comparable only within an item. */
  score: number;
}

export interface FoundItem {
  itemId: number;
  /**
   * Probability that the item is relevant, 0..1; if the query names a scripture, a third for each lower tier plus
   * a third of the probability.
   */
  score: number;
  /** Best first. */
  passages: FoundPassage[];
}

/** An item with its displayed score. */
export interface ScoredItem {
  item: RankedItem;
  score: number;
}

interface Shown {
  choose: Parameters<typeof choosePassages>[1];
  reading: Reading;
  /** Prefixes that were searched. */
  prefixes?: readonly string[];
  /** The scripture in the query, whose name is highlighted where texts mention it. */
  mentioned?: Parameters<typeof citationOf>[0];
}

export async function shownItems(
  page: readonly ScoredItem[],
  { choose, reading, prefixes, mentioned }: Shown,
): Promise<FoundItem[]> {
  const passages = await choosePassages(
    page.map(({ item }) => item),
    choose,
  );
  const citation = mentioned ? searchedTerms(citationOf(mentioned)) : [];
  const highlight = highlighter(reading.text, prefixes, [...(reading.words ?? []), ...citation], (word) =>
    isFunctionWord(word, reading.language),
  );
  return page.map(({ item: { item }, score }) => {
    const chosen = passages.get(item.itemId) ?? [];
    const best = Math.max(...chosen.map((passage) => passage.score));
    const shown = withoutRepeats(chosen.map((passage) => toPassage(passage, score, best)));
    return {
      itemId: item.itemId,
      score,
      passages: shown.map((passage) => ({ ...passage, highlights: highlight(passage.text) })),
    };
  });
}

const toPassage = (
  { hit, score }: ChosenPassage,
  itemScore: number,
  best: number,
): Omit<FoundPassage, 'highlights'> => ({
  ordinal: hit.ordinal,
  text: hit.text,
  startMs: hit.startMs,
  endMs: hit.endMs,
  mediaAssetId: hit.mediaAssetId,
  score: passageScore(itemScore, score, best),
});
