/** What the bootstrap installs if npm omitted the binaries for this platform. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  findMissing,
  installPlatformBinaries,
  thisPlatform,
  type Platform,
} from '../../scripts/platform-binaries.mjs';
import { root } from '../support/run-cli.js';

type Packages = Parameters<typeof findMissing>[0];
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Packages;
};

/** The platform's binaries in the lock file: npm installs them in addition to the packages for all platforms. */
const isFor = ({ os, cpu, libc }: Platform, path: string): boolean => {
  const of = packages[path]!;
  const fits = (names: string[] | undefined, name: string | null): boolean =>
    !names || (name !== null && names.includes(name));
  return fits(of.os, os) && fits(of.cpu, cpu) && fits(of.libc, libc);
};

const platforms: Platform[] = [
  { os: 'darwin', cpu: 'arm64', libc: null, node: 24 },
  { os: 'linux', cpu: 'x64', libc: 'glibc', node: 20 },
  { os: 'linux', cpu: 'arm64', libc: 'glibc', node: 24 },
  { os: 'win32', cpu: 'x64', libc: null, node: 24 },
];

describe.each(platforms)('on $os $cpu $libc', (platform) => {
  const paths = Object.keys(packages).filter((path) => path !== '' && isFor(platform, path));
  const versionsOf = (installed: readonly string[]) => (path: string) =>
    installed.includes(path) ? packages[path]?.version : undefined;

  it('reports nothing if npm installed the whole lockfile', () => {
    expect(findMissing(packages, platform, versionsOf(paths)).missing).toEqual([]);
  });

  it('reports binaries that npm omitted because the lockfile lacks entries for this platform', () => {
    const common = paths.filter((path) => !packages[path]!.cpu || !packages[path]!.optional);
    const { missing, unavailable } = findMissing(packages, platform, versionsOf(common));
    const named = missing.map(({ name, version }) => `${name}@${version}`);
    const binary = platform.libc ? `${platform.os}-${platform.cpu}-gnu` : `${platform.os}-${platform.cpu}`;
    expect(named).toEqual(
      expect.arrayContaining([
        `@img/sharp-${platform.os}-${platform.cpu}@${packages['node_modules/sharp']!.version}`,
      ]),
    );
    expect(named.filter((name) => name.startsWith('@rolldown/binding-'))).toEqual([
      expect.stringContaining(binary),
    ]);
    expect(named.filter((name) => /musl/.test(name))).toEqual([]);
    expect(unavailable.includes('chdb')).toBe(platform.os === 'win32');
    const expected = paths.filter(
      (path) => !common.includes(path) && !/wasm|rml-linux-x64-musl|rml-linux-arm64-musl/.test(path),
    );
    expect(new Set(named)).toEqual(
      new Set(expected.map((path) => `${path.split('node_modules/').at(-1)}@${packages[path]!.version}`)),
    );
  });
});

it('recognises musl, and uses no glibc binary there', () => {
  const of = (names: string[]): Packages => ({
    'node_modules/a': {
      version: '1.0.0',
      optionalDependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
    },
  });
  const find = (names: string[]) =>
    findMissing(of(names), { os: 'linux', cpu: 'x64', libc: 'musl', node: 24 }, (path) =>
      path === 'node_modules/a' ? '1.0.0' : undefined,
    );
  expect(find(['a-linux-x64', 'a-linuxmusl-x64']).missing.map(({ name }) => name)).toEqual([
    'a-linuxmusl-x64',
  ]);
  expect(find(['a-linux-x64', 'a-darwin-x64']).missing.map(({ name }) => name)).toEqual(['a-linux-x64']);
  expect(find(['a-linux-x64-gnu'])).toEqual({ missing: [], unavailable: ['a'] });
});

describe('installing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern binärdateien-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const platform = thisPlatform();
  const write = (path: string, manifest: object): void => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }));
  };
  const name = `tiny-${platform.os}-${platform.cpu}`;
  /** A tarball like those of a registry. */
  const pack = (version: string): string => {
    write(`source-${version}`, { name, version });
    spawnSync('npm', ['pack', '--offline', `./source-${version}`], { cwd: folder });
    return join(folder, `${name}-${version}.tgz`);
  };
  const versionAt = (path: string): string =>
    (
      JSON.parse(readFileSync(join(folder, 'project/node_modules', path, 'package.json'), 'utf8')) as {
        version: string;
      }
    ).version;

  it('installs the named packages, reports missing ones, and runs once', () => {
    const installed: Packages = {
      'node_modules/tiny': { version: '2.0.0', optionalDependencies: { [name]: pack('2.0.0') } },
      'node_modules/chdb': {
        version: '1.0.0',
        optionalDependencies: { [`gone-${platform.os}-${platform.cpu}`]: join(folder, 'gone.tgz') },
      },
    };
    for (const path of Object.keys(installed)) write(`project/${path}`, {});
    write('project', {});
    writeFileSync(
      join(folder, 'project/node_modules/.package-lock.json'),
      JSON.stringify({ packages: installed }),
    );
    const said: string[] = [];
    const install = (): void =>
      installPlatformBinaries(join(folder, 'project'), (text) => said.push(text), platform);
    install();
    expect(versionAt(name)).toBe('2.0.0');
    expect(said.at(-1)).toMatch(/^! No binary of chdb for .*set CLICKHOUSE_URL/);
    expect(existsSync(join(folder, 'project/package-lock.json'))).toBe(false);
    said.length = 0;
    install();
    expect(said.filter((text) => text.includes(name))).toEqual([]);
  });
});
