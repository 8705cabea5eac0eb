/** Commands load only what they need, so that `--help` is fast. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root, startProgram } from '../support/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'lectern-loading-'));
const listed = join(folder, 'loaded');
const register = join(folder, 'register.mjs');
beforeAll(() => {
  const hooks = join(folder, 'hooks.mjs');
  writeFileSync(
    hooks,
    `import { appendFileSync } from 'node:fs';
     export const load = (url, context, next) => {
       appendFileSync(${JSON.stringify(listed)}, url + '\\n');
       return next(url, context);
     };`,
  );
  writeFileSync(
    register,
    `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(hooks).href)});`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ids of the modules that a command loads: packages by name, built files by their path in dist. */
const loadedBy = async (...args: string[]): Promise<string[]> => {
  writeFileSync(listed, '');
  const { code } = await startProgram(
    ['--import', pathToFileURL(register).href, join(root, 'dist/bin/lectern.js'), ...args],
    { DATA_DIR: join(folder, 'data') },
  ).finished;
  expect(code).toBe(0);
  const urls = readFileSync(listed, 'utf8').split('\n');
  return [
    ...new Set(
      urls.flatMap((url) => {
        const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
        return name ?? (url.includes('/dist/') ? url.slice(url.indexOf('/dist/') + 6) : []);
      }),
    ),
  ];
};

/** Modules that handle data: packages that are not bundled, and the bundle with the app. */
const engines = /^(better-sqlite3|chdb|sharp|onnxruntime-node|@|bin\/context\.js)/;

it.each([[['--help']], [['token', 'create', '--help']], [['stats', '--help']]])(
  '%j loads no search engine',
  async (args) => {
    const loaded = await loadedBy(...args);
    expect(loaded).toContain('bin/lectern.js');
    expect(loaded.filter((id) => engines.test(id))).toEqual([]);
  },
);

it('each command loads only what it needs', async () => {
  const loaded = await loadedBy('migrate');
  expect(loaded).toContain('bin/context.js');
  const driver = Number.parseInt(process.versions.node, 10) >= 22 ? 'better-sqlite3-13' : 'better-sqlite3';
  expect(loaded.filter((id) => id.startsWith('better-sqlite3'))).toEqual([driver]);
  expect(loaded.filter((id) => /^(@|chdb|sharp)/.test(id))).toEqual([]);
});
