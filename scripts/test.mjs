/** `npm test`: installs what is missing, then compiles and runs all tests. Arguments go to vitest. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, root } from './bootstrap.mjs';

install();
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
