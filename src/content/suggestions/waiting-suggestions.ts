/** The pending suggestions of an item, of all kinds. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { waitingChapters } from './chapter-suggestions.js';
import { waitingDescriptions } from './description-suggestions.js';
import { waitingScriptures } from './scripture-suggestions.js';
import type { Suggestions } from './suggestion.schema.js';
import { waitingTopics } from './topic-suggestions.js';

export const waitingSuggestions = async (db: Db, item: Row<'item'>): Promise<Suggestions> => ({
  scriptures: await waitingScriptures(db, item.accountId, item.id),
  chapters: await waitingChapters(db, item.accountId, item.id),
  descriptions: await waitingDescriptions(db, item),
  topics: await waitingTopics(db, item.accountId, item.id),
});
