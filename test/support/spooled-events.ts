/** What the spool of a test's application holds: of one whose ClickHouse is away, everything. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredEvent } from '../../analytics/index.js';
import type { TestApp } from './start-app.js';

/** In the order of their coming. */
export const spooledEvents = ({ app }: TestApp): StoredEvent[] => {
  const dir = app.config.analytics.spoolDir;
  return readdirSync(dir)
    .filter((name) => name.endsWith('.events'))
    .sort()
    .flatMap((name) => readFileSync(join(dir, name), 'utf8').match(/\{"type":.*\}(?=\n)/g) ?? [])
    .map((line) => JSON.parse(line) as StoredEvent);
};
