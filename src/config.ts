/** Configuration: the only reader of the environment. */
import { join, resolve } from 'node:path';
import { z } from 'zod';

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const port = z.coerce.number().int().min(0).max(65_535);
const optional = z.string().min(1).optional();

const environment = z.object({
  PORT: port.default(8080),
  PUBLIC_PORT: port.default(8081),
  // Others are let in by choice: HOST=0.0.0.0.
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  SEARCH_DOMAIN: z.string().min(1).default('localhost'),
  DEFAULT_ACCOUNT: optional,
  DATABASE_URL: optional,
  QDRANT_URL: optional,
  QDRANT_API_KEY: optional,
  EMBEDDING_MODEL: optional,
  EMBEDDING_POOLING: z.enum(['mean', 'cls', 'last']).optional(),
  EMBEDDING_NORMALIZE: flag.optional(),
  EMBEDDING_QUERY_PREFIX: z.string().optional(),
  EMBEDDING_PASSAGE_PREFIX: z.string().optional(),
  EMBEDDING_DTYPE: optional,
  PUBLIC_RATE_LIMIT: z.coerce.number().int().min(1).default(60),
  PUBLIC_SITE_ADDRESS: optional,
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
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
  publicSiteAddress: string | null;
  qdrant: { url: string; apiKey?: string } | null;
  embedding: EmbeddingConfig;
  /** Searches of one address in ten seconds. */
  publicRateLimit: number;
  /** Whether `X-Forwarded-*` of a proxy in front is believed. */
  trustProxy: boolean;
  logLevel: string;
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
    publicSiteAddress: e.PUBLIC_SITE_ADDRESS ?? null,
    qdrant: e.QDRANT_URL ? { url: e.QDRANT_URL, apiKey: e.QDRANT_API_KEY } : null,
    embedding: {
      model: e.EMBEDDING_MODEL,
      pooling: e.EMBEDDING_POOLING,
      normalize: e.EMBEDDING_NORMALIZE,
      queryPrefix: e.EMBEDDING_QUERY_PREFIX,
      passagePrefix: e.EMBEDDING_PASSAGE_PREFIX,
      dtype: e.EMBEDDING_DTYPE,
    },
    publicRateLimit: e.PUBLIC_RATE_LIMIT,
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
  };
};
