/**
 * What staff does is in no roll-up. Events of before stay in the sums that they were counted in: these cannot be taken
 * apart.
 */
import { createView, views } from './0001-engagement.js';

export const id = '0003-without-staff';

/** As the reports choose single events. */
export const WITHOUT_STAFF = ` WHERE ifNull(origin, '') != 'console'`;

/** Made anew: a view whose query was changed in place forgets, when chdb starts again, which batches it has had. */
export const statements: readonly string[] = views.flatMap((view) => [
  `DROP VIEW IF EXISTS ${view.name} SYNC`,
  createView(view, WITHOUT_STAFF),
]);
