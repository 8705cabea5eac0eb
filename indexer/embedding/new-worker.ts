/** Starts worker threads both from compiled code and from TypeScript sources. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * @param entry a module next to the importer, without extension
 * @param importer its `import.meta.url`
 */
export const newWorker = (entry: string, importer: string, options: WorkerOptions): Worker => {
  if (!importer.endsWith('.ts')) return new Worker(new URL(`${entry}.js`, importer), options);
  // TypeScript sources need the loader to be registered first.
  const loader = import.meta.resolve('tsx/esm/api');
  const url = new URL(`${entry}.ts`, importer).href;
  const source = `import('${loader}').then(({ register }) => (register(), import('${url}')))`;
  return new Worker(source, { ...options, eval: true });
};
