/** The process of embedded ClickHouse. Serves its parent process and exits with it. Argument: the data folder. */
import { openEngine } from './engine.js';
import { describeError, type Engine, type EngineCall, type EngineReply } from './messages.js';

const [path = ''] = process.argv.slice(2);
// Signals to the process group are for the parent, which still has events to store.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const reply = (message: EngineReply): void => {
  if (process.connected) process.send?.(message, () => undefined);
};

const running = new Set<Promise<void>>();
const answer = async (engine: Engine, { id, name, args }: EngineCall): Promise<void> => {
  try {
    const result = await (engine[name] as (...args: unknown[]) => Promise<unknown>)(...args);
    reply({ id, result });
  } catch (error) {
    reply({ id, error: describeError(error) });
  }
};

const parentGone = new Promise<void>((resolve) => process.once('disconnect', resolve));
try {
  const engine = await openEngine(path);
  process.on('message', (call: EngineCall) => {
    const answered = answer(engine, call).finally(() => running.delete(answered));
    running.add(answered);
  });
  reply({ id: null });
  await parentGone;
  await Promise.all(running);
  await engine.close();
} catch (error) {
  reply({ id: null, error: describeError(error) });
  await parentGone;
}
