/** Configuration: the only reader of the environment. */
import { join, resolve } from 'node:path';
import { z } from 'zod';

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const port = z.coerce.number().int().min(0).max(65_535);
const optional = z.string().min(1).optional();

/** Every variable that is read, by name. */
export const environment = z.object({
  PORT: port.default(8080),
  PUBLIC_PORT: port.default(8081),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  SEARCH_DOMAIN: z.string().min(1).default('localhost'),
  DEFAULT_ACCOUNT: optional,
  DATABASE_URL: optional,
  QDRANT_URL: optional,
  QDRANT_API_KEY: optional,
  ANALYTICS: flag.default(true),
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/ }).optional(),
  EVENT_RETENTION_MONTHS: z.coerce.number().int().min(0).max(1_200).default(25),
  SPOOL_DIR: optional,
  SPOOL_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(65_536)
    .default(4 * 1024 ** 3),
  S3_BUCKET: optional,
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_FORCE_PATH_STYLE: flag.optional(),
  S3_PREFIX: z.string().default(''),
  EMBEDDING_MODEL: optional,
  EMBEDDING_POOLING: z.enum(['mean', 'cls', 'last']).optional(),
  EMBEDDING_NORMALIZE: flag.optional(),
  EMBEDDING_QUERY_PREFIX: z.string().optional(),
  EMBEDDING_PASSAGE_PREFIX: z.string().optional(),
  EMBEDDING_DTYPE: optional,
  PUBLIC_RATE_LIMIT: z.coerce.number().int().min(1).default(60),
  PUBLIC_BASE_URL: optional,
  API_BASE_URL: optional,
  WEBHOOKS_ALLOW_PRIVATE: flag.default(false),
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  LECTERN_TOKEN: optional,
});

export interface EmbeddingConfig {
  /** Folder or hub id; undefined for the model that ships. */
  model?: string;
  pooling?: 'mean' | 'cls' | 'last';
  normalize?: boolean;
  queryPrefix?: string;
  passagePrefix?: string;
  dtype?: string;
}

/** Events and their metrics. */
export interface AnalyticsConfig {
  /** Without it no event is taken and no figure given. */
  enabled: boolean;
  /** Of a ClickHouse server, with user, password and database; null for the embedded one in the data folder. */
  clickHouseUrl: string | null;
  /** Months that single events are kept; null for ever. Sums are kept for ever. */
  retentionMonths: number | null;
  /** Absolute; each process that serves has one of its own. */
  spoolDir: string;
  /** Events are refused once so much waits for ClickHouse. */
  spoolMaxBytes: number;
}

/** A bucket of any S3-compatible server. */
export interface S3Config {
  bucket: string;
  region: string;
  /** Of a server that is not Amazon's. */
  endpoint?: string;
  /** `<endpoint>/<bucket>/<key>` rather than `<bucket>.<endpoint>/<key>`. */
  forcePathStyle: boolean;
  /** Without them the usual places are searched: environment, profile, instance. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Begins every key in the bucket, e.g. `lectern/`; may be empty. */
  prefix: string;
}

export interface Config {
  host: string;
  privatePort: number;
  publicPort: number;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string;
  searchDomain: string;
  defaultAccount: string | null;
  /** Address of the public host as others reach it, where it is not `http://<shortName>.<searchDomain>:<port>`. */
  publicBaseUrl: string | null;
  /** Address of the private host as others reach it, where it is not `http://localhost:<port>`. */
  apiBaseUrl: string | null;
  /** Webhooks may point to private and local addresses, and over http. */
  webhooksAllowPrivate: boolean;
  qdrant: { url: string; apiKey?: string } | null;
  /** null where files are kept below the data folder. */
  s3: S3Config | null;
  embedding: EmbeddingConfig;
  analytics: AnalyticsConfig;
  /** Searches of one address in ten seconds. */
  publicRateLimit: number;
  /** Whether `X-Forwarded-*` of a proxy in front is believed. */
  trustProxy: boolean;
  logLevel: string;
  /** What the command line calls a running server with; null for the token that quickstart made. */
  token: string | null;
}

/** @throws Error naming each variable at fault */
export const loadConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`The configuration is wrong. ${problems.join('; ')}`);
  }
  const e = parsed.data;
  const dataDir = resolve(e.DATA_DIR);
  return {
    host: e.HOST,
    privatePort: e.PORT,
    publicPort: e.PUBLIC_PORT,
    dataDir,
    databaseUrl: e.DATABASE_URL ?? `sqlite:${join(dataDir, 'lectern.db')}`,
    searchDomain: e.SEARCH_DOMAIN.toLowerCase(),
    defaultAccount: e.DEFAULT_ACCOUNT ?? null,
    publicBaseUrl: e.PUBLIC_BASE_URL ?? null,
    apiBaseUrl: e.API_BASE_URL?.replace(/\/+$/, '') ?? null,
    webhooksAllowPrivate: e.WEBHOOKS_ALLOW_PRIVATE,
    s3: s3Config(e),
    qdrant: e.QDRANT_URL ? { url: e.QDRANT_URL, apiKey: e.QDRANT_API_KEY } : null,
    embedding: {
      model: e.EMBEDDING_MODEL,
      pooling: e.EMBEDDING_POOLING,
      normalize: e.EMBEDDING_NORMALIZE,
      queryPrefix: e.EMBEDDING_QUERY_PREFIX,
      passagePrefix: e.EMBEDDING_PASSAGE_PREFIX,
      dtype: e.EMBEDDING_DTYPE,
    },
    analytics: {
      enabled: e.ANALYTICS,
      clickHouseUrl: e.CLICKHOUSE_URL ?? null,
      retentionMonths: e.EVENT_RETENTION_MONTHS === 0 ? null : e.EVENT_RETENTION_MONTHS,
      spoolDir: e.SPOOL_DIR ? resolve(e.SPOOL_DIR) : join(dataDir, 'spool'),
      spoolMaxBytes: e.SPOOL_MAX_BYTES,
    },
    publicRateLimit: e.PUBLIC_RATE_LIMIT,
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
    token: e.LECTERN_TOKEN ?? null,
  };
};

const s3Config = (e: z.output<typeof environment>): S3Config | null => {
  if (!e.S3_BUCKET) return null;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
  if (!accessKeyId !== !secretAccessKey)
    throw new Error('The configuration is wrong. S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together');
  return {
    bucket: e.S3_BUCKET,
    region: e.S3_REGION,
    endpoint: e.S3_ENDPOINT,
    // Servers of one's own seldom have a name for each bucket.
    forcePathStyle: e.S3_FORCE_PATH_STYLE ?? e.S3_ENDPOINT !== undefined,
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    prefix: e.S3_PREFIX,
  };
};

/** What commands need that call a running server. */
export interface CallerConfig {
  dataDir: string;
  /** The private API, prefix included. */
  privateUrl: string;
  token: string | null;
}

/** @throws Error naming each variable at fault */
export const loadCallerConfig = (env: NodeJS.ProcessEnv = process.env): CallerConfig => {
  const { dataDir, apiBaseUrl, privatePort, token } = loadConfig(env);
  return {
    dataDir,
    privateUrl: `${apiBaseUrl ?? `http://localhost:${privatePort}`}/v2`,
    token,
  };
};
