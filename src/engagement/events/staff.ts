/** Whose events are those of the account's staff: stored and exported, but in no report. */
import type { EventOrigin } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { networkCheck } from '../../platform/lib/networks.js';

/**
 * @returns the origin under which an event is stored: of an address of the staff that of the console, which the reports
 * leave out; of others what the event says
 */
export const createEventOrigin = ({
  settings,
}: Account): ((ip: string | undefined, origin: EventOrigin | null) => EventOrigin | null) => {
  const isStaff = networkCheck(settings.staffNetworks ?? []);
  return (ip, origin) => (ip !== undefined && isStaff(ip) ? 'console' : origin);
};
