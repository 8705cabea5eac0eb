/**
 * Runs commands in a root file system with its own namespaces, so that nothing stays mounted or running
 * afterwards.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Settings {
  env: Record<string, string>;
  workdir: string;
  /** `root` or another user of the root file system. */
  user: string;
}

/**
 * Creates a root file system like that of the image node:<version>-bookworm-slim: Debian's packages, Node as npm
 * distributes it, this machine's npm, the user `node`.
 * @param major version of Node
 */
export const makeBase = (root: string, major: string): void => {
  execFileSync('mmdebstrap', ['--variant=minbase', '--quiet', 'bookworm', root, ...aptSources()], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  for (const folder of ['doc', 'man', 'locale', 'info'])
    rmSync(join(root, 'usr/share', folder), { recursive: true, force: true });
  const program = `node-linux-${process.arch}`;
  execFileSync('npm', ['install', '--prefix', join(root, 'tmp'), '--no-save', `${program}@${major}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  cpSync(join(root, 'tmp/node_modules', program, 'bin/node'), join(root, 'usr/local/bin/node'));
  rmSync(join(root, 'tmp/node_modules'), { recursive: true });
  const npm = 'lib/node_modules/npm';
  cpSync(join(dirname(process.execPath), '..', npm), join(root, 'usr/local', npm), { recursive: true });
  execFileSync('chroot', [
    root,
    '/bin/sh',
    '-c',
    'useradd --uid 1000 --create-home node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
  ]);
};

/** This machine's own package sources, so that its mirror is used. */
const aptSources = (): string[] =>
  ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].filter((path) => existsSync(path));

/**
 * Files of this machine that a step needs to reach package registries. Mounted while the step runs, never copied
 * into the image.
 */
const machineFiles = (): [from: string, to: string][] =>
  (
    [
      ['/etc/resolv.conf', '/etc/resolv.conf'],
      ['/etc/apt/apt.conf.d', '/etc/apt/apt.conf.d'],
      [join(homedir(), '.npmrc'), '/root/.npmrc'],
      ['/etc/ssl/certs', '/etc/ssl/certs'],
    ] as [string, string][]
  ).filter(([from]) => existsSync(from));

const REGISTRY_VARIABLES = /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_.*)$/i;

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Runs the command of a RUN instruction.
 * @throws {Error} when it fails
 */
export const runStep = (root: string, command: string[], { env, workdir, user }: Settings): void => {
  const mounted = machineFiles();
  const created = mounted
    .map(([from, to]) => makeMountPoint(from, join(root, to)))
    .filter((path) => path !== null);
  const access = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => REGISTRY_VARIABLES.test(name)),
  );
  const script = [
    `mount -t proc proc ${quote(join(root, 'proc'))}`,
    `mount --rbind /dev ${quote(join(root, 'dev'))}`,
    ...mounted.map(([from, to]) => `mount --bind ${quote(from)} ${quote(join(root, to))}`),
    `exec ${chroot(root, user, workdir, command)}`,
  ].join(' && ');
  const { status } = spawnSync(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { PATH, HOME: user === 'root' ? '/root' : `/home/${user}`, ...access, ...env },
    },
  );
  for (const path of created) rmSync(path, { recursive: true, force: true });
  if (status !== 0) throw new Error(`exit status ${status ?? 'unknown'}: ${command.join(' ')}`);
};

export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** @returns the path if it had to be created */
const makeMountPoint = (from: string, at: string): string | null => {
  if (existsSync(at)) return null;
  mkdirSync(dirname(at), { recursive: true });
  if (lstatSync(from).isDirectory()) mkdirSync(at);
  else writeFileSync(at, '');
  return at;
};

const chroot = (root: string, user: string, workdir: string, command: string[]): string =>
  ['chroot', `--userspec=${user}`, root, '/bin/sh', '-c', 'cd "$0" && exec "$@"', workdir, ...command]
    .map(quote)
    .join(' ');

export interface Container {
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** Runs a command inside the container, as `docker exec` does. */
  exec(command: string[], user?: string): { code: number | null; output: string };
  /** Sends a signal to the container's first process. */
  signal(name: NodeJS.Signals): void;
  kill(): void;
}

/** Starts a command as `docker run` does: as process 1, in a network with only its own loopback interface. */
export const startContainer = (root: string, command: string[], settings: Settings): Container => {
  const env = { PATH, HOME: `/home/${settings.user}`, ...settings.env };
  const script = [
    `mount -t proc proc ${quote(join(root, 'proc'))}`,
    `mount --rbind /dev ${quote(join(root, 'dev'))}`,
    'ip link set lo up',
    `exec ${chroot(root, settings.user, settings.workdir, command)}`,
  ].join(' && ');
  const child: ChildProcess = spawn(
    'unshare',
    ['--mount', '--pid', '--net', '--fork', '--kill-child', 'sh', '-c', script],
    { stdio: ['ignore', 'inherit', 'inherit'], env },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  /** The container's first process, by its id on this machine. */
  const first = (): number =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]);
  return {
    ended,
    exec: (command, user = settings.user) => {
      const { status, stdout, stderr } = spawnSync(
        'nsenter',
        [
          '--target',
          String(first()),
          '--mount',
          '--pid',
          '--net',
          'sh',
          '-c',
          `exec ${chroot(root, user, settings.workdir, command)}`,
        ],
        { env, encoding: 'utf8' },
      );
      return { code: status, output: `${stdout}${stderr}`.trim() };
    },
    signal: (name) => process.kill(first(), name),
    kill: () => child.kill('SIGKILL'),
  };
};
