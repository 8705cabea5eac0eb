/**
 * `npm test`, `npm run test:more` and `npm run test:watch`: installs what is missing, compiles, and runs the tests.
 * Arguments go to vitest; with the names of files, only those run, wherever they are.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, compile, install, root } from './bootstrap.mjs';

const [command, ...args] = process.argv.slice(2);
/** The projects of vitest.config.ts that each command runs. Those of an engine that is missing do not exist. */
const PROJECTS = { test: ['plain', 'sqlite'], more: ['more', 'postgres', 'qdrant'] };

const files = args.filter((arg, i) => !arg.startsWith('-') && !args[i - 1]?.startsWith('-'));
const projects = args.some((arg) => arg.startsWith('--project'))
  ? []
  : command !== 'more' && files.length > 0
    ? [...PROJECTS.test, 'more']
    : (PROJECTS[command] ?? PROJECTS.test);

install();
// Only the other tests need what is bundled: the web components, the console and the program.
if (files.length > 0 && files.every((file) => /^test\/(?:unit|repository|contract)\//.test(file))) compile();
else build();
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    command === 'watch' ? 'watch' : 'run',
    ...projects.flatMap((name) => ['--project', name]),
    ...args,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_BUILT: '1', ...(command === 'more' && { TEST_RANDOM: 'all' }) },
  },
);
process.exit(status ?? 1);
