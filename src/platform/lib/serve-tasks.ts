/** The thread's side of a thread pool: runs one task after the other and sends back its result. */
import { parentPort } from 'node:worker_threads';
import { AppError, messageOf } from './errors.js';
import { ownBuffers, type Tasks, type ThreadMessage } from './thread-pool.js';

/** Runs the tasks that the pool asks for. To be called once, in the entry module of the thread. */
export const serveTasks = (tasks: Tasks): void => {
  const port = parentPort;
  if (!port) throw new Error('serveTasks must run in a worker thread');
  // One task runs at a time, and asks one question at a time.
  let answered: (reply: unknown) => void = () => undefined;
  const ask = (question: unknown): Promise<unknown> => {
    port.postMessage({ question });
    return new Promise((resolve) => (answered = resolve));
  };
  const outcome = async (name: string, input: unknown): Promise<ThreadMessage> => {
    try {
      return { result: await tasks[name]!(input as never, ask) };
    } catch (error) {
      const app = error instanceof AppError ? pick(error) : null;
      return { error: { message: messageOf(error), app } };
    }
  };
  port.on('message', (message: { name: string; input: unknown } | { reply: unknown }) => {
    if ('reply' in message) answered(message.reply);
    else
      void outcome(message.name, message.input).then((result) => port.postMessage(result, buffersOf(result)));
  });
  port.postMessage(null);
};

/** The buffers of the result, or of its fields: they are moved instead of copied. */
const buffersOf = (message: ThreadMessage): ArrayBuffer[] => {
  if (!message || !('result' in message) || typeof message.result !== 'object') return [];
  const { result } = message;
  return ownBuffers(result instanceof Uint8Array ? [result] : Object.values(result ?? {}));
};

const pick = ({ status, type, details, moreProblems }: AppError) => ({ status, type, details, moreProblems });
