/** Turns candidates into the order of results: evidence, floor, score, tiers. */
import { gatherEvidence, type CandidateLists, type TalkEvidence } from './evidence.js';
import { scoreTalks, type QueryKind } from './fusion.js';
import type { Weights } from './weights.js';

export interface RankedTalk {
  talk: TalkEvidence;
  /** Higher tiers stand before lower ones, whatever the scores. */
  tier: number;
  score: number;
}

export interface Ranking {
  /** Best first; a total order, so that pages never overlap. */
  talks: RankedTalk[];
  /** Whether there can be no result beyond the candidates. */
  complete: boolean;
}

export interface RankOptions {
  kind: QueryKind;
  weights: Weights;
  /** Least cosine of a passage that is a result by meaning alone. */
  floor: number;
  /** 0 for every talk unless the query names a scripture; a talk in a tier above 0 is a result whatever its scores. */
  tier?: (itemId: number) => number;
  /** Talks that are candidates though no list holds them. */
  alsoItemIds?: readonly number[];
}

const hasWords = (talk: TalkEvidence): boolean =>
  talk.bestBm25 > 0 || talk.talkBm25 > 0 || talk.titleBm25 > 0;

/** Scores are standardised over all candidates; what is under the floor counts there and is left out after. */
export function rankTalks(
  lists: CandidateLists,
  { kind, weights, floor, tier = () => 0, alsoItemIds }: RankOptions,
): Ranking {
  const evidence = gatherEvidence(lists, weights, alsoItemIds);
  const scores = scoreTalks(evidence, kind, weights);
  const talks = evidence
    .map((talk, i): RankedTalk => ({ talk, tier: tier(talk.itemId), score: scores[i]! }))
    .filter(({ talk, tier: level }) => level > 0 || talk.bestCosine >= floor || hasWords(talk))
    .sort((a, b) => b.tier - a.tier || b.score - a.score || a.talk.itemId - b.talk.itemId);
  return { talks, complete: allSeen(lists, floor) };
}

/** Passages under the floor are no results, so a list that reaches below it is as good as whole. */
function allSeen(lists: CandidateLists, floor: number): boolean {
  const { nearPassages, keywordPassages, keywordTalks, titleTalks } = lists;
  const last = nearPassages.hits.at(-1);
  const near = nearPassages.complete || (last !== undefined && last.score < floor);
  return near && keywordPassages.complete && keywordTalks.complete && titleTalks.complete;
}

/** A score as a number between 0 and 1 that keeps the order; of `tiers` tiers each has its own stretch. */
export function shownScore(score: number, tier = 0, tiers = 1): number {
  return (tier + 1 / (1 + Math.exp(-score / 4))) / tiers;
}
