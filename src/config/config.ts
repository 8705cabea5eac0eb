/** Configuration: the only code that reads the environment. */
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  wholeNumber,
  oneOf,
  flag,
  port,
  optionalHttpUrl,
  httpUrls,
  accountUrl,
  origin,
  origins,
  optional,
  secretKey,
  hostPatterns,
  headerName,
  trustedProxies,
} from './environment-values.js';
import type { TrustedProxies } from '../platform/http/callers/client-address.js';
import { findSetpriv } from '../platform/lib/end-with-parent.js';
import { describeUnknown, unknownVariables } from './unknown-variables.js';
import { missingAllocatorSettings, memoryOfProcess } from '../platform/lib/allocator.js';
import { findProgram } from '../platform/lib/find-program.js';
import type { S3Options } from '../platform/storage/s3-blob-store.js';
import type { Limits } from '../platform/quotas/quotas.js';
import { backupConfig, backupVariables } from './backup-config.js';
import type { BackupConfig } from '../backup/format/manifest.js';
import { consoleConfig, consoleVariables, type ConsoleConfig } from './console-config.js';
import { embeddingConfig, embeddingVariables, type EmbeddingConfig } from './embedding-config.js';
import { mailConfig, mailVariables } from './mail-config.js';
import { metricsConfig, metricsVariables } from './metrics-config.js';
import type { MetricsAddress } from '../platform/metrics/metrics-server.js';
import type { MailOptions } from '../platform/mail/mail-server.js';
import { s3Config, s3Variables } from './s3-config.js';
import { suggestionVariables, writingConfig, type WritingConfig } from './suggestion-config.js';
import {
  transcriptionConfig,
  transcriptionVariables,
  type TranscriptionConfig,
} from './transcription-config.js';

/** Every environment variable that is read. */
export const environment = z.object({
  PORT: port.default(8080),
  PUBLIC_PORT: port.default(8081),
  ...consoleVariables,
  ...mailVariables,
  ...metricsVariables,
  ...backupVariables,
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  SEARCH_DOMAIN: z.string().default('localhost'),
  DEFAULT_ACCOUNT: optional,
  SECRET_KEY: secretKey.optional(),
  DATABASE_URL: optional,
  QDRANT_URL: httpUrls,
  QDRANT_API_KEY: optional,
  SEARCH_MEMORY_BYTES: wholeNumber(1_048_576).optional(),
  SEARCH_ANSWER_BYTES: wholeNumber(0).default(16 * 1024 ** 2),
  ANALYTICS: flag.default(true),
  CLICKHOUSE_URL: optionalHttpUrl,
  EVENT_RETENTION_MONTHS: wholeNumber(0, 1_200).default(25),
  SPOOL_DIR: optional,
  SPOOL_MAX_BYTES: wholeNumber(65_536).default(4 * 1024 ** 3),
  ...s3Variables,
  TRANSCODE: flag.default(false),
  ...transcriptionVariables,
  ...suggestionVariables,
  ...embeddingVariables,
  PUBLIC_RATE_LIMIT: wholeNumber(1).default(60),
  PRIVATE_RATE_LIMIT: wholeNumber(1).default(600),
  EVENT_BYTES_LIMIT: wholeNumber(1_048_576).default(64 * 1024 ** 2),
  QUOTA_STORED_BYTES: wholeNumber(0).optional(),
  QUOTA_ITEMS: wholeNumber(0).optional(),
  QUOTA_TOKENS: wholeNumber(0).optional(),
  QUOTA_WEBHOOKS: wholeNumber(0).optional(),
  AUDIT_RETENTION_DAYS: wholeNumber(1, 36_500).default(365),
  TRASH_RETENTION_DAYS: wholeNumber(1, 36_500).optional(),
  FAILED_AUTHENTICATIONS_LIMIT: wholeNumber(1).default(30),
  PUBLIC_BASE_URL: accountUrl,
  API_BASE_URL: optionalHttpUrl,
  FILES_BASE_URL: origin,
  UPLOAD_ORIGINS: origins.default([]),
  WEBHOOKS_ALLOW_PRIVATE: flag.default(false),
  WEBHOOK_ALLOWED_HOSTS: hostPatterns.optional(),
  TRUSTED_PROXIES: trustedProxies.default(0),
  COUNTRY_HEADER: headerName.optional(),
  GEOIP_FILE: optional,
  MAX_CONNECTIONS: wholeNumber(1).default(1_000),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1).default(256),
  REQUEST_TIMEOUT_SECS: wholeNumber(1, 3_600).default(30),
  STALL_TIMEOUT_SECS: wholeNumber(1, 3_600).default(60),
  STATEMENT_TIMEOUT_SECS: wholeNumber(0, 3_600).default(10),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').optional(),
  LECTERN_TOKEN: optional,
});

