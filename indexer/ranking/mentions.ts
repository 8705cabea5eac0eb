/** Finds candidates for a Bible passage that no item is on: texts that mention or quote it. */
import { tokenize } from '../text/analyze.js';
import type { ChunkHit, SearchFilter, SearchReader } from '../ports.js';
import {
  phrasesFor,
  quotationFinder,
  referenceFinder,
  titlesFor,
  type BiblePassage,
} from '../scripture/texts-on-passage.js';
import { NO_KEYWORDS, NO_NEAR } from './candidates.js';
import type { CandidateLists } from './evidence.js';
import { CANDIDATES } from './weights.js';

/** Number of chunks fetched per phrase. */
const SPOKEN = 50;
/** Number of words of verses searched at once, and maximum number of such searches. */
const WORDS_AT_ONCE = 64;
const MAX_BLOCKS = 5;

export async function fetchMentions(
  index: SearchReader,
  passage: BiblePassage,
  filter: SearchFilter,
): Promise<CandidateLists> {
  const phrases = phrasesFor(passage);
  const [spoken, quoting, titled] = await Promise.all([
    Promise.all(
      phrases.map((phrase) =>
        tokenize(phrase).length > 1
          ? index.phraseChunks(phrase, filter, SPOKEN)
          : index.keywordChunks(phrase, filter, SPOKEN),
      ),
    ),
    Promise.all(blocksOf(passage).map((text) => index.keywordChunks(text, filter, CANDIDATES.keywordChunks))),
    Promise.all(titlesFor(passage).map((title) => index.itemsWith(title, filter))),
  ]);
  const [speaks, quotes] = [referenceFinder(passage), quotationFinder(passage)];
  const found = distinct([
    ...distinct(spoken.flat()).filter(({ text }) => speaks(text)),
    ...distinct(quoting.flat()).filter(({ text }) => quotes(text)),
  ]);
  const items = new Set(titled.flat());
  return {
    ...NO_NEAR,
    ...NO_KEYWORDS,
    keywordChunks: {
      hits: found.sort((a, b) => b.score - a.score),
      complete: spoken.every((hits) => hits.length < SPOKEN),
    },
    keywordItems: { hits: Array.from(items, (itemId) => ({ itemId, score: 0 })), complete: true },
  };
}

/** Removes duplicate chunks, keeping the best score. */
function distinct(hits: readonly ChunkHit[]): ChunkHit[] {
  const byKey = new Map<string, ChunkHit>();
  for (const hit of hits) {
    const key = `${hit.itemId}:${hit.ordinal}`;
    if (hit.score > (byKey.get(key)?.score ?? 0)) byKey.set(key, hit);
  }
  return [...byKey.values()];
}

/** The verses in the first translation, grouped into searches. */
function blocksOf({ translations: [verses = []] }: BiblePassage): string[] {
  const blocks: string[] = [];
  let words = Infinity;
  for (const verse of verses) {
    const count = verse.split(' ').length;
    if (words + count > WORDS_AT_ONCE) {
      if (blocks.length === MAX_BLOCKS) break;
      blocks.push(verse);
      words = count;
    } else {
      blocks.push(`${blocks.pop()!} ${verse}`);
      words += count;
    }
  }
  return blocks;
}
