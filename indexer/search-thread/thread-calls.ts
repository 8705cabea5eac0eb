/** What the main thread and the search thread call of each other. */
import type { EmbeddedOptions } from '../engines/embedded/embedded-index.js';
import type { MemoryState } from '../engines/embedded/accounts.js';
import type { ItemHit } from '../ports.js';
import type { SearchRequest } from '../query/request.js';
import type { RelatedRequest, SearchResponse } from '../search.js';

/** The index file that the thread searches. */
export type ThreadOptions = Omit<EmbeddedOptions, 'warn'>;

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

export type ThreadCalls = {
  search(search: ThreadSearch): Promise<ThreadAnswer>;
  related(request: RelatedRequest): Promise<ItemHit[]>;
  load(accountId: number): Promise<void>;
  follow(): Promise<void>;
  state(): MemoryState;
};

export type MainCalls = {
  embedQuery(text: string): Promise<Float32Array>;
  embedDocuments(texts: readonly string[]): Promise<Float32Array[]>;
  countPieces(words: readonly string[]): Promise<number[]>;
  vocabulary(): Promise<readonly string[]>;
  accept(accepting: number, itemIds: readonly number[]): Promise<ReadonlySet<number>>;
  warn(message: string): void;
};
