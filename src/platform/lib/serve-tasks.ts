/** The thread's side of a thread pool: runs one task after the other and sends back its result. */
import { parentPort } from 'node:worker_threads';
import { AppError, messageOf } from './errors.js';
import { ownBuffers, type Tasks, type ThreadMessage } from './thread-pool.js';

/** Runs the tasks that the pool asks for. To be called once, in the entry module of the thread. */
export const serveTasks = (tasks: Tasks): void => {
  const port = parentPort;
  if (!port) throw new Error('serveTasks must run in a worker thread');
  const outcome = async (name: string, input: unknown): Promise<ThreadMessage> => {
    try {
      return { result: await tasks[name]!(input as never) };
    } catch (error) {
      const app = error instanceof AppError ? pick(error) : null;
      return { error: { message: messageOf(error), app } };
    }
  };
  port.on('message', ({ name, input }: { name: string; input: unknown }) => {
    void outcome(name, input).then((message) => port.postMessage(message, buffersOf(message)));
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
