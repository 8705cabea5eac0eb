/** Messages between the embedded ClickHouse process and its parent. */
import type { ClickHouse, ExportFormat, Params } from '../clickhouse.js';
import { AnalyticsUnavailableError } from '../errors.js';

/** Prefix of the folders for exports, inside the engine's folder. */
export const EXPORT = 'export-';

/** Like `ClickHouse`, but results are files instead of streams. */
export interface Engine extends Omit<ClickHouse, 'stream'> {
  /**
   * Writes the result of a SELECT in a format.
   * @returns path of the file, the only one in its folder
   */
  write(sql: string, params: Params, format: ExportFormat): Promise<string>;
}

export interface EngineCall {
  id: number;
  name: Exclude<keyof Engine, 'close'>;
  args: unknown[];
}

/** A null id reports that the engine has opened. */
export type EngineReply = { id: number | null; result?: unknown; error?: DescribedError };

/** An error in a form that crosses process boundaries, which lose its class and the engine's `code` and `type`. */
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
