/** The faults: what they do to a store, to a process of the program, or to its clock, and how they end. */
import type { Daemon } from './daemon.js';
import type { Disk } from './disk.js';
import type { Subject } from './expectations.js';
import type { Program } from './program.js';
import type { Store, Stores } from './stores.js';

export interface Fault {
  /** As `--faults` names it: `database-kill`. */
  name: string;
  subject: Subject;
  begin(): Promise<void>;
  /** Resolves when the store has returned. */
  end(): Promise<void>;
}

const SLOW_MS = 200;
const HOUR_SECS = 3_600;
const DAY_SECS = 24 * HOUR_SECS;

const fault = (
  subject: Subject,
  what: string,
  begin: () => Promise<void> | void,
  end: () => Promise<void> | void,
): Fault => ({
  name: `${subject}-${what}`,
  subject,
  begin: async () => begin(),
  end: async () => end(),
});

const ofProcess = (subject: Subject, daemon: Daemon): Fault[] => [
  fault(
    subject,
    'kill',
    () => daemon.kill(),
    () => daemon.start(),
  ),
  fault(
    subject,
    'stop',
    () => daemon.suspend(),
    () => daemon.resume(),
  ),
];

const ofDisk = (subject: Subject, disk: Disk, daemon?: Daemon): Fault[] =>
  disk.fault
    ? [
        fault(subject, 'full', disk.fault.fill, async () => {
          disk.fault?.free();
          // Some stores end when their disk is full.
          await daemon?.start();
        }),
      ]
    : [];

const ofStore = ({ name, daemon, proxy, disk }: Store): Fault[] => [
  ...ofProcess(name, daemon),
  fault(
    name,
    'slow',
    () => proxy.set({ delayMs: SLOW_MS }),
    () => proxy.set({}),
  ),
  fault(
    name,
    'cut',
    () => {
      proxy.set({ refuse: true });
      proxy.drop();
    },
    () => proxy.set({}),
  ),
  ...ofDisk(name, disk, daemon),
];

const ofClock = ({ clock }: Program): Fault[] =>
  clock
    ? [
        fault(
          'clock',
          'back',
          () => clock.shift(-HOUR_SECS),
          () => clock.shift(0),
        ),
        fault(
          'clock',
          'forward',
          () => clock.shift(DAY_SECS),
          () => clock.shift(0),
        ),
      ]
    : [];

/** Those that restart the program come first, because its memory is compared from then on. */
export const faultsOf = (stores: Stores, program: Program, dataDisk: Disk): Fault[] => [
  ...ofProcess('api', program.api),
  ...ofProcess('worker', program.worker),
  ...ofClock(program),
  ...stores.all.flatMap(ofStore),
  ...ofDisk('disk', dataDisk),
];
