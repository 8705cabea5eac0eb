/** Which items may have their recording cut. */
import { TOUCHED_BY_INDEX } from '../../content/items/refresh-item.js';
import type { Row } from '../../platform/db/tables.js';
import { invalidState } from '../../platform/lib/errors.js';

/** Their recording is being looked into. */
const IN_PROGRESS: ReadonlySet<string> = new Set(['queued', 'processing']);

/** @throws {InvalidStateError} when visitors hear it, or it is being processed */
export const assertMayCut = ({ status }: Pick<Row<'item'>, 'status'>): void => {
  if (TOUCHED_BY_INDEX.has(status) || IN_PROGRESS.has(status))
    throw invalidState(
      `The item has status ${status}. Its recording can be cut while it is neither public nor being processed.`,
    );
};
