/** Calls between the two sides of a port, in both directions. Arguments and results are copied, or moved (`transfer`). */
import { describeError, reviveError, type DescribedError, type ErrorTable } from './errors.js';

/** Sends and receives messages, to and from a thread or a process. */
export interface Port {
  post(message: Message, transfer: ArrayBuffer[]): void;
  onMessage(listener: (message: Message) => void): void;
}

interface Call {
  call: number;
  /** A function of the other side, or the number of a function that was an argument of a pending call. */
  name: string | number;
  args: unknown[];
  /** The arguments that are functions: the number of each, by position. */
  functions?: Map<number, number>;
}

export type Message = Call | { answer: number; result: unknown } | { answer: number; error: DescribedError };

type Arguments<F> = F extends (...args: infer A) => unknown ? A : never;
type Result<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;

export interface Caller<Remote extends object> {
  /**
   * Calls a function of the other side, which can call the arguments that are functions until the call ends. If one
   * of them throws, the call rejects with its error.
   */
  call<Name extends keyof Remote & string>(
    name: Name,
    ...args: Arguments<Remote[Name]>
  ): Promise<Result<Remote[Name]>>;
}

export interface Channel<Remote extends object> extends Caller<Remote> {
  /** Rejects all pending and later calls. */
  end(error: Error): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  /** The first error of a function among the arguments. */
  failure?: { error: unknown };
}

type Callable = (...args: unknown[]) => unknown;

const transfers = new WeakMap<object, ArrayBuffer[]>();

/**
 * Marks an argument or result so that the bytes of these views are moved instead of copied, which leaves the views
 * empty. Views that share their memory with others, such as small Buffers, are copied nevertheless.
 */
export const transfer = <T extends object>(value: T, views: readonly ArrayBufferView[]): T => {
  const whole = views.filter(({ byteLength, buffer }) => byteLength === buffer.byteLength);
  transfers.set(
    value,
    whole.map(({ buffer }) => buffer as ArrayBuffer),
  );
  return value;
};

const transfersOf = (value: unknown): ArrayBuffer[] => (isObject(value) && transfers.get(value)) || [];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @param served functions that the other side can call, by name; more can be added later */
export const createChannel = <Remote extends object>(
  port: Port,
  served: object,
  errors: ErrorTable,
): Channel<Remote> => {
  const waiting = new Map<number, Waiting>();
  /** The functions among the arguments of pending calls, by number. */
  const lent = new Map<number, Callable>();
  let serial = 0;
  let ended: Error | undefined;

  const call = async (name: string | number, args: readonly unknown[]): Promise<unknown> => {
    if (ended) throw ended;
    const id = ++serial;
    const functions = new Map<number, number>();
    try {
      return await new Promise((resolve, reject) => {
        const own: Waiting = { resolve, reject };
        waiting.set(id, own);
        const sent = args.map((arg, at) => {
          if (typeof arg !== 'function') return arg;
          functions.set(at, ++serial);
          lent.set(serial, async (...given) => {
            try {
              return await (arg as Callable)(...given);
            } catch (error) {
              own.failure ??= { error };
              throw error;
            }
          });
          return null;
        });
        const message = { call: id, name, args: sent, ...(functions.size > 0 && { functions }) };
        port.post(message, args.flatMap(transfersOf));
      });
    } finally {
      waiting.delete(id);
      for (const key of functions.values()) lent.delete(key);
    }
  };

  const answer = async ({ call: id, name, args, functions }: Call): Promise<void> => {
    const given = args.map((arg, at) => {
      const key = functions?.get(at);
      return key === undefined ? arg : (...more: unknown[]) => call(key, more);
    });
    try {
      const called = typeof name === 'number' ? lent.get(name) : (served as Record<string, Callable>)[name];
      if (!called) throw new Error(`There is nothing to call by the name ${name}`);
      const result = await called(...given);
      if (!ended) port.post({ answer: id, result }, transfersOf(result));
    } catch (error) {
      if (!ended) port.post({ answer: id, error: describeError(error, errors) }, []);
    }
  };

  port.onMessage((message) => {
    if ('call' in message) return void answer(message);
    const own = waiting.get(message.answer);
    if ('result' in message) own?.resolve(message.result);
    else own?.reject(own.failure ? own.failure.error : reviveError(message.error, errors));
  });

  return {
    call: (name, ...args) => call(name, args) as never,
    end: (error) => {
      ended ??= error;
      for (const { reject } of waiting.values()) reject(ended);
    },
  };
};
