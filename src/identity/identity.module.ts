/** Wires accounts, tokens and embed tokens, and the sign-in of people. */
import type { Identity } from '../platform/http/callers/authenticate.js';
import type { Caller } from '../platform/lib/caller.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { accountRoutes } from './accounts/account.routes.js';
import { createAccountService, type HostOptions } from './accounts/account.service.js';
import { embedTokenRoutes } from './embed-tokens/embed-token.routes.js';
import { createEmbedTokenService } from './embed-tokens/embed-token.service.js';
import { linkCreator } from './people/create-link.js';
import { digestMailRoutes } from './people/digest-mail.routes.js';
import { createDigestMailService } from './people/digest-mail.service.js';
import { forgetPersonHandler } from './people/remove-person.js';
import { createMailLimit } from './people/person-mail.js';
import { meRoutes } from './people/me.routes.js';
import { createMeService } from './people/me.service.js';
import { createPeopleAdmin } from './people/people-admin.service.js';
import { peopleRoutes } from './people/people.routes.js';
import { createPeopleService } from './people/people.service.js';
import { sessionRoutes } from './sessions/session.routes.js';
import { createSessionService } from './sessions/session.service.js';
import { createSignIn, type SignInOptions } from './sign-in/sign-in.js';
import { tokenRoutes } from './tokens/token.routes.js';
import { createTokenService } from './tokens/token.service.js';
import { createTokenUse } from './tokens/token-use.js';

export const createIdentityModule = (context: ModuleContext, options: HostOptions & SignInOptions) => {
  const { db, clock, log, secretKey, quotas, mailer, limiters } = context;
  const accounts = createAccountService({ db, clock, quotas, hosts: options });
  const tokens = createTokenService({ db, clock, quotas });
  const use = createTokenUse({ db, clock, log });
  const sessions = createSessionService({ db, clock });
  const embedTokens = createEmbedTokenService({ db, clock });
  const createLink = linkCreator({ clock, consoleBaseUrl: options.consoleBaseUrl });
  const mailLimit = createMailLimit(limiters);
  const people = createPeopleService({ db, clock, mailer, mailLimit, createLink });
  const signIn = createSignIn(context, options, createLink);
  const identity: Identity = {
    ownerOf: tokens.ownerOf,
    used: use.used,
    accountOfHost: accounts.ofHost,
    accountById: accounts.byId,
  };
  return {
    ...emptyModule,
    endpoints: {
      private: [
        ...accountRoutes(accounts),
        ...tokenRoutes(tokens),
        ...embedTokenRoutes(embedTokens),
        ...peopleRoutes(people),
      ],
      console: [
        ...signIn.endpoints,
        ...sessionRoutes(sessions),
        ...meRoutes(db, createMeService({ db, clock, mailer, mailLimit, createLink })),
        ...digestMailRoutes(createDigestMailService({ db, secretKey })),
      ],
    },
    jobs: { ...signIn.jobs, forgetPerson: forgetPersonHandler({ db }) },
    maintenance: [signIn.maintenance],
    close: use.flush,
    /** How the trash restores an embed token. */
    restorers: {
      embedToken: ({ accountId }: Caller, { id }: { id: number }) => embedTokens.restore(accountId, id),
    },
    accounts,
    tokens,
    tokenUse: use,
    identity,
    sessions,
    people,
    peopleAdmin: createPeopleAdmin({ db, clock, createLink }),
  } satisfies Module & Record<string, unknown>;
};
