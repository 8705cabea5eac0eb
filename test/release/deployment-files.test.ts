/** Dockerfile and compose.yaml, as far as they can be checked without Docker. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { ALLOCATOR_SETTINGS as quickstartSettings } from '../../scripts/allocator.mjs';
import { environment, loadConfig } from '../../src/config/config.js';
import { ALLOCATOR_SETTINGS } from '../../src/platform/lib/allocator.js';
import { commandOf, createIgnore, parseDockerfile, variablesOf } from '../support/dockerfile.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('Dockerfile', () => {
  const stages = parseDockerfile(read('Dockerfile'));
  const image = stages.at(-1)!;
  const values = (name: string): string[] =>
    image.instructions.filter((instruction) => instruction.name === name).map(({ value }) => value);
  const ignored = createIgnore(read('.dockerignore'));

  it('builds in one stage and runs in another', () => {
    expect(stages.map(({ name }) => name)).toEqual(['build', null]);
    expect(
      image.instructions.filter(({ name }) => name === 'COPY').every(({ flags }) => flags.from === 'build'),
    ).toBe(true);
  });

  it('uses the newest LTS version of Node, which README names', () => {
    expect(new Set(stages.map(({ image }) => image))).toEqual(new Set(['node:24-bookworm-slim']));
    expect(read('README.md')).toMatch(/Node 20\.19, 22, 24 or 26/);
  });

  it('copies only existing files that are not ignored', () => {
    const copied = stages[0]!.instructions
      .filter(({ name }) => name === 'COPY')
      .flatMap(({ value }) => value.split(' ').slice(0, -1))
      .filter((path) => path !== '.');
    expect(copied).toContain('package.json');
    for (const path of copied)
      expect([path, existsSync(join(ROOT, path)), ignored(path)]).toEqual([path, true, false]);
  });

  it.each(['node_modules/koa/index.js', '.git/config', '.env', 'data/lectern.db', 'README.md'])(
    'ignores %s',
    (path) => {
      expect(ignored(path)).toBe(true);
    },
  );

  it.each(['src/cli/main.ts', 'models/lectern-en/README.md', 'client/index.ts', '.npmrc'])(
    'does not ignore %s',
    (path) => {
      expect(ignored(path)).toBe(false);
    },
  );

  it('copies everything the build needs', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } };
    const named = scripts.build.split(' ').filter((word) => existsSync(join(ROOT, word)));
    expect(named).toEqual(expect.arrayContaining(['tsconfig.build.json', 'web']));
    expect(named.filter(ignored)).toEqual([]);
  });

  it('copies the scripts that it runs', () => {
    const run = Array.from(
      read('Dockerfile').matchAll(/dist\/(scripts\/[^']+)\.js/g),
      ([, path]) => `${path}.ts`,
    );
    expect(run).toContain('scripts/licences/main.ts');
    expect(run.filter((path) => !existsSync(join(ROOT, path)) || ignored(path))).toEqual([]);
  });

  it('runs as an unprivileged user, on the ports and in the folder it declares', () => {
    expect(values('USER')).toEqual(['node']);
    const env = variablesOf(values('ENV').join(' '));
    const { NODE_ENV, ...others } = Object.fromEntries(
      Object.entries(env).filter(([name]) => !(name in environment.shape)),
    );
    expect(NODE_ENV).toBe('production');
    expect(others).toEqual(ALLOCATOR_SETTINGS);
    expect(quickstartSettings).toEqual(ALLOCATOR_SETTINGS);
    const { host, privatePort, publicPort, consolePort, dataDir } = loadConfig(env);
    expect(host).toBe('0.0.0.0');
    expect(values('EXPOSE')).toEqual([`${privatePort} ${publicPort} ${consolePort}`]);
    expect(values('VOLUME')).toEqual([dataDir]);
  });

  it('starts the server as process 1 and checks its health', () => {
    expect(commandOf(values('CMD')[0]!)).toEqual(['lectern', 'serve', '--migrate']);
    expect(commandOf(values('HEALTHCHECK')[0]!.replace('CMD ', ''))[0]).toBe('node');
  });
});

interface Service {
  profiles?: string[];
  environment: Record<string, unknown>;
  healthcheck?: unknown;
  volumes: string[];
}

describe('compose.yaml', () => {
  const compose = load(read('compose.yaml')) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  const { lectern, ...stores } = compose.services;

  it('follows the Compose specification', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const schema = read('test/support/fixtures/compose/compose-spec.json');
    // The schema refers to draft 7 by https, while Ajv registers it under http.
    const validate = ajv.compile(
      JSON.parse(schema.replace('https://json-schema.org', 'http://json-schema.org')) as object,
    );
    expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ services: { lectern: { prots: [] } } })).toBe(false);
  });

  it('runs one container by default, and the stores with the profile', () => {
    expect(lectern!.profiles).toBeUndefined();
    expect(Object.keys(stores)).toEqual(['postgres', 'qdrant', 'clickhouse', 's3']);
    for (const store of Object.values(stores)) {
      expect(store.profiles).toEqual(['scale']);
      expect(store.healthcheck).toBeDefined();
    }
  });

  it('stores the data of every container in a named volume', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.map((volume) => volume.split(':')[0]),
    );
    expect(mounted).toEqual(Object.keys(compose.volumes));
  });

  it('sets only known variables', () => {
    const unknown = Object.keys(lectern!.environment).filter((name) => !(name in environment.shape));
    expect(unknown).toEqual([]);
  });

  it('sets a valid configuration by default and with the profile', () => {
    const { databaseUrl, qdrant, s3, analytics } = loadConfig(resolved({}));
    expect([databaseUrl, qdrant, s3, analytics.clickHouseUrl]).toEqual([
      'sqlite:/data/lectern.db',
      null,
      null,
      null,
    ]);
    const scaled = loadConfig(resolved({ COMPOSE_PROFILES: 'scale', STORE_PASSWORD: 'secret' }));
    expect(scaled.databaseUrl).toBe('postgres://lectern:secret@postgres/lectern');
    expect(scaled.qdrant).toEqual({ urls: ['http://qdrant:6333'], apiKey: 'secret' });
    expect(scaled.analytics.clickHouseUrl).toBe('http://lectern:secret@clickhouse:8123/lectern');
    expect(scaled.s3).toMatchObject({ bucket: 'lectern', credentials: { secretAccessKey: 'secret' } });
    expect(loadConfig(resolved({ DATABASE_URL: 'postgres://mine' })).databaseUrl).toBe('postgres://mine');
  });

  /** The service's environment after Compose has substituted variables. */
  const resolved = (shell: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(lectern!.environment).map(([name, value]) => [name, substitute(String(value), shell)]),
    );
});

/** Substitutes `${NAME:-otherwise}` and `${NAME:+instead}`, innermost first. */
const substitute = (text: string, shell: Record<string, string>): string => {
  const innermost = /\$\{([A-Z0-9_]+):([-+])([^${}]*)\}/;
  const next = text.replace(innermost, (_match, name: string, operator: string, word: string) => {
    const value = shell[name] ?? '';
    if (operator === '-') return value || word;
    return value && word;
  });
  return next === text ? text : substitute(next, shell);
};
