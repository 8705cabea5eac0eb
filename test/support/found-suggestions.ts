/** Stores suggestions of an item as processing does. */
import type { FoundSuggestions } from '../../src/suggestions/found-suggestions.js';
import { storeSuggestions } from '../../src/suggestions/store-suggestions.js';
import type { TestApp } from './start-app.js';

export const noSuggestions: FoundSuggestions = { scriptures: [], chapters: [], descriptions: [], topics: [] };

export const storeFound = (
  { app: { db, clock }, demo }: TestApp,
  item: { id: number },
  found: Partial<FoundSuggestions>,
  mediaAssetId: number | null = null,
): Promise<boolean> =>
  db.transaction().execute((trx) => {
    const source = { contentHash: 'a transcript', mediaAssetId };
    return storeSuggestions(trx, clock, demo.account.id, item.id, source, { ...noSuggestions, ...found });
  });
