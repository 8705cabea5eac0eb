/** Assembles the hosts and the workers from the modules, and chooses the concrete adapters. */
import { createBackupModule } from './backup/backup.module.js';
import type { Config } from './config/config.js';
import { createConsoleFiles } from './console/console-files.js';
import { createBulkModule } from './bulk/bulk.module.js';
import { createContentModule } from './content/content.module.js';
import { createImportModule } from './import/import.module.js';
import { createTranscriptsModule } from './transcripts/transcripts.module.js';
import { presentItemEvent } from './content/items/item-webhook-events.js';
import { fileAccess } from './content/items/visibility.js';
import { loadBibles } from './content/scriptures/bible.js';
import { createSuggestionsModule } from './suggestions/suggestions.module.js';
import { createSearchAdminModule } from './search-admin/search-admin.module.js';
import { createEngagementModule } from './engagement/engagement.module.js';
import { addressOfAccount } from './config/environment-values.js';
import { createHomeModule } from './home/home.module.js';
import { createHostEndpoints } from './platform/host-endpoints.js';
import { createIdentityModule } from './identity/identity.module.js';
import { createActivityModule } from './platform/activity.module.js';
import { connect } from './platform/db/connect.js';
import { createCountryOf } from './platform/http/callers/client-address.js';
import type { Endpoint } from './platform/http/endpoint/endpoint.js';
import { createEventStreams } from './platform/http/server/event-streams.js';
import { createOpenRequests } from './platform/http/callers/open-requests.js';
import { createKoaApp } from './platform/http/server/koa-app.js';
import { createRenderedResponses } from './platform/http/server/rendered-responses.js';
import { createAuthenticationLimit, createTokenLimits } from './platform/http/callers/token-limits.js';
import { createWriteLimits } from './platform/http/callers/write-limits.js';
import { createJobAdmin } from './platform/jobs/job-admin.js';
import { backgroundJobKinds, indexJobKinds, suggestionJobKinds } from './platform/jobs/job.types.js';
import { processName } from './platform/jobs/lease.js';
import { createMaintenance } from './platform/jobs/maintenance.js';
import { combineWorkers, createWorker, INDEX_LEASE } from './platform/jobs/worker.js';
import { isoTime, systemClock, type Clock } from './platform/lib/clock.js';
import { createLog, type LogDestination } from './platform/lib/log.js';
import { createLimiters } from './platform/limits/limiters.js';
import { createMailer } from './platform/mail/mailer.js';
import { createMetrics } from './platform/metrics/metrics.js';
import { joinModules } from './platform/module.js';
import { createPublicFiles } from './platform/outgoing/fetch-public.js';
import { createPlatformModule } from './platform/platform.module.js';
import { bucketOrigin } from './platform/storage/bucket-origin.js';
import { createSecretKey } from './platform/secrets/secret-key.js';
import { createQuotas } from './platform/quotas/quotas.js';
import { createProcessingModule } from './processing/processing.module.js';
import { contentVersionOf } from './public/pages/page.repository.js';
import { hostOf, previewPath } from './public/items/own-pages.js';
import { errorPage } from './public/pages/error-page.js';
import { createPublicLimits } from './platform/http/callers/public-limits.js';
import { createPublicModule } from './public/public.module.js';
import { createPublishingModule } from './publishing/publishing.module.js';
import { createSamplesModule } from './samples/samples.module.js';
import type { Warming } from './search/query/search.service.js';
import { createSearchModule, type LoadEmbedder } from './search/search.module.js';
import { createTrashModule } from './trash/trash.module.js';
import { createWebhooksModule } from './webhooks/webhooks.module.js';

/**
 * Parameters that newsletters, advertisements and jQuery add to URLs, and that sites forward with the rest of
 * their query string.
 */
const TRACKING_PARAMETERS = /^(?:utm_.*|fbclid|gclid|_)$/s;
/** Webhook deliveries mostly wait for other servers. */
const BACKGROUND_BATCHES = 64;

interface AppParts {
  clock?: Clock;
  /** Loads the embedding model: apps in one process can share it. */
  loadEmbedder?: LoadEmbedder;
  /** Destination of the log; stderr by default. */
  logTo?: LogDestination;
}

