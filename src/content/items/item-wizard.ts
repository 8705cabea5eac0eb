/** The creation wizard: which steps an item may enter. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalidState } from '../../platform/lib/errors.js';
import { requestTransition } from './request-transition.js';
import { wizardSteps, type WizardStep } from './item.record.js';

/** Statuses of items that have been processed. */
export const READY_OR_LATER: ReadonlySet<string> = new Set([
  'ready',
  'publishing',
  'published',
  'unpublishing',
  'unpublished',
]);
const IN_PROGRESS: ReadonlySet<string> = new Set(['queued', 'processing']);

/**
 * Moves the item to the step: one forward or any number back. Entering `processing` queues it for processing
 * unless that is in progress; `finalize` requires an item that is ready or later.
 * @throws {InvalidStateError}
 */
export const enterStep = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  item: Row<'item'>,
  step: WizardStep,
): Promise<void> => {
  const from = wizardSteps.indexOf(item.wizardStep as WizardStep);
  const to = wizardSteps.indexOf(step);
  if (to === from) return;
  if (to > from + 1)
    throw invalidState(
      `The wizard moves one step forward or any number back: from ${item.wizardStep} to ${wizardSteps.slice(0, from + 2).join(', ')}`,
    );
  if (step === 'finalize' && !READY_OR_LATER.has(item.status))
    throw invalidState(
      `The step finalize needs an item in status ready or later; this item is in status ${item.status}`,
    );
  if (step === 'processing' && !IN_PROGRESS.has(item.status))
    await requestTransition(trx, clock, caller, item.id, 'process');
};
