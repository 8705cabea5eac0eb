/** Creates items, for the API and for imports. */
import { toColumns, insertRow } from '../../platform/db/rows.js';
import type { Db } from '../../platform/db/dialect.js';
import { assertSlugAvailable, uniqueSlug } from '../../platform/db/slugs.js';
import type { Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { slugify } from '../../platform/lib/slug.js';
import { sortKey } from '../../platform/lib/sort-key.js';
import { assertMaySchedule } from './draft-policy.js';
import { assertSchedule } from './item-schedule.js';
import { idsOf, requireReferences } from './item-references.js';
import { defaultLanguage } from './item-language.repository.js';
import { setItemSpeakers, setItemTopics } from './item.repository.js';
import type { NewItem } from './item.schema.js';

/**
 * Creates a draft.
 * @throws {ValidationError} when a referenced record does not exist, or a scheduled time is in the past
 * @throws {ConflictError} when the requested slug is taken
 * @throws {PermissionError} when the caller may not schedule items
 */
export const createItem = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  { urlSlug, speakers, topics, ...input }: NewItem,
): Promise<Row<'item'>> => {
  const { accountId } = caller;
  const { collectionId, title } = input;
  assertMaySchedule(caller, input);
  assertSchedule(clock, input);
  await requireReferences(trx, accountId, { ...input, speakers, topics }, collectionId);
  if (urlSlug) await assertSlugAvailable(trx, 'item', accountId, collectionId, urlSlug);
  const now = isoTime(clock);
  const item = await insertRow(trx, 'item', {
    ...toColumns(input),
    sortTitle: sortKey(title),
    accountId,
    effectiveLanguage: input.language ?? (await defaultLanguage(trx, collectionId)),
    urlSlug: urlSlug ?? (await uniqueSlug(trx, 'item', accountId, collectionId, slugify(title))),
    status: 'draft',
    entryDate: now,
    updatedDate: now,
    createdBy: authorOf(caller),
    updatedBy: authorOf(caller),
  });
  await setItemSpeakers(trx, accountId, item.id, idsOf(speakers));
  await setItemTopics(trx, accountId, item.id, idsOf(topics));
  return item;
};
