/** Only one file decides what is public: no other query uses the columns and statuses that decide it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const OWNER = 'src/content/items/visibility.ts';

/**
 * Files that name the statuses for another reason: the state machine, the values of the field, the times at which it
 * changes, and an element of feeds.
 */
const STATE_MACHINE = [
  'src/content/items/item-states.ts',
  'src/content/items/item-wizard.ts',
  'src/content/items/item.record.ts',
  'src/content/items/refresh-item.ts',
  'src/content/items/request-transition.ts',
  'src/import/feed/read-feed.ts',
  'src/publishing/publish-due.maintenance.ts',
];

/** Files that distinguish suggestions from texts by people. */
const SUGGESTIONS = ['src/content/items/suggested-rows.ts', 'src/import/import.repository.ts'];

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join('src', path))
  .filter((path) => path !== OWNER);

const filesWith = (pattern: RegExp): string[] =>
  sources.filter((path) => pattern.test(readFileSync(path, 'utf8'))).sort();

test.each([
  ['the status of public items', /'published'|"published"/, STATE_MACHINE],
  [
    'suggestions that are not accepted',
    /'(\w+\.)?suggested'|'\w+\.accepted'|"(suggested|accepted)"/,
    SUGGESTIONS,
  ],
])('no other source file contains %s', (_name, pattern, allowed) => {
  expect(sources.length).toBeGreaterThan(200);
  expect(pattern.test(readFileSync(OWNER, 'utf8'))).toBe(true);
  expect(filesWith(pattern)).toEqual(allowed);
});
