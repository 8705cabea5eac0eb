/** Ends requests in progress, such as streams and uploads, soon after the person may no longer make them. */
import type { Context } from 'koa';
import type { Log } from '../../lib/log.js';
import type { Role } from '../../lib/permissions.js';
import type { Sessions } from './sessions.js';

const CHECK_MS = 2_000;
/** Sessions per query. */
const BATCH = 500;

export interface OpenRequest {
  sessionId: number;
  accountId: number;
  role: Role;
}

export interface OpenRequests {
  /** Closes the connection within five seconds after the session or the role in the account has ended. */
  add(request: OpenRequest, ctx: Pick<Context, 'res'>): void;
}

export const createOpenRequests = (sessions: Pick<Sessions, 'rolesOf'>, log: Log): OpenRequests => {
  const open = new Map<Context['res'], OpenRequest>();
  let timer: NodeJS.Timeout | undefined;

  const check = async (): Promise<void> => {
    const ids = [...new Set([...open.values()].map(({ sessionId }) => sessionId))];
    for (let at = 0; at < ids.length; at += BATCH) {
      const asked = new Set(ids.slice(at, at + BATCH));
      const roles = await sessions.rolesOf([...asked]);
      for (const [res, { sessionId, accountId, role }] of open)
        if (asked.has(sessionId) && roles.get(sessionId)?.get(accountId) !== role) res.destroy();
    }
  };

  const schedule = (): void => {
    if (timer || open.size === 0) return;
    timer = setTimeout(() => {
      check()
        .catch((err: unknown) => log.warn({ err }, 'could not check the sessions of open requests'))
        .finally(() => {
          timer = undefined;
          schedule();
        });
    }, CHECK_MS).unref();
  };

  return {
    add: (request, { res }) => {
      open.set(res, request);
      res.once('close', () => open.delete(res));
      schedule();
    },
  };
};
