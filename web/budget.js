/** What a page loads for each component, in bytes compressed by gzip, and what it may be. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** By the file that pages name. The player's budget is without HLS, which is loaded when a recording needs it. */
const BUDGETS = { 'components.js': 25 * 1024, 'player.js': 60 * 1024 };

const STATIC_IMPORT = /(?:^|[;\n}])import(?:[\w{}$*,\s]+from)?\s*["']([^"']+)["']/g;

/** The file and all that it imports, however indirectly; not what it imports later, with `import()`. */
const withImports = (folder, file, seen = new Set()) => {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name] of readFileSync(join(folder, file), 'utf8').matchAll(STATIC_IMPORT))
    withImports(folder, join(dirname(file), name), seen);
  return seen;
};

/** @param folder of the built files @returns bytes by entry */
const loadedBytes = (folder) =>
  Object.fromEntries(
    Object.keys(BUDGETS).map((entry) => {
      const files = [...withImports(folder, entry)];
      return [entry, files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)];
    }),
  );

export const budgetReport = (folder) => {
  const bytes = loadedBytes(folder);
  return {
    lines: Object.entries(BUDGETS).map(
      ([entry, budget]) => `  ${entry.padEnd(14)} ${bytes[entry]} of ${budget} bytes, compressed by gzip`,
    ),
    isOver: Object.entries(BUDGETS).some(([entry, budget]) => bytes[entry] > budget),
  };
};
