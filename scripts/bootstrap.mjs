/**
 * Prepares a clone: installs dependencies and compiles TypeScript. Plain JavaScript, because nothing is compiled
 * yet. Run by `npm run bootstrap`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installPlatformBinaries } from './platform-binaries.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const MIN_NODE = [20, 19];

/** Prints a line of progress to stderr; stdout is for results. */
export const say = (text) => process.stderr.write(`${text}\n`);

const run = (what, command, args, env = {}) => {
  const started = Date.now();
  say(`• ${what} …`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) {
    say(`✗ ${what} failed${error ? `: ${error.message}` : ` (exit ${status})`}`);
    process.exit(1);
  }
  say(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
};

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/**
 * Tells node-gyp where Node's headers are installed, so that it downloads none. npm 11 warns about the older
 * variable name, and the node-gyp of older npm versions does not know the newer one.
 */
export const nodeHeaders = () => {
  const prefix = resolve(dirname(process.execPath), '..');
  if (!existsSync(join(prefix, 'include/node/node.h'))) return {};
  const npm = Number(/^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 10);
  return { [npm < 11 ? 'npm_config_nodedir' : 'npm_package_config_node_gyp_nodedir']: prefix };
};

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  say(`Lectern needs Node ${MIN_NODE.join('.')} or later; this is ${process.versions.node}.`);
  process.exit(1);
};

/** Installs the packages of package-lock.json and this platform's binaries, unless they are installed. */
export const install = () => {
  checkNode();
  const locked = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || !sameVersions(locked, readFileSync(installed, 'utf8')))
    run('Installing dependencies (a minute or two the first time)', 'npm', [
      'install',
      '--no-save',
      '--include=dev',
    ]);
  installPlatformBinaries(root, say);
  if (!sqliteLoads())
    run(
      'Building SQLite (a minute or two where no binary can be downloaded)',
      'npm',
      ['rebuild', 'better-sqlite3', '--ignore-scripts=false'],
      nodeHeaders(),
    );
};

/**
 * False if better-sqlite3 12 is not built, or built for another version of Node. On Node 22 and later,
 * sqlite/driver.ts loads version 13, which ships binaries.
 */
const sqliteLoads = () => {
  if (Number.parseInt(process.versions.node, 10) >= 22) return true;
  try {
    const Database = createRequire(join(root, 'package.json'))('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    return false;
  }
};

/** Optional packages of other platforms are only in the lock file. */
const sameVersions = (locked, installed) => {
  const have = JSON.parse(installed).packages;
  return Object.entries(JSON.parse(locked).packages).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || have[path]?.version === version || (optional && !have[path]),
  );
};

/** Compiles changed files, and builds the web components, the console and the program. */
export const build = () => {
  compile();
  buildComponents();
  buildConsole();
  buildProgram();
};

export const compile = () => {
  const stamp = join(root, 'dist/.tsbuildinfo');
  if (modified(stamp) > 0 && !newerThan(modified(stamp), [...SOURCES, ...SUPPORT])) return;
  run('Compiling', process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    'tsconfig.build.json',
  ]);
  // The compiler does not touch the file when only timestamps have changed.
  utimesSync(stamp, new Date(), new Date());
};

const buildComponents = () => {
  const built = modified(join(root, 'dist/web/components.js'));
  if (built > 0 && !newerThan(built, COMPONENT_SOURCES)) return;
  runVite('Building the web components', ['web']);
};

const buildConsole = () => {
  const built = modified(join(root, 'dist/console/manifest.json'));
  if (built > 0 && !newerThan(built, CONSOLE_SOURCES)) return;
  runVite('Building the console', ['web/console']);
};

const buildProgram = () => {
  const built = modified(join(root, 'dist/bin/lectern.js'));
  if (built > 0 && !newerThan(built, PROGRAM_SOURCES)) return;
  runVite('Building the program', ['--config', 'scripts/program/vite.config.js']);
};

/** Always builds for production, even when tests run it: packages have other files for development. */
const runVite = (what, args) => {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  run(what, process.execPath, [vite, 'build', ...args], { NODE_ENV: 'production' });
};

const SOURCES = [
  'src',
  'indexer',
  'analytics',
  'migrations',
  'scripts',
  'client',
  'sqlite',
  'strings',
  'workers',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** What scripts import from the support of the tests. */
const SUPPORT = ['test/support/chromium.ts', 'test/support/free-port.ts'];

const COMPONENT_SOURCES = [
  'web/src',
  'web/vite.config.js',
  'web/budget.js',
  'client',
  'strings',
  'package-lock.json',
];

const CONSOLE_SOURCES = ['web', 'client', 'strings', 'package-lock.json'];

const PROGRAM_SOURCES = [
  ...SOURCES.filter((path) => path !== 'scripts'),
  'scripts/program',
  'package-lock.json',
];

const newerThan = (time, sources) => {
  const newer = (path) => {
    if (!existsSync(path)) return false;
    if (!statSync(path).isDirectory()) return modified(path) > time;
    return readdirSync(path).some((name) => newer(join(path, name)));
  };
  return sources.some((path) => newer(join(root, path)));
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  install();
  build();
}