/** Events and the reports on them. */
export interface AnalyticsConfig {
  /** If false, events are rejected and there are no reports. */
  enabled: boolean;
  /** URL of a ClickHouse server with user, password and database; null for the embedded one in the data folder. */
  clickHouseUrl: string | null;
  /** Number of months for which single events are kept; null keeps them forever. Totals are always kept. */
  retentionMonths: number | null;
  /** Absolute path; each serving process needs its own. */
  spoolDir: string;
  /** Events are rejected while this many bytes wait for ClickHouse. */
  spoolMaxBytes: number;
}

export interface Config extends ConsoleConfig {
  /** Null if no mail is sent. */
  mail: MailOptions | null;
  backup: BackupConfig;
  /** Null if there are no metrics. */
  metrics: MetricsAddress | null;
  /** Requests and batches of jobs that take longer are logged with their parts, ms; 0 for none. */
  slowMs: number;
  host: string;
  privatePort: number;
  publicPort: number;
  /** Absolute path. */
  dataDir: string;
  /** Encrypts stored secrets and signs URLs; null for the file `secret.key` in the data folder. */
  secretKey: Buffer | null;
  databaseUrl: string;
  searchDomain: string;
  defaultAccount: string | null;
  /** Base URL of the public host for others, with `{account}` for the short name; null to derive it. */
  publicBaseUrl: string | null;
  /** Origin of a separate host for files; null to serve files from the two hosts. */
  filesBaseUrl: string | null;
  /** Origins, besides the console's, whose pages may upload files in pieces to the private API. */
  uploadOrigins: string[];
  /** Base URL of the private API for others, if not `http://localhost:<port>`. */
  apiBaseUrl: string | null;
  /** Whether webhooks may point to private and local addresses, and use http. */
  webhooksAllowPrivate: boolean;
  /** Hosts to which webhooks may point, as names and `*.` patterns; null allows all. */
  webhookAllowedHosts: string[] | null;
  /** Memory of the embedded search engine for the indexes of recently searched accounts, and for cached responses. */
  searchMemoryBytes: number;
  searchAnswerBytes: number;
  qdrant: { urls: string[]; apiKey?: string } | null;
  /** null keeps files in the data folder. */
  s3: S3Options | null;
  /** Absolute path of ffmpeg; null if it is not installed. */
  ffmpeg: string | null;
  /** Absolute path of setpriv, which ends child processes with this one; null if it is not installed. */
  setpriv: string | null;
  /** Whether videos are converted to streams. */
  transcode: boolean;
  /** Address of the model hub, or of a mirror. */
  hubUrl: string;
  /** Null if transcription is turned off. */
  transcription: TranscriptionConfig | null;
  /** Whether processing suggests scriptures, chapters, descriptions and topics. */
  suggestions: boolean;
  /** Null if no chat server is configured to write descriptions and topics. */
  writing: WritingConfig | null;
  embedding: EmbeddingConfig;
  analytics: AnalyticsConfig;
  /** Searches allowed per client address within ten seconds. */
  publicRateLimit: number;
  /** The reverse proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: TrustedProxies;
  /** The header in which these proxies name the client's country. */
  countryHeader: string | null;
  /** Absolute path of a MaxMind database with the countries of IP addresses. */
  geoIpFile: string | null;
  connections: {
    /** Maximum number of connections of each host. */
    max: number;
    maxPerAddress: number;
    /** Timeout for the head of a request, and for a JSON body. */
    requestTimeoutMs: number;
    /** Timeout after which a connection without traffic in either direction is closed. */
    stallTimeoutMs: number;
  };
  /** Timeout for one SQL statement of a request on PostgreSQL; 0 for no limit. */
  statementTimeoutMs: number;
  /** Limits of accounts without limits of their own; null for no limit. */
  quotas: Limits;
  /** Number of days for which entries of the audit log are kept. */
  auditRetentionDays: number;
  /** Null: deleted records stay until somebody purges them. */
  trashRetentionDays: number | null;
  /** Limits of the private API. */
  privateLimits: {
    /** Calls allowed per token within ten seconds, not counting those that record events. */
    calls: number;
    /** Bytes of events allowed per token within ten seconds. */
    eventBytes: number;
    /** Failed authentications allowed per client address and minute. */
    failedAuthentications: number;
  };
  logLevel: string;
  /** Unset variables of glibc’s allocator without which it does not release freed memory. */
  missingAllocatorSettings: string[];
  /** Names the variables that are probably meant for Lectern, but are not read; undefined if there are none. */
  unknownVariables: string | undefined;
  /** API token for calls of the command line to a running server; null for the one that quickstart created. */
  token: string | null;
}

/**
 * Reads the environment; an empty variable counts as unset.
 * @param logLevel the default log level
 * @throws {Error} naming each invalid variable
 */
