/** Calls between two threads, in both directions. What goes in and out is copied. */
import { EmbedderUnavailableError, IndexUnavailableError } from '../ports.js';

/** What the other side can call, by name. */
export type Handlers = Record<string, (...args: never[]) => unknown>;

type Message =
  | { call: number; name: string; args: unknown[] }
  | { answer: number; result: unknown }
  | { answer: number; error: { name: string; message: string } };

export interface Channel<Remote extends Handlers> {
  /** Rejects with the error of the other side, or with that of `end`. */
  call<Name extends keyof Remote & string>(
    name: Name,
    ...args: Parameters<Remote[Name]>
  ): Promise<Awaited<ReturnType<Remote[Name]>>>;
  /** Rejects all calls that wait for an answer. */
  end(error: Error): void;
}

interface Port {
  postMessage(message: Message): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** @param onIdle called when no call waits for an answer any more, and with false when one begins to */
export const createChannel = <Remote extends Handlers>(
  port: Port,
  handlers: Handlers,
  onIdle: (idle: boolean) => void = () => undefined,
): Channel<Remote> => {
  const waiting = new Map<number, Waiting>();
  let serial = 0;
  let ended: Error | null = null;

  const answer = async (id: number, name: string, args: unknown[]): Promise<void> => {
    let message: Message;
    try {
      message = { answer: id, result: await handlers[name]!(...(args as never[])) };
    } catch (error) {
      message = { answer: id, error: described(error) };
    }
    if (!ended) port.postMessage(message);
  };

  port.on('message', (message) => {
    if ('call' in message) return void answer(message.call, message.name, message.args);
    const call = waiting.get(message.answer);
    waiting.delete(message.answer);
    if (waiting.size === 0) onIdle(true);
    if ('error' in message) call?.reject(revived(message.error));
    else call?.resolve(message.result);
  });

  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        const id = ++serial;
        waiting.set(id, { resolve: resolve, reject });
        if (waiting.size === 1) onIdle(false);
        port.postMessage({ call: id, name, args });
      }),
    end: (error) => {
      ended ??= error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
};

const described = (error: unknown): { name: string; message: string } =>
  error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };

/** Errors that callers tell apart keep their class. */
const revived = ({ name, message }: { name: string; message: string }): Error => {
  if (name === 'IndexUnavailableError') return new IndexUnavailableError(message);
  if (name === 'EmbedderUnavailableError') return new EmbedderUnavailableError(message);
  return new Error(message);
};
