/** Caddy and nginx with the sample configurations of docs/deploy, in front of an app, on free ports of this machine. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { root } from './run-cli.js';

/** Debian installs nginx in /usr/sbin, which is not on every PATH. */
const programPath = (name: string): string | null => findProgram(name, `${process.env.PATH}:/usr/sbin`);

export const HOSTS = {
  api: 'api.example.org',
  search: 'demo.search.example.org',
  console: 'console.example.org',
};

export interface Ports {
  https: number;
  http: number;
  /** Of the app's three hosts. */
  api: string;
  search: string;
  console: string;
}

export interface Certificate {
  certificate: string;
  key: string;
}

export interface ReverseProxy {
  /** Bytes of files in which it keeps bodies of requests and responses. */
  bufferedBytes(): number;
  stop(): Promise<void>;
}

interface Kind {
  program: string | null;
  /** Writes the configuration into the folder. @returns the arguments that run it, and those that check it */
  configure(folder: string, ports: Ports, tls: Certificate): { run: string[]; check: string[] };
}

const sample = (name: string): string => readFileSync(join(root, 'docs/deploy', name), 'utf8');

/** The sample with other ports and certificates. */
const caddyfile = ({ https, http, ...app }: Ports, { certificate, key }: Certificate): string => {
  const globals = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`;
  const sites = withPorts(sample('Caddyfile'), app)
    .replace(/^\ttls .*\n/m, '')
    .replace(/^(\S+\.example\.org) \{$/gm, `$1 {\n\ttls ${certificate} ${key}`);
  return globals + sites;
};

const nginxConf = (
  folder: string,
  { https, http, ...app }: Ports,
  { certificate, key }: Certificate,
): string => {
  const sites = withPorts(sample('nginx.conf'), app)
    .replace(/^ +listen \[::\].*\n/gm, '')
    .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replace(/ssl_certificate \S+;/g, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${key};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temporary', name)};`)
    .join('\n');
  // As root, it would work as a user that cannot open the folder.
  const user = userInfo().uid === 0 ? 'user root;' : '';
  return `${user}\ndaemon off;\npid ${folder}/pid;\nerror_log ${folder}/log;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${sites}}\n`;
};

const withPorts = (text: string, app: Record<'api' | 'search' | 'console', string>): string =>
  text
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${app.api}`)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${app.search}`)
    .replaceAll('127.0.0.1:8083', `127.0.0.1:${app.console}`);

const write = (path: string, text: string): string => {
  writeFileSync(path, text);
  return path;
};

export const kinds: Record<string, Kind> = {
  caddy: {
    program: programPath('caddy'),
    configure: (folder, ports, tls) => {
      const args = [
        '--adapter',
        'caddyfile',
        '--config',
        write(join(folder, 'Caddyfile'), caddyfile(ports, tls)),
      ];
      return { run: ['run', ...args], check: ['validate', ...args] };
    },
  },
  nginx: {
    program: programPath('nginx'),
    configure: (folder, ports, tls) => {
      mkdirSync(join(folder, 'temporary'));
      const args = ['-p', folder, '-c', write(join(folder, 'nginx.conf'), nginxConf(folder, ports, tls))];
      return { run: args, check: ['-t', ...args] };
    },
  },
};

/** A certificate of its own authority for all hosts; null without openssl. */
export const createCertificate = (): (Certificate & { remove(): void }) | null => {
  const openssl = programPath('openssl');
  if (!openssl) return null;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-tls-'));
  const made = { certificate: join(folder, 'crt'), key: join(folder, 'key') };
  const names = [HOSTS.api, '*.search.example.org', HOSTS.console].map((name) => `DNS:${name}`);
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  const named = ['-subj', '/CN=Lectern test', '-addext', `subjectAltName=${names.join(',')}`];
  execFileSync(openssl, [...request, ...named, '-out', made.certificate, '-keyout', made.key], {
    stdio: 'ignore',
  });
  return { ...made, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/**
 * Checks the configuration with the program itself and starts it. Resolves once it listens.
 * @throws {Error} with the output of the program
 */
export const startProxy = async (
  { program, configure }: Kind & { program: string },
  ports: Ports,
  tls: Certificate,
): Promise<ReverseProxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-proxy-'));
  const { run, check } = configure(folder, ports, tls);
  const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder } };
  execFileSync(program, check, { ...options, stdio: 'pipe' });
  const child = spawn(program, run, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  try {
    await untilItListens(child, ports.https);
  } catch (error) {
    throw new Error(output, { cause: error });
  }
  return {
    bufferedBytes: () => bytesIn(join(folder, 'temporary')),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const bytesIn = (folder: string): number =>
  existsSync(folder)
    ? (readdirSync(folder, { recursive: true }) as string[])
        .map((name) => statSync(join(folder, name)))
        .reduce((sum, info) => sum + (info.isFile() ? info.size : 0), 0)
    : 0;

const untilItListens = async (child: ChildProcess, port: number): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (child.exitCode !== null || attempt === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      socket.destroy();
    }
  }
};
