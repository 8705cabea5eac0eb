/** package-lock.json pins what is installed by its hash. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/run-cli.js';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { integrity?: string; link?: boolean }>;
};
/** ClickHouse for machines whose package some mirrors of npm lack. npm adds the hash when it can read it. */
const WITHOUT_HASH = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map(
  (platform) => `node_modules/@chdb/lib-${platform}`,
);

describe('the lock file', () => {
  it('has a SHA-512 of every package', () => {
    const unpinned = Object.entries(packages).flatMap(([path, { integrity, link }]) =>
      path === '' || link || integrity?.startsWith('sha512-') ? [] : [path],
    );
    expect(unpinned.filter((path) => !WITHOUT_HASH.includes(path))).toEqual([]);
  });
});
