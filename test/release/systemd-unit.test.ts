/** The sample unit for systemd and its environment file, checked by systemd itself. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { environment, loadConfig } from '../../src/config/config.js';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { ALLOCATOR_SETTINGS } from '../../src/platform/lib/allocator.js';
import { root } from '../support/run-cli.js';

const NAME = 'lectern@.service';
/** Tenths of systemd's scale from 0 (restricted) to 10 (exposed). */
const MAX_EXPOSURE = 15;
const unit = readFileSync(join(root, 'docs/deploy', NAME), 'utf8');
const envFile = readFileSync(join(root, 'docs/deploy/lectern.env'), 'utf8');
const analyze = findProgram('systemd-analyze', process.env.PATH);
if (!analyze) console.log('systemd is not installed: the sample unit is not checked by it.');

const folder = mkdtempSync(join(tmpdir(), 'lectern-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Values of a setting in the order of the file. */
const valuesOf = (setting: string): string[] =>
  [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** The variables of lines such as `A=b`, including those that are commented out. */
const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

describe.skipIf(!analyze)('the sample unit, by systemd', () => {
  /** The unit with programs and folders of this machine, which systemd looks for. */
  const path = join(folder, NAME);
  writeFileSync(
    path,
    unit
      .replace('/usr/bin/node', process.execPath)
      .replaceAll('/opt/lectern', root)
      .replace(/^Documentation=.*\n/m, ''),
  );

  it.each(['all', 'api', 'worker'])('is valid for the role %s', (role) => {
    const { status, stderr } = spawnSync(analyze!, ['verify', '--man=no', path.replace('@', `@${role}`)], {
      encoding: 'utf8',
      // So that systemd does not read this machine's units.
      env: { SYSTEMD_UNIT_PATH: `${folder}:` },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('restricts the service', () => {
    const args = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE}`, path];
    expect(execFileSync(analyze!, args, { encoding: 'utf8' })).toContain('Overall exposure level');
    const open = join(folder, 'open.service');
    writeFileSync(open, `[Service]\nExecStart=${process.execPath}\n`);
    expect(spawnSync(analyze!, ['security', '--offline=true', '--threshold=15', open]).status).toBe(1);
  });
});

describe('the sample unit', () => {
  it('stores data in the state directory, with the allocator settings and enough files', () => {
    const set = Object.fromEntries(
      valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
    ) as Record<string, string>;
    expect(set).toEqual({ NODE_ENV: 'production', DATA_DIR: '%S/lectern', ...ALLOCATOR_SETTINGS });
    expect(valuesOf('StateDirectory')).toEqual(['lectern']);
    const { connections } = loadConfig({});
    expect(Number(valuesOf('LimitNOFILE')[0])).toBeGreaterThan(3 * 2 * connections.max);
  });

  it('has an environment file with a valid configuration', () => {
    const variables = variablesIn(envFile);
    expect(Object.keys(variables).filter((name) => !(name in environment.shape))).toEqual([]);
    expect(loadConfig(variables)).toMatchObject({
      trustedProxies: ['127.0.0.1/32', '::1/128'],
      publicBaseUrl: 'https://{account}.search.example.org',
      consoleBaseUrl: 'https://console.example.org',
    });
    expect(loadConfig(variablesIn(envFile.replace(/^#.*$/gm, '')))).toMatchObject({ mail: null });
  });
});
