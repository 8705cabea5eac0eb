/** .env.example and docs/configuration.md list exactly the variables that config.ts reads, with their defaults. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { environment, loadConfig } from '../../src/config/config.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const names = Object.keys(environment.shape);
const example = read('.env.example');
/** Each variable with its default, from the file's commented-out lines. */
const defaults = [...example.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
);

describe('.env.example', () => {
  it('lists every known variable once, and no others', () => {
    expect(names.length).toBeGreaterThan(30);
    expect(defaults.map(([name]) => name).sort()).toEqual([...names].sort());
  });

  it('describes each variable on the line above', () => {
    for (const [name] of defaults) expect(example).toMatch(new RegExp(`^# .+\\n#${name}=`, 'm'));
  });

  it('changes nothing while commented out', () => {
    expect(parseEnv(example)).toEqual({});
  });

  it('shows the right defaults', () => {
    const given = defaults.filter(([, value]) => value !== '');
    expect(given.length).toBeGreaterThan(10);
    for (const [name, value] of given) expect(loadConfig({ [name]: value }), name).toEqual(loadConfig({}));
  });

  it('omits no default', () => {
    const withDefault = names.filter(
      (name) => environment.shape[name as 'PORT'].safeParse(undefined).data !== undefined,
    );
    const empty = defaults.filter(([, value]) => value === '').map(([name]) => name);
    expect(
      withDefault.filter((name) => empty.includes(name) && !['S3_PREFIX', 'UPLOAD_ORIGINS'].includes(name)),
    ).toEqual([]);
  });
});

it('docs/configuration.md lists every variable', () => {
  const page = read('docs/configuration.md');
  const named = [...page.matchAll(/^\|.*$/gm)].flatMap(([row]) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual([...names].sort());
});

describe('docs/security.md', () => {
  const page = read('docs/security.md');

  it('lists every variable that is a limit', () => {
    const limits = names.filter((name) => /LIMIT|MAX_|_MAX|TIMEOUT|RETENTION|QUOTA/.test(name));
    expect(limits.length).toBeGreaterThan(10);
    expect(limits.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('shows the right defaults', () => {
    const rows = [...page.matchAll(/^\|[^|]*\| *([\d,]+)(?: [^|]*)?\| `([A-Z_]+)` *\|$/gm)];
    expect(rows.length).toBeGreaterThan(10);
    for (const [, value = '', name = ''] of rows) {
      const { data } = environment.shape[name as 'PORT'].safeParse(undefined);
      const units = [1, 1024 ** 2, 1024 ** 3].map((unit) => Number(value.replaceAll(',', '')) * unit);
      expect(units, name).toContain(data);
    }
  });
});
