/** Data folders of releases are opened by this one, and answer as they did. `make-data-folder.ts` made them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frontCanRun } from '../support/clickhouse-front/start.js';
import { createClient } from '../support/client.js';
import { recordAnswers } from '../support/recorded-answers.js';
import { removeFolder } from '../support/remove-folder.js';
import { root, startCli, startProgram } from '../support/run-cli.js';

const releases = join(import.meta.dirname, '../support/fixtures/releases');
const names = readdirSync(releases).flatMap((file) => /^(.*)\.tar\.gz$/.exec(file)?.[1] ?? []);

interface Recorded {
  token: string;
  answers: [request: string, answer: unknown][];
}

/** The prose of errors, which may name what has been added since. */
const PROSE = /\.error\.(?:details\.\d+\.)?message$/;

/** The first link of a feed, which is that of a page now. */
const FEED = /\/feed\.xml\.body$/;
const withoutLink = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/<link>[^<]*<\/link>/, '') : value;

/** The results of a search: where there were none, there may be some now. */
const FOUND = /^public \/search\?.*\.body$/;

/** What is no longer as it was, in words; fields that have been added since are fine. */
const lost = (before: unknown, after: unknown, path = ''): string[] => {
  if (PROSE.test(path) && typeof after === 'string') return [];
  if (FEED.test(path) && withoutLink(before) === withoutLink(after)) return [];
  if (before === null || typeof before !== 'object')
    return before === after ? [] : [`${path}: ${JSON.stringify(before)} ≠ ${JSON.stringify(after)}`];
  if (after === null || typeof after !== 'object') return [`${path} is gone`];
  if (Array.isArray(before) && before.length === 0 && FOUND.test(path)) return [];
  if (Array.isArray(before) && before.length !== (after as unknown[]).length)
    return [`${path} has ${(after as unknown[]).length} of ${before.length}`];
  return Object.entries(before).flatMap(([name, value]) =>
    lost(value, (after as Record<string, unknown>)[name], `${path}.${name}`),
  );
};

describe.skipIf(!frontCanRun())('the data of a release', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-releases-'));
  });
  afterAll(() => removeFolder(folder));

  it.each(names)(
    '%s is opened, also after an interruption, and every answer is as it was',
    async (name) => {
      const { token, answers } = JSON.parse(
        gunzipSync(readFileSync(join(releases, `${name}.answers.json.gz`))).toString(),
      ) as Recorded;
      const place = mkdtempSync(join(folder, 'release-'));
      execFileSync('tar', ['-C', place, '-xzf', join(releases, `${name}.tar.gz`)]);
      // Interrupted first: killed at the end of the first migration that it lacks, if any.
      await startProgram(
        [
          ...['--import', join(root, 'test/support/kill-at-record.mjs')],
          ...[join(root, 'dist/bin/lectern.js'), 'migrate'],
        ],
        { DATA_DIR: join(place, 'data') },
      ).finished;
      const running = startCli(['serve', '--migrate'], {
        ...{
          DATA_DIR: join(place, 'data'),
          LOG_LEVEL: 'warn',
          CONSOLE: 'false',
          PORT: '0',
          PUBLIC_PORT: '0',
        },
        // The events of a release never become too old for its tests.
        ...{ EVENT_RETENTION_MONTHS: '0', PUBLIC_RATE_LIMIT: '100000', PRIVATE_RATE_LIMIT: '100000' },
      });
      await running.said('public   ');
      const urlOf = (host: string): string => new RegExp(`${host}\\s+(http\\S+)`).exec(running.output())![1]!;
      try {
        const api = createClient(urlOf('private'), { Authorization: `Bearer ${token}` });
        const site = createClient(urlOf('public'), { Host: 'demo.localhost' });
        const reports = answers.flatMap(([request]) => /^private (\/stats\S+)/.exec(request)?.[1] ?? []);
        const now = await recordAnswers({ api, site }, { reports });
        expect(answers.length).toBeGreaterThan(200);
        expect(answers.flatMap(([request, answer]) => lost(answer, now.get(request), request))).toEqual([]);
      } finally {
        running.process.kill('SIGTERM');
        await running.finished;
      }
    },
    180_000,
  );
});
