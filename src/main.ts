#!/usr/bin/env node
/** The process: arguments, signals and the exit code. */
import { runCommandLine } from './cli/command-line.js';

// Files and folders are for the user of the process alone.
process.umask(0o077);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort();
    // A second signal does not wait for what is under way.
    process.once(signal, () => process.exit(130));
  });
}
process.exit(await runCommandLine(process.argv.slice(2), stop.signal));
