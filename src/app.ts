/** Puts the app together: the only file that names concrete adapters. */
import { sql } from 'kysely';
import { accountRoutes } from './identity/accounts/account.routes.js';
import { createAccountService } from './identity/accounts/account.service.js';
import { createEngagementModule } from './engagement/engagement.module.js';
import { composeBlobs } from './platform/storage/storage.module.js';
import { composeContent, type Content } from './content/content.module.js';
import { composeSearch } from './search/search.module.js';
import { composeWebhooks } from './webhooks/webhooks.module.js';
import type { Config } from './config.js';
import { connect } from './platform/db/connect.js';
import { feedRoutes } from './public/feeds/feed.routes.js';
import { createFeedService } from './public/feeds/feed.service.js';
import { createKoaApp } from './platform/http/koa-app.js';
import { embedTokenRoutes } from './identity/embed-tokens/embed-token.routes.js';
import { createEmbedTokenService } from './identity/embed-tokens/embed-token.service.js';
import type { Endpoint } from './platform/http/endpoint.js';
import type { HealthChecks } from './platform/http/health.js';
import { createRateLimit } from './platform/http/rate-limit.js';
import { createIdempotencyService } from './platform/idempotency/idempotency.service.js';
import { keyMaintenance } from './platform/idempotency/key.maintenance.js';
import { processName } from './platform/jobs/lease.js';
import { createMaintenance } from './platform/jobs/maintenance.js';
import { createWorker, combineWorkers } from './platform/jobs/worker.js';
import { createImportService } from './content/import/import.service.js';
import { systemClock, type Clock } from './platform/lib/clock.js';
import { createLog } from './platform/lib/log.js';
import { publicChapterRoutes } from './public/items/public-chapter.routes.js';
import { createPublicChapterService } from './public/items/public-chapter.service.js';
import { publicItemRoutes } from './public/items/public-item.routes.js';
import { createPublicItemService } from './public/items/public-item.service.js';
import { processItemHandler } from './processing/process-item.handler.js';
import { searchRoutes } from './public/search/search.routes.js';
import { suggestRoutes } from './public/suggest/suggest.routes.js';
import { createSuggestService } from './public/suggest/suggest.service.js';
import { createPublicSearchService } from './public/search/public-search.service.js';
import { createSuggestProvider } from './search/suggest/suggest-provider.js';
import { tokenRoutes } from './identity/tokens/token.routes.js';
import { createTokenService } from './identity/tokens/token.service.js';

const SEARCH_LIMIT_SECS = 10;
/** Who types asks for suggestions several times before each search. */
const SUGGESTS_A_SEARCH = 5;
/** A player reports every few seconds, and many share one address. */
const EVENT_CALLS_A_SEARCH = 10;
const EVENTS_A_SEARCH = 100;
/** They wait for other servers most of their time. */
const BACKGROUND_BATCHES_AT_ONCE = 64;

