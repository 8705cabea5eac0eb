/** Recognises events of the account's staff, which are stored and exported but excluded from reports. */
import type { EventOrigin } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { networkCheck } from '../../platform/lib/networks.js';

/**
 * @returns a function that returns the origin to store: `console`, which reports exclude, for an address in the
 * staff networks; otherwise the event's own
 */
export const createEventOrigin = ({
  settings,
}: Account): ((ip: string | undefined, origin: EventOrigin | null) => EventOrigin | null) => {
  const isStaff = networkCheck(settings.staffNetworks ?? []);
  return (ip, origin) => (ip !== undefined && isStaff(ip) ? 'console' : origin);
};
