/** The alerts and the dashboard: promtool accepts them, and every metric that they name is in a real scrape. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../../src/platform/lib/find-program.js';
import { root } from '../support/run-cli.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const ALERTS = join(root, 'docs/monitoring/alerts.yaml');
const DASHBOARD = join(root, 'docs/monitoring/dashboard.json');
const promtool = findProgram('promtool', process.env.PATH);
/** Prometheus makes it. */
const OF_PROMETHEUS = ['up'];

const run = (...args: string[]) => promisify(execFile)(promtool ?? '', args);

if (!promtool) console.warn('promtool is not installed: tests of the alerts are skipped');

describe.skipIf(!promtool)('promtool', () => {
  it('accepts the rules', async () => {
    expect((await run('check', 'rules', ALERTS)).stdout).toMatch(/SUCCESS: \d+ rules found/);
  });

  it('finds that they fire when they should, and not otherwise', async () => {
    const { stdout } = await run('test', 'rules', join(root, 'test/support/alert-tests.yaml'));
    expect(stdout).toContain('SUCCESS');
  });
});

describe('a real scrape', () => {
  const app = useApp({ env: { METRICS_PORT: '0' } });
  let scraped: string;
  beforeAll(async () => {
    await app.demo.api.get('/items');
    await app.demo.site.get('/search?q=grace');
    scraped = (await web.get(app.metricsUrl)).body as string;
  });

  it.skipIf(!promtool)('has nothing that promtool objects to', async () => {
    const checking = spawn(promtool ?? '', ['check', 'metrics']);
    checking.stdin.end(scraped);
    const problems = await text(checking.stderr);
    expect(problems).toBe('');
  });

  it('has every metric of the alerts, the dashboard and the documentation', () => {
    const declared = new Set([...scraped.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    for (const [, name = ''] of scraped.matchAll(/^# TYPE (\w+) histogram$/gm))
      for (const suffix of ['_bucket', '_sum', '_count']) declared.add(name + suffix);
    const rules = load(readFileSync(ALERTS, 'utf8')) as { groups: { rules: { expr: string }[] }[] };
    const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
      panels: { id: number; targets: { expr: string }[] }[];
    };
    const expressions = [
      ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    expect(expressions.length).toBeGreaterThan(30);
    for (const expression of expressions) {
      const named = metricsOf(expression);
      expect(named.length, expression).toBeGreaterThan(0);
      expect(named.filter((name) => !declared.has(name) && !OF_PROMETHEUS.includes(name))).toEqual([]);
    }
    const page = readFileSync(join(root, 'docs/monitoring.md'), 'utf8');
    const documented = [...page.matchAll(/`((?:lectern|process)_\w+)`/g)].map(([, name]) => name);
    const own = [...scraped.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name);
    expect(own.filter((name) => !documented.includes(name))).toEqual([]);
    expect(documented.filter((name) => !declared.has(name))).toEqual([]);
  });

  it('fits the dashboard: panels have ids of their own', () => {
    const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: { id: number }[] };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

/** The names of metrics in an expression: without labels, functions and keywords. */
const metricsOf = (expression: string): string[] =>
  [
    ...expression
      .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
      .replace(/\bby \([^)]*\)/g, '')
      .matchAll(/\b[a-z_]\w*\b(?!\s*\()/g),
  ]
    .map(([name]) => name)
    .filter((name) => name !== 'or' && name !== 'by');
