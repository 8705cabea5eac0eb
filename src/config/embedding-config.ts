/** Environment variables for an embedding model of one's own. */
import { z } from 'zod';
import { flag, oneOf, optional } from './environment-values.js';

export const embeddingVariables = {
  EMBEDDING_MODEL: optional,
  EMBEDDING_POOLING: oneOf('mean', 'cls', 'last').optional(),
  EMBEDDING_NORMALIZE: flag.optional(),
  EMBEDDING_QUERY_PREFIX: z.string().optional(),
  EMBEDDING_PASSAGE_PREFIX: z.string().optional(),
  EMBEDDING_DTYPE: optional,
};

export interface EmbeddingConfig {
  /** Folder or hub id; undefined for the included model. */
  model?: string;
  pooling?: 'mean' | 'cls' | 'last';
  normalize?: boolean;
  queryPrefix?: string;
  passagePrefix?: string;
  dtype?: string;
}

export const embeddingConfig = (e: z.output<z.ZodObject<typeof embeddingVariables>>): EmbeddingConfig => ({
  model: e.EMBEDDING_MODEL,
  pooling: e.EMBEDDING_POOLING,
  normalize: e.EMBEDDING_NORMALIZE,
  queryPrefix: e.EMBEDDING_QUERY_PREFIX,
  passagePrefix: e.EMBEDDING_PASSAGE_PREFIX,
  dtype: e.EMBEDDING_DTYPE,
});
