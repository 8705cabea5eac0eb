/** Searches in the search thread what is in memory there, and with the engine all else. */
import type { Searcher } from '../search.js';
import type { SearchThread } from './search-thread.js';

/** @param searcher reads the engine */
export const withThread = (thread: SearchThread, searcher: Searcher): Searcher => ({
  search: async (request) => (await thread.search(request)) ?? searcher.search(request),
  related: async (request) => (await thread.related(request)) ?? searcher.related(request),
});
