/** Errors between a worker and its owner: how they cross, and what the owner throws when the worker is gone. */

/** The worker cannot finish a call. The cause is the error that the worker ended or did not start with, if any. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  constructor(
    message: string,
    readonly reason: 'start' | 'crash' | 'memory' | 'timeout' | 'closed',
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Classes that errors keep when they cross, by any name. Both sides are given the same table. */
export type ErrorTable = Readonly<Record<string, { prototype: Error }>>;

/** An error as a message: copying it would lose its class and its own fields. */
export interface DescribedError {
  /** In the table. */
  class?: string;
  message: string;
  stack?: string;
  fields: object;
}

export const describeError = (error: unknown, table: ErrorTable): DescribedError => {
  if (!(error instanceof Error)) return { message: String(error), fields: {} };
  const { message, stack } = error;
  const known = Object.keys(table).find((key) =>
    Object.prototype.isPrototypeOf.call(table[key]!.prototype, error),
  );
  return { class: known, message, stack, fields: copyable(Object.assign({}, error, { name: error.name })) };
};

export const reviveError = (described: DescribedError, table: ErrorTable): Error => {
  const error = Object.assign(new Error(described.message), described.fields);
  if (described.stack) error.stack = described.stack;
  const known = described.class && table[described.class];
  return known ? (Object.setPrototypeOf(error, known.prototype) as Error) : error;
};

/** Without fields such as sockets and functions, which cannot be sent. */
const copyable = (fields: { name: string }): object => {
  try {
    return structuredClone(fields);
  } catch {
    return { name: fields.name };
  }
};
