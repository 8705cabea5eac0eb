/** What the main thread and the search thread call of each other. */
import type { Follower } from '../memory/follow-changes.js';
import type { MemoryState } from '../memory/memory-readers.js';
import type { SnapshotOptions } from '../memory/snapshots.js';
import type { IndexChange, ItemHit } from '../ports.js';
import type { SearchRequest } from '../read-query.js';
import type { RelatedRequest, SearchResponse } from '../search.js';

export interface ThreadOptions {
  dimensions: number;
  limitBytes: number;
  /** Where accounts are kept between starts. */
  snapshots: Pick<SnapshotOptions, 'folder' | 'name'>;
}

export interface ThreadSearch {
  request: Omit<SearchRequest, 'accept'>;
  /** Of the request's text; null where it is not needed, or the embedder is unavailable. */
  vector: Float32Array | null;
  /**
   * Which of the found items are accepted: what the index takes to pass the filter, all that the index found, or what
   * the call of this number says.
   */
  accept: 'passing' | 'found' | number;
}

export interface ThreadAnswer {
  response: SearchResponse;
  /** The ids of all items that were found, where those that pass were accepted. */
  found: Float64Array;
  /** By place in `found`: 1 or 0. */
  accepted: Uint8Array;
}

/** Null answers: the account is not in memory. */

export type ThreadCalls = Follower & {
  search(search: ThreadSearch): Promise<ThreadAnswer | null>;
  related(request: RelatedRequest): Promise<ItemHit[] | null>;
  load(accountId: number): Promise<void>;
  forget(): void;
  save(): Promise<void>;
  state(): MemoryState;
};

/** Methods of the engine that the search thread calls. */
export const ENGINE_CALLS = [
  'counts',
  'chunkCounts',
  'readItems',
  'readChunks',
  'nearestChunks',
  'chunkScores',
  'keywordChunks',
  'keywordItems',
  'phraseChunks',
  'itemsWith',
] as const;

export type MainCalls = {
  engine(method: (typeof ENGINE_CALLS)[number], args: unknown[]): Promise<unknown>;
  embedQuery(text: string): Promise<Float32Array>;
  embedDocuments(texts: readonly string[]): Promise<Float32Array[]>;
  countPieces(words: readonly string[]): Promise<number[]>;
  vocabulary(): Promise<readonly string[]>;
  accept(accepting: number, itemIds: readonly number[]): Promise<ReadonlySet<number>>;
  since(position: number): Promise<IndexChange[] | null>;
  report(message: string): void;
};
