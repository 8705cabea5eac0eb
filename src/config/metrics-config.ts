/** Environment variables for metrics, and for the log of slow requests. */
import { z } from 'zod';
import { port, wholeNumber } from './environment-values.js';
import { isLoopbackHost } from '../platform/lib/networks.js';
import type { MetricsAddress } from '../platform/metrics/metrics-server.js';

const DAY_MS = 24 * 60 * 60_000;

export const metricsVariables = {
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, without spaces')
    .optional(),
  SLOW_MS: wholeNumber(0, DAY_MS).default(500),
};

/**
 * @returns null if there are no metrics
 * @throws {Error} when others could read them
 */
export const metricsConfig = ({
  METRICS_PORT: port,
  METRICS_HOST: host,
  METRICS_TOKEN: token,
}: z.output<z.ZodObject<typeof metricsVariables>>): MetricsAddress | null => {
  if (port === undefined) return null;
  if (token === undefined && !isLoopbackHost(host))
    throw new Error(
      `Invalid configuration: METRICS_HOST is ${host}, which other machines may reach: set METRICS_TOKEN too`,
    );
  return { host, port, token: token ?? null };
};
