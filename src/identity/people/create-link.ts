/** Creates the links with which people accept an invitation, set a new password or confirm an address. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { Role } from '../../platform/lib/permissions.js';
import { rowsWhere } from '../../platform/db/rows.js';

const DAY_MS = 24 * 60 * 60_000;
/** Whoever asks for another link must not void one that is on its way; more than these are. */
const MAX_RESETS = 5;

export interface NewLink {
  personId: number;
  purpose: Row<'personLink'>['purpose'];
  /** `accountId` and `role` are only for invitations. */
  accountId?: number;
  role?: Role;
  /** JSON of the `Author` who invites or resets. */
  createdBy?: string;
  /** The address to confirm. */
  email?: string;
  /** How long it works, in ms; a day if absent. */
  ttlMs?: number;
  /** Works only on the machine of the server. */
  loopbackOnly?: boolean;
}

/**
 * Replaces an open invitation to the same account, and an open change of the address.
 * @returns the link, whose secret is shown only here
 */
export type CreateLink = (trx: Db, link: NewLink) => Promise<string>;

/** @param consoleBaseUrl origin of the console */
export const linkCreator =
  ({ clock, consoleBaseUrl }: { clock: Clock; consoleBaseUrl: string }): CreateLink =>
  async (
    trx,
    { personId, purpose, accountId, role, email, createdBy, ttlMs = DAY_MS, loopbackOnly = false },
  ) => {
    const secret = randomBytes(32).toString('base64url');
    await replaceOpenLinks(trx, { personId, purpose, accountId });
    await trx
      .insertInto('personLink')
      .values({
        personId,
        purpose,
        accountId: accountId ?? null,
        role: role ?? null,
        email: email ?? null,
        secretHash: sha256(secret),
        loopbackOnly: loopbackOnly ? 1 : 0,
        expiresAt: isoTime(clock, ttlMs),
        usedAt: null,
        createdBy: createdBy ?? null,
        entryDate: isoTime(clock),
      })
      .execute();
    // In the fragment: browsers send it to no server and no other site.
    return `${consoleBaseUrl}/sign-in#token=${secret}`;
  };

const replaceOpenLinks = async (
  trx: Db,
  { personId, purpose, accountId }: Pick<NewLink, 'personId' | 'purpose' | 'accountId'>,
): Promise<void> => {
  const open = rowsWhere(trx, 'personLink', { personId, purpose, usedAt: null })
    .select('id')
    .$if(accountId !== undefined, (links) => links.where('accountId', '=', accountId ?? 0))
    .orderBy('id', 'desc')
    .limit(1_000);
  const replaced = await open.offset(purpose === 'reset' ? MAX_RESETS - 1 : 0).execute();
  const ids = replaced.map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom('personLink').where('id', 'in', ids).execute();
};
