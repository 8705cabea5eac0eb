/**
 * Installs binaries for this platform that npm left out. Packages with native code list a package per platform as
 * optional dependencies, and npm installs only those in package-lock.json. A lock file that was created with an
 * incomplete registry lacks some of them.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];

/** This process's `os` and `cpu` by npm's names, `libc` (null outside Linux) and Node's major version. */
export const thisPlatform = () => ({
  node: Number.parseInt(process.versions.node, 10),
  os: process.platform,
  cpu: process.arch,
  libc:
    process.platform !== 'linux'
      ? null
      : process.report.getReport().header.glibcVersionRuntime
        ? 'glibc'
        : 'musl',
});

/** The platform in a package's name, such as `@img/sharp-linuxmusl-x64`; undefined if the name contains none. */
const platformOf = (name) => {
  const words = name
    .toLowerCase()
    .replace('linuxmusl', 'linux-musl')
    .split(/[^a-z0-9]+/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : null;
  return os && { os, words, libc };
};

/** The optional dependencies of a package that contain its binary for a platform. */
const binariesFor = (names, { os, cpu, libc }) => {
  const fitting = names.filter((name) => {
    const of = platformOf(name);
    return of?.os === os && (of.words.includes(cpu) || (os === 'darwin' && of.words.includes('universal')));
  });
  const wanted = fitting.filter((name) => platformOf(name).libc === libc);
  return wanted.length > 0 ? wanted : fitting.filter((name) => platformOf(name).libc === null);
};

/**
 * @param packages the installed packages by path, as in `node_modules/.package-lock.json`
 * @param versionAt returns the version installed at a path, or undefined
 * @returns `missing`: binaries for `platform`, each with the version and the path of the package that depends on
 * it;
 *   `unavailable`: packages that have binaries, but none for `platform`
 */
export const findMissing = (packages, platform, versionAt) => {
  const missing = [];
  const unavailable = [];
  const byDepth = Object.entries(packages).sort(([a], [b]) => depth(a) - depth(b));
  for (const [path, { optionalDependencies = {} }] of byDepth) {
    const native = Object.keys(optionalDependencies).filter(platformOf);
    if (native.length === 0 || versionAt(path) === undefined) continue;
    const wanted = binariesFor(native, platform);
    if (wanted.length === 0) unavailable.push(path.split('node_modules/').at(-1));
    for (const name of wanted) {
      const version = optionalDependencies[name];
      const found = resolved(path, name, versionAt);
      if (found === undefined || (/^\d/.test(version) && found !== version))
        missing.push({ parent: path, name, version });
    }
  }
  return { missing, unavailable };
};

const depth = (path) => path.split('node_modules/').length;

/** The version of `name` that the package at `path` resolves to. */
const resolved = (path, name, versionAt) => {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const version = versionAt(join(from, 'node_modules', name));
    if (version !== undefined || from === '') return version;
    if (!from.includes('/node_modules/')) from = '';
  }
};

/**
 * Installs missing binaries into `root/node_modules`, and prints what to do if a package has none.
 * @param say prints a line
 */
export const installPlatformBinaries = (root, say, platform = thisPlatform()) => {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const versionAt = (path) => {
    const manifest = join(path, 'package.json');
    return existsSync(join(root, manifest)) ? read(manifest).version : undefined;
  };
  const { packages } = read('node_modules/.package-lock.json');
  const { missing, unavailable } = findMissing(packages, platform, versionAt);
  // npm skips them on a version of Node that they do not support.
  if (platform.node >= 22)
    for (const [name, version] of Object.entries(read('package.json').optionalDependencies ?? {}))
      if (versionAt(`node_modules/${name}`) === undefined) missing.push({ parent: '', name, version });
  const failed = install(root, missing, versionAt, say);
  for (const name of new Set([...failed, ...unavailable, ...withoutBundled(root, platform)]))
    if (!REMEDIES[name]?.isSettled?.(process.env))
      say(
        `! No binary of ${name} for ${platform.os} ${platform.cpu} can be installed. ${REMEDIES[name]?.text ?? ''}`,
      );
};

/** Packages that bundle the binaries of all platforms. */
const withoutBundled = (root, { os, cpu }) => {
  const bin = join(root, 'node_modules/onnxruntime-node/bin');
  if (!existsSync(bin) || readdirSync(bin).some((api) => existsSync(join(bin, api, os, cpu)))) return [];
  return ['onnxruntime-node'];
};

const REMEDIES = {
  chdb: {
    text: 'For reports, run Lectern in WSL or Docker, or set CLICKHOUSE_URL to a ClickHouse server. ANALYTICS=false goes without.',
    isSettled: ({ CLICKHOUSE_URL, ANALYTICS }) => CLICKHOUSE_URL || ['false', '0'].includes(ANALYTICS),
  },
  'onnxruntime-node': { text: 'For search by meaning, run Lectern in Docker.' },
};

/** @returns names of the packages whose binaries could not be installed */
const install = (root, missing, versionAt, say) => {
  if (missing.length === 0) return [];
  say(`• Installing binaries of this platform: ${missing.map(({ name }) => name).join(', ')} …`);
  const rest = [...missing];
  const failed = [];
  // A folder can hold only one version of a name.
  while (rest.length > 0) {
    const round = [...new Map([...rest].reverse().map((one) => [one.name, one])).values()];
    for (const one of round) rest.splice(rest.indexOf(one), 1);
    const folder = mkdtempSync(join(root, 'node_modules/.binaries-'));
    try {
      const installed =
        download(folder, round) ||
        (round.length > 1 && round.filter((one) => download(folder, [one])).length > 0);
      for (const one of round)
        if (!installed || !move(root, folder, one, versionAt)) failed.push(packageOf(one));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return failed;
};

const packageOf = ({ parent, name }) => (parent === '' ? name : parent.split('node_modules/').at(-1));

/** Downloads into a separate folder, so that npm does not change the installed packages. */
const download = (folder, wanted) => {
  writeFileSync(join(folder, 'package.json'), '{}');
  const options = ['--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(
    'npm',
    ['install', ...options, ...wanted.map(({ name, version }) => `${name}@${version}`)],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  return status === 0;
};

/** Moves a package to the top level if no other version is there, else into the package that depends on it. */
const move = (root, folder, { parent, name }, versionAt) => {
  const from = join(folder, 'node_modules', name);
  if (!existsSync(from)) return false;
  const shared = join('node_modules', name);
  const to = join(root, versionAt(shared) === undefined ? shared : join(parent, shared));
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
  return true;
};
