/** When items are published automatically: at `publishAt`, or with `autoPublish` as soon as they are ready. */
import type { Row } from '../../platform/db/tables.js';
import { hasPassed, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState } from '../../platform/lib/errors.js';
import { TOUCHED_BY_INDEX } from './refresh-item.js';

/** Whether the item is published as soon as it becomes ready. A future `publishAt` delays `autoPublish`. */
export const publishesOnceReady = (
  clock: Clock,
  { publishAt, autoPublish }: Pick<Row<'item'>, 'publishAt' | 'autoPublish'>,
): boolean => (publishAt === null ? autoPublish === 1 : hasPassed(clock, publishAt));

/**
 * Checks a publishing time.
 * @param item current row; undefined for a new item
 * @throws {ValidationError} when it is not in the future, unless the item already has it
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
