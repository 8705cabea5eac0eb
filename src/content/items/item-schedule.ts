/** When items are published by themselves: at their time, or else with `autoPublish` once they are ready. */
import type { Row } from '../../platform/db/tables.js';
import { hasPassed, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState } from '../../platform/lib/errors.js';
import { TOUCHED_BY_INDEX } from './refresh-item.js';

/** Whether the item goes on to be published when it becomes ready. A time in the future delays `autoPublish`. */
export const publishesOnceReady = (
  clock: Clock,
  { publishAt, autoPublish }: Pick<Row<'item'>, 'publishAt' | 'autoPublish'>,
): boolean => (publishAt === null ? autoPublish === 1 : hasPassed(clock, publishAt));

/**
 * Checks a time at which an item is to be published.
 * @param item as it is; undefined for a new one
 * @throws {ValidationError} when it is not in the future, unless the item has it already
 * @throws {InvalidStateError} when the item is published
 */
export const assertSchedule = (
  clock: Clock,
  publishAt: string | null | undefined,
  item?: Pick<Row<'item'>, 'publishAt' | 'status'>,
): void => {
  if (typeof publishAt !== 'string' || publishAt === item?.publishAt) return;
  if (hasPassed(clock, publishAt))
    throw invalid([{ path: 'publishAt', message: 'must be in the future. To publish now, use publish.' }]);
  if (item && item.status !== 'unpublishing' && TOUCHED_BY_INDEX.has(item.status))
    throw invalidState('The item is published already. Unpublish it before you give it a `publishAt`.');
};
