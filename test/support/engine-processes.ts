/** The processes of the embedded ClickHouse that this process has started. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

export const engineProcesses = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
        const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return parent === process.pid && program.includes('engine-process');
      } catch {
        return false;
      }
    });
