/** Starts worker threads, whether this runs compiled or from source. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * @param entry a module beside the importer, without its extension
 * @param importer its `import.meta.url`
 */
export const newWorker = (entry: string, importer: string, options: WorkerOptions): Worker => {
  if (!importer.endsWith('.ts')) return new Worker(new URL(`${entry}.js`, importer), options);
  // From TypeScript sources the worker needs the loader first.
  const loader = import.meta.resolve('tsx/esm/api');
  const url = new URL(`${entry}.ts`, importer).href;
  const source = `import('${loader}').then(({ register }) => (register(), import('${url}')))`;
  return new Worker(source, { ...options, eval: true });
};
