/** npm prints no warning that our own configuration causes. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../support/run-cli.js';

const clone = mkdtempSync(join(tmpdir(), 'lectern-npm-'));
/**
 * The caller's environment without npm's settings, which come from a surrounding `npm test` and the user's own files.
 */
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  npm_config_userconfig: join(clone, 'no-user-config'),
  npm_config_globalconfig: join(clone, 'no-global-config'),
};
const npm = (args: string[], more: NodeJS.ProcessEnv = {}) =>
  spawnSync('npm', args, { cwd: clone, env: { ...env, ...more }, encoding: 'utf8' });

beforeAll(() => {
  copyFileSync(join(root, '.npmrc'), join(clone, '.npmrc'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  const bin = { lectern: 'probe.mjs' };
  writeFileSync(
    join(clone, 'package.json'),
    JSON.stringify({ ...manifest, bin, scripts: { probe: 'node probe.mjs' } }),
  );
  writeFileSync(
    join(clone, 'probe.mjs'),
    '#!/usr/bin/env node\nconsole.log(process.env.npm_config_user_agent);\n',
    {
      mode: 0o755,
    },
  );
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

it.each([
  ['npm run', ['run', 'probe']],
  ['npx lectern', ['exec', '--no', '--', 'lectern']],
])('%s prints no warning', (_, args) => {
  const { status, stdout, stderr } = npm(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('npm/');
});

it('npm accepts the settings that the bootstrap builds with', () => {
  const userAgent = npm(['run', '--silent', 'probe']).stdout.trim();
  const program = `import { nodeHeaders } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/bootstrap.mjs')).href)};
    console.log(JSON.stringify(nodeHeaders()));`;
  const headers = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...env, npm_config_user_agent: userAgent },
    encoding: 'utf8',
  });
  const built = npm(['rebuild', '--ignore-scripts=false'], JSON.parse(headers.stdout) as NodeJS.ProcessEnv);
  expect({ status: built.status, stderr: built.stderr }).toEqual({ status: 0, stderr: '' });
});

it('runs no scripts of installed packages', () => {
  const folder = mkdtempSync(join(clone, 'install-'));
  copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  mkdirSync(join(folder, 'noisy'));
  const write = (path: string, manifest: object): void =>
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
  const script = `node -e "require('fs').writeFileSync('${join(folder, 'ran')}', '')"`;
  write('noisy', { name: 'noisy', scripts: { preinstall: script, install: script, postinstall: script } });
  write('.', { name: 'host', dependencies: { noisy: 'file:./noisy' }, scripts: { postinstall: script } });
  const install = spawnSync('npm', ['install', '--offline'], { cwd: folder, env, encoding: 'utf8' });
  expect({ status: install.status, stderr: install.stderr }).toEqual({ status: 0, stderr: '' });
  expect(existsSync(join(folder, 'node_modules/noisy/package.json'))).toBe(true);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});
