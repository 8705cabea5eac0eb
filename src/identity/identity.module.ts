/** Wires accounts, tokens and embed tokens. */
import type { Identity } from '../platform/http/authenticate.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { accountRoutes } from './accounts/account.routes.js';
import { createAccountService, type HostOptions } from './accounts/account.service.js';
import { embedTokenRoutes } from './embed-tokens/embed-token.routes.js';
import { createEmbedTokenService } from './embed-tokens/embed-token.service.js';
import { tokenRoutes } from './tokens/token.routes.js';
import { createTokenService } from './tokens/token.service.js';

export const createIdentityModule = ({ db, clock }: ModuleContext, hosts: HostOptions) => {
  const accounts = createAccountService({ db, clock, hosts });
  const tokens = createTokenService({ db, clock });
  const identity: Identity = {
    callerOf: tokens.callerOf,
    accountOfHost: accounts.ofHost,
    accountById: accounts.byId,
  };
  return {
    ...emptyModule,
    endpoints: {
      private: [
        ...accountRoutes(accounts),
        ...tokenRoutes(tokens),
        ...embedTokenRoutes(createEmbedTokenService({ db, clock })),
      ],
    },
    accounts,
    tokens,
    identity,
  } satisfies Module & Record<string, unknown>;
};
