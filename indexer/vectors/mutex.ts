/** One writer at a time for each name, whatever number of handles a process holds. */

const lanes = new Map<string, Promise<unknown>>();

/** Runs `work` after all earlier work of the same name, failed or not. */
export function withMutex<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (lanes.get(name) ?? Promise.resolve()).then(work, work);
  const settled = turn.catch(() => undefined);
  lanes.set(name, settled);
  void settled.then(() => {
    if (lanes.get(name) === settled) lanes.delete(name);
  });
  return turn;
}
