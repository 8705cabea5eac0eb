/** The built program has a file for each thread that its sources start. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/run-cli.js';

/** The path of a thread's entry, relative to the module that starts it. */
const STARTED = /entry: '\.\/([\w/-]+)'/g;

it('has a file for each worker thread', () => {
  const threads = ['src', 'indexer', 'analytics']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(STARTED)].map(([, name]) => name!));
  expect(threads).toEqual(expect.arrayContaining(['embed-worker', 'search-worker', 'transcript-thread']));
  expect(threads.filter((name) => !existsSync(join(root, 'dist/bin', `${name}.js`)))).toEqual([]);
});
