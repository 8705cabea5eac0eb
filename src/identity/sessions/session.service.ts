/** Finds, lists and ends the sessions of people. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { lacksSecondFactor, type Session, type Sessions } from '../../platform/http/callers/sessions.js';
import type { TenantSettings } from '../../platform/http/callers/tenant.js';
import { hasPassed, isoTime, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';
import { toAccount } from '../accounts/account.record.js';
import { deviceName, expiryOf } from './start-session.js';
import { groupBy } from '../../platform/lib/group.js';
import {
  deleteSession,
  deleteSessions,
  findSession,
  rolesOfSessions,
  sessionsOf,
  updateSession,
} from './session.repository.js';
import { rowsWhere } from '../../platform/db/rows.js';

const MINUTE_MS = 60_000;

export type SessionService = ReturnType<typeof createSessionService>;

type FoundSession = Awaited<ReturnType<typeof findSession>>[number];

/** Whoever has a factor cannot sign in without one. What a provider demands of its people is up to the provider. */
const hasSecondFactor = ({
  hasTotp,
  hasPasskey,
  method,
}: Pick<FoundSession, 'hasTotp' | 'hasPasskey' | 'method'>): boolean =>
  Boolean(hasTotp) || Boolean(hasPasskey) || method === 'openId';

const toSession = (row: FoundSession): Session => ({
  id: row.id,
  person: {
    id: row.personId,
    name: row.name,
    email: row.email ?? '',
    isOperator: row.isOperator === 1,
    language: row.language,
    timeZone: row.timeZone,
  },
  authenticatedAt: row.authenticatedAt,
  secondFactor: hasSecondFactor(row),
  method: row.method,
});

export const createSessionService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const sessions: Sessions = {
    find: async (secret, { ip, userAgent }) => {
      const [row] = await findSession(db, sha256(secret));
      if (!row || hasPassed(clock, row.expiresAt)) return null;
      if (row.lastUsedAt <= isoTime(clock, -MINUTE_MS))
        await updateSession(db, row.personId, row.id, {
          lastUsedAt: isoTime(clock),
          expiresAt: expiryOf(clock, row.signedInAt),
          device: deviceName(userAgent),
          address: ip,
        });
      return toSession(row);
    },

    accountOf: async (personId, shortName) => {
      const row = await rowsWhere(db, 'membership', { personId })
        .innerJoin('account', 'account.id', 'membership.accountId')
        .selectAll('account')
        .select('membership.role')
        .where('account.shortName', '=', shortName)
        .executeTakeFirst();
      return row ? { account: toAccount(row), role: row.role } : null;
    },

    rolesOf: async (sessionIds) => {
      const rows = await rolesOfSessions(db, sessionIds, isoTime(clock));
      const allowed = rows.filter((row) => {
        const settings = JSON.parse(row.settings) as TenantSettings;
        return !lacksSecondFactor({ secondFactor: hasSecondFactor(row) }, { settings }, row.role);
      });
      return new Map(
        [...groupBy(allowed, ({ id }) => id)].map(([id, own]) => [
          id,
          new Map(own.map(({ accountId, role }) => [accountId, role])),
        ]),
      );
    },
  };
  return {
    ...sessions,

    /** The sessions of a person, last used first. */
    list: (personId: number): Promise<Row<'personSession'>[]> => sessionsOf(db, personId, isoTime(clock)),

    /** @throws {NotFoundError} when the person has no such session */
    end: async (personId: number, id: number): Promise<void> => {
      if (!(await deleteSession(db, personId, id))) throw notFound();
    },

    endOthers: ({ id, person }: Session): Promise<void> => deleteSessions(db, person.id, id),
  };
};