export const createApp = (config: Config, { clock = systemClock, loadEmbedder, logTo }: AppParts = {}) => {
  const log = createLog(config.logLevel, logTo);
  const metrics = config.metrics && createMetrics(config.metrics, log);
  const secretKey = createSecretKey(config);
  const db = connect(config.databaseUrl, config.statementTimeoutMs);
  const quotas = createQuotas(db, config.quotas);
  const context = {
    db,
    clock,
    log,
    secretKey,
    quotas,
    mailer: createMailer({ clock, secretKey }, config.mail),
    limiters: createLimiters(db),
    owner: processName(),
    slowMs: config.slowMs,
  };
  const publicBaseUrl =
    config.publicBaseUrl ?? `http://{account}.${config.searchDomain}:${config.publicPort}`;
  const searchBaseUrl = (shortName: string): string => `${addressOfAccount(publicBaseUrl, shortName)}/api`;
  const apiUrl = `${config.apiBaseUrl ?? `http://localhost:${config.privatePort}`}/v2`;

  const platform = createPlatformModule(context, {
    ...pick(
      config,
      'dataDir',
      'databaseUrl',
      's3',
      'analytics',
      'auditRetentionDays',
      'filesBaseUrl',
      'mail',
    ),
    fileAccess,
  });
  const { blobs } = platform;
  const identity = createIdentityModule(context, {
    ...pick(
      config,
      'searchDomain',
      'defaultAccount',
      'consoleBaseUrl',
      'openId',
      'privateLimits',
      'analytics',
    ),
    searchBaseUrl,
  });
  const { accounts, sessions } = identity;
  const outgoingRules = {
    allowPrivate: config.webhooksAllowPrivate,
    allowedHosts: config.webhookAllowedHosts,
  };
  const publicFiles = createPublicFiles(outgoingRules);
  const webhooks = createWebhooksModule(context, {
    apiLinks: platform.linksOf(apiUrl),
    rules: outgoingRules,
    presentPayload: presentItemEvent,
  });
  const transcripts = createTranscriptsModule(context);
  const { threads, keepTranscript, transcriptUploads } = transcripts;
  const content = createContentModule(context, {
    blobs,
    accounts,
    keepTranscript,
    previewAddress: (shortName, secret) => hostOf(searchBaseUrl(shortName)) + previewPath(secret),
  });
  const { items, media, uploads } = content;
  const suggestions = createSuggestionsModule(context, { threads });
  const bulk = createBulkModule(context, { threads });
  const imports = createImportModule(context, { items, media, uploads, publicFiles });
  const restorers = { ...content.restorers, ...webhooks.restorers, ...identity.restorers };
  const trash = createTrashModule(context, { restorers, trashRetentionDays: config.trashRetentionDays });
  const search = createSearchModule(context, {
    ...pick(config, 'dataDir', 'qdrant', 'searchMemoryBytes', 'searchAnswerBytes', 'embedding'),
    missingAllocatorSettings: config.missingAllocatorSettings,
    loadEmbedder,
    observe: metrics?.observeSearch,
  });
  const { index, embedder, searchService, rules, autocomplete } = search;
  const publishing = createPublishingModule(context, { index, embedder });
  const streams = createEventStreams();
  const activity = createActivityModule(context, {
    streams,
    operations: () => changesOfContent(modules.endpoints.private),
  });
  const processing = createProcessingModule(
    { ...context, index, embedder, threads, transcriptUploads, media, uploads, blobs, streams, publicFiles },
    pick(config, 'dataDir', 'ffmpeg', 'setpriv', 'transcode', 'transcription', 'suggestions', 'writing'),
  );
  const engagement = createEngagementModule(context, {
    ...pick(config, 'dataDir', 'analytics', 'consoleBaseUrl', 'geoIpFile'),
    searchBaseUrl,
    groupQueries: search.groupQueries,
  });
  const home = createHomeModule(context, {
    searchStats: engagement.searchStats,
    transcribes: config.transcription !== null,
  });
  const { samples, ...sampleModule } = createSamplesModule(context, {
    accounts,
    removeEvents: engagement.removeEvents,
  });
  const publicHost = createPublicModule(context, {
    searchService,
    rules,
    autocomplete,
    transcripts: transcripts.transcripts,
    recordSearch: engagement.recordSearch,
    recordDownload: engagement.recordDownload,
    blobs,
    images: platform.images,
    searchBaseUrl,
    bucketOrigin: config.s3 && bucketOrigin(config.s3),
  });
  const searchAdmin = createSearchAdminModule(context, {
    unrecorded: publicHost.unrecorded,
    index,
    embedder,
  });
  const backup = createBackupModule(context, {
    config,
    index,
    blobs,
    eventSource: engagement.eventSource,
  });
  const modules = joinModules(
    [
      platform,
      identity,
      activity,
      webhooks,
      content,
      transcripts,
      suggestions,
      bulk,
      imports,
      trash,
      search,
      publishing,
      processing,
      engagement,
      home,
      sampleModule,
      publicHost,
      searchAdmin,
      backup,
    ],
    [...indexJobKinds, ...backgroundJobKinds, ...suggestionJobKinds],
  );

  const { endpoints, documents } = createHostEndpoints(modules);

  const host = {
    identity: identity.identity,
    idempotency: platform.idempotency,
    audit: platform.audit,
    linksOf: platform.linksOf,
    log,
    slowMs: config.slowMs,
    filesBaseUrl: config.filesBaseUrl,
    uploadOrigins: [...(config.consolePort === null ? [] : [config.consoleBaseUrl]), ...config.uploadOrigins],
    authenticationLimit: createAuthenticationLimit(
      context.limiters,
      config.privateLimits.failedAuthentications,
    ),
    limits: createPublicLimits(context.limiters, config.publicRateLimit),
    tokenLimits: createTokenLimits(context.limiters, config.privateLimits),
    trustedProxies: config.trustedProxies,
    countryOf: createCountryOf(config.trustedProxies, config.countryHeader),
    bodyTimeoutMs: config.connections.requestTimeoutMs,
    noteFailure: platform.noteFailure,
    clock,
  };
  const observers = {
    private: metrics?.observerOf('private'),
    public: metrics?.observerOf('public'),
    console: metrics?.observerOf('console'),
  };
  const writeLimits = createWriteLimits();
  const { jobs } = modules;
  return {
    ...context,
    config,
    ...pick(identity, 'accounts', 'people', 'peopleAdmin', 'tokens', 'tokenUse', 'sessions'),
    ...pick(content, 'collections', 'series', 'speakers', 'topics'),
    threads,
    imports: imports.imports,
    ...pick(search, 'index', 'embedder', 'reindex', 'reconcile'),
    ...pick(platform, 'blobs', 'copyFiles', 'checkMail'),
    engagement,
    ...pick(backup, 'backupsAt', 'newestBackup'),
    samples,
    checks: modules.checks,
    /** Null if there are none. */
    metrics,
    observers,
    /** The endpoints of each host. */
    endpoints,
    documents,
    privateApp: createKoaApp({
      ...host,
      observer: observers.private,
      endpoints: endpoints.private,
      prefix: '/v2',
      writeLimits,
    }),
    publicApp: createKoaApp({
      ...host,
      observer: observers.public,
      endpoints: [...endpoints.public, ...endpoints.pages],
      errorPage,
      prefix: '/api',
      cors: true,
      cacheable: true,
      ignoredParameters: TRACKING_PARAMETERS,
      rendered: createRenderedResponses(
        (accountId) => contentVersionOf(context.db, accountId, isoTime(clock)),
        clock,
      ),
    }),
    consoleApp: createKoaApp({
      ...host,
      observer: observers.console,
      endpoints: endpoints.console,
      accountEndpoints: [...modules.endpoints.private, ...modules.endpoints.account],
      prefix: '',
      writeLimits,
      console: {
        sessions,
        baseUrl: config.consoleBaseUrl,
        clock,
        openRequests: createOpenRequests(sessions, log),
        files: createConsoleFiles(
          [config.s3 && bucketOrigin(config.s3), config.filesBaseUrl].filter((origin) => origin !== null),
        ),
      },
    }),
    maintenance: createMaintenance(modules.maintenance, log),
    jobAdmin: createJobAdmin({ db, clock, handlers: jobs }),
    /**
     * Index jobs run in one process at a time. Background jobs run in every worker process, independently of the
     * index; so do suggestions, as long as there is nothing to index.
     */
    createWorker: ({ suggests = true } = {}) =>
      combineWorkers(
        createWorker({ ...context, handlers: pick(jobs, ...indexJobKinds), lease: INDEX_LEASE }),
        createWorker({
          ...context,
          handlers: pick(jobs, ...backgroundJobKinds),
          lease: null,
          batchesAtOnce: BACKGROUND_BATCHES,
        }),
        ...(suggests
          ? [
              createWorker({
                ...context,
                handlers: pick(jobs, ...suggestionJobKinds),
                lease: null,
                yieldsTo: ['publishing', 'index'],
              }),
            ]
          : []),
      ),
    /** Loads what the first searches need and, in a serving process, the default account's autocomplete. */
    warm: async (warming: Warming): Promise<void> => {
      if (warming.serves) loadBibles();
      await searchService.warm(warming);
      if (warming.serves && !warming.signal?.aborted)
        await autocomplete.warm(async () => (await accounts.ofHost(''))?.id);
    },
    prepare: modules.prepare,
    /** Ends long-lived responses, which otherwise last as long as their clients read them. */
    endStreams: streams.close,
    openStreams: streams.count,
    close: async () => {
      await modules.close();
      await publicFiles.close();
    },
  };
};

const changesOfContent = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.flatMap(({ method, scope, operationId }) =>
    method !== 'GET' && scope.startsWith('content:') ? operationId : [],
  );

const pick = <T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;

export type App = ReturnType<typeof createApp>;
