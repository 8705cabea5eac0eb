/** Serializes errors between a worker and its owner, and defines the error of calls to a worker that has ended. */

/** The worker cannot finish a call. `cause` is the error with which it ended or failed to start, if any. */
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

/** Error classes that survive serialization, under any name. Both sides need the same table. */
export type ErrorTable = Readonly<Record<string, { prototype: Error }>>;

/** A serialized error. A structured clone would lose its class and its own fields. */
export interface DescribedError {
  /** Its name in the table. */
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

/** Only the name, if a field cannot be cloned, such as a socket or a function. */
const copyable = (fields: { name: string }): object => {
  try {
    return structuredClone(fields);
  } catch {
    return { name: fields.name };
  }
};
