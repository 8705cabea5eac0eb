/** The account endpoints. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { roundTripNote } from '../../platform/http/endpoint/record-endpoints.js';
import { account, accountChanges, type AccountRecord } from './account.schema.js';
import { snippetsOf, type AccountService } from './account.service.js';

export const accountExample: AccountRecord = {
  id: 1,
  shortName: 'demo',
  name: 'Demo Church',
  timeZone: 'Europe/Berlin',
  searchBaseUrl: 'http://demo.localhost:8081/api',
  logoUrl: null,
  logoMetadata: null,
  snippets: snippetsOf('http://demo.localhost:8081/api'),
  settings: {
    publicSiteUrl: 'https://demo.example.org',
    publicSites: ['https://youth.example.org'],
    staffNetworks: ['203.0.113.0/24'],
    vocabulary: ['Aquila', 'Adeyemi'],
    itemPagePath: '/items/{slug}',
    autoAcceptScriptures: false,
    autoAcceptMediaChapters: false,
    respectDoNotTrack: true,
    defaultTranslation: 'kjv',
    versification: null,
    requireSecondFactor: 'owners',
    accentColorHex: '#7a2e1d',
    language: 'en',
    links: [{ title: 'Visit us on Sunday', url: 'https://demo.example.org/visit' }],
  },
  limits: { storedBytes: 100_000_000_000, items: null, tokens: 20, webhooks: 10 },
  usage: { storedBytes: 1_834_200_119, items: 412, tokens: 3, webhooks: 1 },
};

const response = z.object({ account });
const tag = 'Account';

export const accountRoutes = (accounts: AccountService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/account',
    operationId: 'getAccount',
    recent: false,
    summary: "Get the token's account",
    tag,
    scope: 'content:read',
    response,
    example: { response: { account: accountExample } },
    handle: async ({ account: own }) => ({ account: await accounts.present(own) }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/account',
    operationId: 'updateAccount',
    recent: true,
    summary: 'Update the account',
    description: `Omitted settings keep their values. ${roundTripNote}`,
    tag,
    scope: 'admin',
    body: accountChanges,
    response,
    example: { body: { timeZone: 'Europe/Berlin' }, response: { account: accountExample } },
    update: {
      read: async ({ account: own }) => ({ account: await accounts.present(own) }),
      ignored: ['usage'],
    },
    handle: async ({ account: own, body, conditions }) => ({
      account: await accounts.present(await accounts.update(own.id, body, conditions)),
    }),
  }),
];
