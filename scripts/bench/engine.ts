/** The parts of the product that a search uses. */
import type { Embedder, SearchIndex } from '../../indexer/index.js';

export interface Engine {
  embedder: Embedder;
  index: SearchIndex;
  accountId: number;
}
