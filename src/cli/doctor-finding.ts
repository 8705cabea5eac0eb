/** What a check of `lectern doctor` found. The text and the JSON are both made of these. */
import { messageOf } from '../platform/lib/errors.js';

/** `warning`: works, but an operator should look at it. `error`: something does not work, or soon will not. */
export type CheckStatus = 'ok' | 'warning' | 'error';

export interface Finding {
  /** Stable, and the same for one check whatever it finds. */
  name: string;
  status: CheckStatus;
  /** One sentence, with further lines for details. */
  message: string;
}

/** The worst of them; `ok` without any. */
export const worst = (findings: readonly Pick<Finding, 'status'>[]): CheckStatus =>
  (['error', 'warning'] as const).find((status) => findings.some((finding) => finding.status === status)) ??
  'ok';

/** Turns an exception into a finding. */
export const errorOnThrow = (name: string, finding: Promise<Finding>): Promise<Finding> =>
  finding.catch((error: unknown) => ({ name, status: 'error', message: messageOf(error) }));

/** The first names, and the number of others. */
export const shortList = (names: readonly string[], max: number): string =>
  names.slice(0, max).join(', ') + (names.length > max ? ` and ${names.length - max} more` : '');

export const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MiB`;
