/**
 * `npm run quickstart`: goes from a fresh clone to a running library with sample content. `-- --check` runs one
 * search and exits.
 */
import { restartWithAllocator } from './allocator.mjs';
import { build, install } from './bootstrap.mjs';

await restartWithAllocator();
install();
build();
const stop = new AbortController();
if (process.connected) process.once('disconnect', () => stop.abort());
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
const { quickstart } = await import('../dist/scripts/seed/quickstart.js');
process.exit(await quickstart(process.argv.slice(2), stop.signal));