export const loadConfig = (env: NodeJS.ProcessEnv = process.env, logLevel = 'info'): Config => {
  if (env.TRUST_PROXY && !['false', '0'].includes(env.TRUST_PROXY))
    throw new Error(
      'Invalid configuration: TRUST_PROXY no longer exists. Set TRUSTED_PROXIES to the addresses of your proxies, or to their number.',
    );
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const problems = new Set(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`));
    throw new Error(`Invalid configuration: ${[...problems].join('; ')}`);
  }
  const e = parsed.data;
  if (e.COUNTRY_HEADER && e.TRUSTED_PROXIES === 0)
    throw new Error(
      'Invalid configuration: COUNTRY_HEADER is read from trusted proxies only: set TRUSTED_PROXIES',
    );
  const dataDir = resolve(e.DATA_DIR);
  const site = consoleConfig(e);
  return {
    host: e.HOST,
    privatePort: e.PORT,
    publicPort: e.PUBLIC_PORT,
    ...site,
    mail: mailConfig(e, site.consoleBaseUrl),
    backup: backupConfig(e),
    metrics: metricsConfig(e),
    slowMs: e.SLOW_MS,
    dataDir,
    secretKey: e.SECRET_KEY ?? null,
    databaseUrl: e.DATABASE_URL ?? `sqlite:${join(dataDir, 'lectern.db')}`,
    searchDomain: e.SEARCH_DOMAIN.toLowerCase(),
    defaultAccount: e.DEFAULT_ACCOUNT ?? null,
    publicBaseUrl: e.PUBLIC_BASE_URL?.replace(/\/+$/, '') ?? null,
    filesBaseUrl: e.FILES_BASE_URL ? new URL(e.FILES_BASE_URL).origin : null,
    uploadOrigins: e.UPLOAD_ORIGINS,
    apiBaseUrl: e.API_BASE_URL?.replace(/\/+$/, '') ?? null,
    webhooksAllowPrivate: e.WEBHOOKS_ALLOW_PRIVATE,
    webhookAllowedHosts: e.WEBHOOK_ALLOWED_HOSTS ?? null,
    s3: s3Config(e),
    searchMemoryBytes: e.SEARCH_MEMORY_BYTES ?? Math.floor(memoryOfProcess() / 4),
    searchAnswerBytes: e.SEARCH_ANSWER_BYTES,
    qdrant: e.QDRANT_URL?.length ? { urls: e.QDRANT_URL, apiKey: e.QDRANT_API_KEY } : null,
    ffmpeg: findProgram('ffmpeg', env.PATH),
    setpriv: findSetpriv(env.PATH),
    transcode: e.TRANSCODE,
    hubUrl: e.HF_ENDPOINT,
    transcription: transcriptionConfig(e, env, dataDir),
    suggestions: e.SUGGESTIONS,
    writing: writingConfig(e),
    embedding: embeddingConfig(e),
    analytics: {
      enabled: e.ANALYTICS,
      clickHouseUrl: e.CLICKHOUSE_URL ?? null,
      retentionMonths: e.EVENT_RETENTION_MONTHS === 0 ? null : e.EVENT_RETENTION_MONTHS,
      spoolDir: e.SPOOL_DIR ? resolve(e.SPOOL_DIR) : join(dataDir, 'spool'),
      spoolMaxBytes: e.SPOOL_MAX_BYTES,
    },
    publicRateLimit: e.PUBLIC_RATE_LIMIT,
    trustedProxies: e.TRUSTED_PROXIES,
    countryHeader: e.COUNTRY_HEADER ?? null,
    geoIpFile: e.GEOIP_FILE ? resolve(e.GEOIP_FILE) : null,
    connections: {
      max: e.MAX_CONNECTIONS,
      maxPerAddress: e.MAX_CONNECTIONS_PER_ADDRESS,
      requestTimeoutMs: e.REQUEST_TIMEOUT_SECS * 1_000,
      stallTimeoutMs: e.STALL_TIMEOUT_SECS * 1_000,
    },
    statementTimeoutMs: e.STATEMENT_TIMEOUT_SECS * 1_000,
    quotas: {
      storedBytes: e.QUOTA_STORED_BYTES ?? null,
      items: e.QUOTA_ITEMS ?? null,
      tokens: e.QUOTA_TOKENS ?? null,
      webhooks: e.QUOTA_WEBHOOKS ?? null,
    },
    auditRetentionDays: e.AUDIT_RETENTION_DAYS,
    trashRetentionDays: e.TRASH_RETENTION_DAYS ?? null,
    privateLimits: {
      calls: e.PRIVATE_RATE_LIMIT,
      eventBytes: e.EVENT_BYTES_LIMIT,
      failedAuthentications: e.FAILED_AUTHENTICATIONS_LIMIT,
    },
    logLevel: e.LOG_LEVEL ?? logLevel,
    missingAllocatorSettings: missingAllocatorSettings(env),
    unknownVariables: describeUnknown(unknownVariables(env, Object.keys(environment.shape))),
    token: e.LECTERN_TOKEN ?? null,
  };
};
