/**
 * When items are published automatically, at `publishAt` or with `autoPublish` as soon as they are ready, and when
 * they cease to be public, at `unpublishAt`.
 */
import type { Row } from '../../platform/db/tables.js';
import { hasPassed, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState } from '../../platform/lib/errors.js';
import { PUBLIC_OR_CHANGING } from './refresh-item.js';

type Times = Pick<Row<'item'>, 'publishAt' | 'unpublishAt'>;

/**
 * Whether the item is published as soon as it becomes ready. A future `publishAt` delays `autoPublish`, and a past
 * `unpublishAt` prevents both.
 */
export const publishesOnceReady = (
  clock: Clock,
  { publishAt, unpublishAt, autoPublish }: Times & Pick<Row<'item'>, 'autoPublish'>,
): boolean =>
  !hasPassed(clock, unpublishAt) && (publishAt === null ? autoPublish === 1 : hasPassed(clock, publishAt));

/** What clears the past times of an item, which would have no effect. */
export const withoutPastTimes = (clock: Clock, { publishAt, unpublishAt }: Times): Partial<Times> => ({
  ...(hasPassed(clock, publishAt) && { publishAt: null }),
  ...(hasPassed(clock, unpublishAt) && { unpublishAt: null }),
});

const NOW = { publishAt: 'publish', unpublishAt: 'unpublish' } as const;

/**
 * Checks the times of publishing and unpublishing.
 * @param times those that would be set
 * @param item current row; undefined for a new item
 * @throws {ValidationError} when one is not in the future, unless the item already has it, or they are in the wrong order
 * @throws {InvalidStateError} when a published item would get a `publishAt`
 */
export const assertSchedule = (
  clock: Clock,
  times: { [Name in keyof Times]?: Times[Name] | undefined },
  item?: Times & Pick<Row<'item'>, 'status'>,
): void => {
  const set = (['publishAt', 'unpublishAt'] as const).filter((name) => {
    const time = times[name];
    return typeof time === 'string' && time !== item?.[name];
  });
  const past = set.filter((name) => hasPassed(clock, times[name]!));
  if (past.length > 0)
    throw invalid(
      past.map((path) => ({
        path,
        message: `must be in the future. To ${NOW[path]} now, use ${NOW[path]}.`,
      })),
    );
  if (set.length > 0)
    assertOrder({ publishAt: null, unpublishAt: null, ...item, ...withoutUnset(times) }, set);
  if (
    set.includes('publishAt') &&
    item &&
    item.status !== 'unpublishing' &&
    PUBLIC_OR_CHANGING.has(item.status)
  )
    throw invalidState('The item is published already. Unpublish it before you give it a `publishAt`.');
};

const withoutUnset = (times: object): Partial<Times> =>
  Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined));

const assertOrder = ({ publishAt, unpublishAt }: Times, set: readonly (keyof Times)[]): void => {
  if (publishAt === null || unpublishAt === null || publishAt < unpublishAt) return;
  throw invalid([
    set.includes('unpublishAt')
      ? { path: 'unpublishAt', message: `must be after publishAt, ${publishAt}` }
      : { path: 'publishAt', message: `must be before unpublishAt, ${unpublishAt}` },
  ]);
};
