/** Wires accounts, tokens and embed tokens. */
import type { Identity } from '../platform/http/authenticate.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { accountRoutes } from './accounts/account.routes.js';
import { createAccountService, type HostOptions } from './accounts/account.service.js';
import { embedTokenRoutes } from './embed-tokens/embed-token.routes.js';
import { createEmbedTokenService } from './embed-tokens/embed-token.service.js';
import { tokenRoutes } from './tokens/token.routes.js';
import { createTokenService } from './tokens/token.service.js';
import { createTokenUse } from './tokens/token-use.js';

export const createIdentityModule = ({ db, clock, log, quotas }: ModuleContext, hosts: HostOptions) => {
  const accounts = createAccountService({ db, clock, quotas, hosts });
  const tokens = createTokenService({ db, clock, quotas });
  const use = createTokenUse({ db, clock, log });
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
        ...embedTokenRoutes(createEmbedTokenService({ db, clock })),
      ],
    },
    close: use.flush,
    accounts,
    tokens,
    tokenUse: use,
    identity,
  } satisfies Module & Record<string, unknown>;
};
