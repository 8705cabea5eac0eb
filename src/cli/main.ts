#!/usr/bin/env node
/** The entry point of the process: arguments, signals and the exit code. */
import { runCommandLine } from './command-line.js';

// Restricts new files and folders to the user of the process.
process.umask(0o077);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort();
    // A second signal exits without waiting for running work.
    process.once(signal, () => process.exit(130));
  });
}
process.exit(await runCommandLine(process.argv.slice(2), stop.signal));