export const createApp = (config: Config, { clock = systemClock }: { clock?: Clock } = {}) => {
  const log = createLog(config.logLevel);
  const db = connect(config.databaseUrl);

  const searchBaseUrl = (shortName: string): string =>
    `${config.publicBaseUrl ?? `http://${shortName}.${config.searchDomain}:${config.publicPort}`}/api`;
  const accounts = createAccountService({
    db,
    clock,
    hosts: { searchDomain: config.searchDomain, defaultAccount: config.defaultAccount, searchBaseUrl },
  });
  const tokens = createTokenService({ db, clock });
  const owner = processName();
  const search = composeSearch({ config, db, clock, log, owner });
  const suggestions = createSuggestProvider({ db, clock, log });
  const files = composeBlobs({ config, db, clock, log, receivers: () => content.receivers });
  const content: Content = composeContent({
    db,
    clock,
    searchService: search.searchService,
    blobs: files.blobs,
    uploads: files.uploads,
  });
  const engagement = createEngagementModule({ config, db, clock, log, searchBaseUrl });
  const webhooks = composeWebhooks({ config, db, clock, log });
  /** Background jobs never wait for the index, nor the index for them; any process may do them. */
  const createBackgroundWorker = () =>
    createWorker({
      db,
      clock,
      log,
      owner,
      lease: null,
      handlers: { ...files.handlers, ...webhooks.handlers },
      batchesAtOnce: BACKGROUND_BATCHES_AT_ONCE,
    });

  const checks: HealthChecks = {
    database: {
      required: true,
      check: async () => {
        await sql`select 1`.execute(db);
      },
    },
    ...search.checks,
    ...files.checks,
    ...engagement.checks,
  };
  const privateEndpoints: Endpoint[] = [
    ...accountRoutes(accounts),
    ...tokenRoutes(tokens),
    ...embedTokenRoutes(createEmbedTokenService({ db, clock })),
    ...content.endpoints,
    ...webhooks.endpoints,
    ...engagement.endpoints.private,
  ];
  const publicEndpoints: Endpoint[] = [
    ...suggestRoutes(createSuggestService({ db, libraries: suggestions })),
    ...searchRoutes(
      createPublicSearchService({ db, searchService: search.searchService, record: engagement.recordSearch }),
    ),
    ...publicItemRoutes(
      createPublicItemService({ db, searchService: search.searchService }),
      content.transcripts,
    ),
    ...publicChapterRoutes(createPublicChapterService({ db })),
    ...feedRoutes(createFeedService({ db, searchBaseUrl })),
    ...engagement.endpoints.public,
  ];
  const shared = {
    identity: { callerOf: tokens.callerOf, accountOfHost: accounts.ofHost, accountById: accounts.byId },
    idempotency: createIdempotencyService({ db, clock }),
    checks,
    log,
    trustProxy: config.trustProxy,
  };
  const about = { version: '2.0.0', description: 'A content library for sermons, items and teachings.' };
  const documents = {
    private: { ...about, title: 'Lectern private API', server: '/v2' },
    public: { ...about, title: 'Lectern public search API', server: '/api' },
  };
  const privateApp = createKoaApp({
    ...shared,
    endpoints: privateEndpoints,
    middleware: files.middleware.private,
    prefix: '/v2',
    document: documents.private,
  });
  const publicApp = createKoaApp({
    ...shared,
    endpoints: publicEndpoints,
    middleware: files.middleware.public,
    prefix: '/api',
    document: documents.public,
    cors: true,
    cacheable: true,
    limits: {
      search: createRateLimit(config.publicRateLimit, SEARCH_LIMIT_SECS),
      suggest: createRateLimit(config.publicRateLimit * SUGGESTS_A_SEARCH, SEARCH_LIMIT_SECS),
      eventCalls: createRateLimit(config.publicRateLimit * EVENT_CALLS_A_SEARCH, SEARCH_LIMIT_SECS),
      events: createRateLimit(config.publicRateLimit * EVENTS_A_SEARCH, SEARCH_LIMIT_SECS),
    },
  });

  return {
    config,
    log,
    clock,
    db,
    accounts,
    tokens,
    collections: content.collections,
    series: content.series,
    speakers: content.speakers,
    topics: content.topics,
    imports: createImportService({ db, clock }),
    checks,
    /** What each host serves, as data. */
    endpoints: { private: privateEndpoints, public: publicEndpoints },
    documents,
    privateApp,
    publicApp,
    index: search.index,
    embedder: search.embedder,
    blobs: files.blobs,
    copyFiles: files.copyToBucket,
    uploads: files.uploads,
    maintenance: createMaintenance(
      [
        ...files.maintenance,
        ...webhooks.maintenance,
        ...engagement.maintenance,
        keyMaintenance({ db, clock }),
      ],
      log,
    ),
    createWorker: () =>
      combineWorkers(search.createWorker(processItemHandler(search.deps)), createBackgroundWorker()),
    engagement,
    reindex: search.reindex,
    reconcile: search.reconcile,
    /** Loads what the first search would wait for; then, where it serves, what the first suggestions of the default host would. */
    warm: async ({ serves }: { serves: boolean }): Promise<void> => {
      await search.searchService.warm();
      if (serves) await suggestions.warm(async () => (await accounts.ofHost(''))?.id);
    },
    close: async () => {
      await engagement.close();
      await suggestions.close();
      await search.close();
      files.close();
      await db.destroy();
    },
  };
};

export type App = ReturnType<typeof createApp>;
