/** Released migrations are never edited: a library that has run one would not get the change. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/platform/lib/ids.js';
import released from '../../migrations/checksums.json' with { type: 'json' };

const folder = join(import.meta.dirname, '../../migrations');

it('have the checksums in migrations/checksums.json: to change the schema, add a migration and its checksum', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts'),
  );
  const checksums = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [relative(folder, path).replaceAll('\\', '/'), sha256(readFileSync(path, 'utf8'))];
  });
  expect(Object.fromEntries(checksums)).toEqual(released);
});
