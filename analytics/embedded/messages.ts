/** What the process of the embedded ClickHouse and the one that started it tell each other. */
import type { ClickHouse, ExportFormat, Params } from '../clickhouse.js';
import { AnalyticsUnavailableError } from '../errors.js';

/** Prefix of the folders that exports are written to, in the engine's. */
export const EXPORT = 'export-';

/** As the ClickHouse that it is for, but results are files instead of streams. */
export interface Engine extends Omit<ClickHouse, 'stream'> {
  /**
   * Writes the result of a SELECT in a format.
   * @returns the path of the file, alone in a folder of its own
   */
  write(sql: string, params: Params, format: ExportFormat): Promise<string>;
}

export interface EngineCall {
  id: number;
  name: Exclude<keyof Engine, 'close'>;
  args: unknown[];
}

/** Without an id: of the opening. */
export type EngineReply = { id: number | null; result?: unknown; error?: DescribedError };

/** An error as it crosses between processes, which lose its class and the engine's `code` and `type`. */
interface DescribedError {
  name: string;
  message: string;
  code?: unknown;
  type?: unknown;
}

export const describeError = (error: unknown): DescribedError => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const { code, type } = error as { code?: unknown; type?: unknown };
  return { name, message, code, type };
};

const CLASSES: Record<string, new (message: string) => Error> = {
  AnalyticsUnavailableError,
  RangeError,
  SyntaxError,
  TypeError,
};

export const reviveError = ({ name, message, code, type }: DescribedError): Error => {
  const known = CLASSES[name];
  return known ? new known(message) : Object.assign(new Error(message), { name, code, type });
};
