/** Results of LanceDB's searches as hits. */
import type { ChunkHit, ChunkSearchOptions, ItemHit } from '../ports.js';
import { numbers, optionalNumbers, texts, type ArrowTable } from './lancedb-schema.js';

export const CHUNK_COLUMNS = ['itemId', 'ordinal', 'startMs', 'endMs', 'mediaAssetId'];

/** Reads chunks from the rows of a result; columns that were not asked for are empty. */
export function chunksOf(found: ArrowTable): (at: number) => Omit<ChunkHit, 'score' | 'row'> {
  const itemId = numbers(found, 'itemId');
  const ordinal = numbers(found, 'ordinal');
  const text = texts(found, 'text');
  const startMs = optionalNumbers(found, 'startMs');
  const endMs = optionalNumbers(found, 'endMs');
  const mediaAssetId = optionalNumbers(found, 'mediaAssetId');
  return (at) => ({
    itemId: itemId(at),
    ordinal: ordinal(at),
    text: text(at),
    startMs: startMs(at),
    endMs: endMs(at),
    mediaAssetId: mediaAssetId(at),
  });
}

export function chunkHits(found: ArrowTable | null, score: (at: number) => number): ChunkHit[] {
  if (!found) return [];
  const chunk = chunksOf(found);
  const rows = found.getChild('_rowid') as { get(at: number): bigint } | null;
  return Array.from({ length: found.numRows }, (_, at) => ({
    ...chunk(at),
    score: score(at),
    row: rows?.get(at),
  })).filter((hit) => !Number.isNaN(hit.score));
}

export function itemHits(found: ArrowTable | null, score: (at: number) => number): ItemHit[] {
  if (!found) return [];
  const itemId = numbers(found, 'itemId');
  const hits = Array.from({ length: found.numRows }, (_, at) => ({ itemId: itemId(at), score: score(at) }));
  return hits.filter((hit) => !Number.isNaN(hit.score));
}

export const cosine = (found: ArrowTable | null) => {
  const distance = found && numbers(found, '_distance');
  return (at: number): number => 1 - distance!(at);
};

export const bm25 = (found: ArrowTable) => numbers(found, '_score');

export const columnsFor = (options?: ChunkSearchOptions): string[] =>
  options?.text === false ? ['itemId', 'ordinal'] : [...CHUNK_COLUMNS, 'text'];
