/** `npm run quickstart`: from a fresh clone to a running library with sample content. `-- --check` runs one search and stops. */
import { build, install } from './bootstrap.mjs';

install();
build();
const { quickstart } = await import('../dist/scripts/seed/quickstart.js');
await quickstart(process.argv.slice(2));
