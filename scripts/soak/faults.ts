/** The faults: what they do to a store, to a process of the program, or to its clock, and how they end. */
import type { Daemon } from '../harness/daemon.js';
import type { Disk } from './disk.js';
import type { Subject } from './expectations.js';
import type { Program } from './program.js';
import type { QdrantCluster } from '../../test/support/qdrant-front/start.js';
import type { Store, Stores } from './stores.js';

type Action = () => Promise<void> | void;

export interface Fault {
  /** As `--faults` names it: `database-kill`. */
  name: string;
  subject: Subject;
  begin: Action;
  /** Resolves when the store has returned. */
  end: Action;
}

const SLOW_MS = 200;
const HOUR_SECS = 3_600;
const DAY_SECS = 24 * HOUR_SECS;

const ofProcess = (subject: Subject, { kill, start, suspend, resume }: Daemon): Fault[] => [
  { name: `${subject}-kill`, subject, begin: kill, end: start },
  { name: `${subject}-stop`, subject, begin: suspend, end: resume },
];

const ofDisk = (subject: Subject, { fault }: Disk, daemon?: Daemon): Fault[] => {
  if (!fault) return [];
  const end = async (): Promise<void> => {
    fault.free();
    // Some stores end when their disk is full.
    await daemon?.start();
  };
  return [{ name: `${subject}-full`, subject, begin: fault.fill, end }];
};

const ofStore = ({ name: subject, daemon, proxy, disk }: Store): Fault[] => {
  const end = (): void => proxy.set({});
  const slow = (): void => proxy.set({ delayMs: SLOW_MS });
  const cut = (): void => {
    proxy.set({ refuse: true });
    proxy.drop();
  };
  return [
    ...ofProcess(subject, daemon),
    { name: `${subject}-slow`, subject, begin: slow, end },
    { name: `${subject}-cut`, subject, begin: cut, end },
    ...ofDisk(subject, disk, daemon),
  ];
};

/** Faults of the node that the program uses first: it dies, hangs, or goes on without later writes. */
const ofNodes = (cluster: QdrantCluster): Fault[] => {
  const node = cluster.node(0);
  const fault = (name: string, begin: () => Promise<unknown>): Fault => ({
    name,
    subject: 'node',
    begin: async () => {
      await begin();
    },
    end: () => node.heal(),
  });
  return [
    fault('node-kill', () => node.refuse()),
    fault('node-stop', () => node.hang()),
    fault('node-stale', () => node.freeze()),
  ];
};

const ofClock = ({ clock }: Program): Fault[] => {
  if (!clock) return [];
  const shifted = (name: string, secs: number): Fault => ({
    name,
    subject: 'clock',
    begin: () => clock.shift(secs),
    end: () => clock.shift(0),
  });
  return [shifted('clock-back', -HOUR_SECS), shifted('clock-forward', DAY_SECS)];
};

/** Those that restart the program come first, because its memory is compared from then on. */
export const faultsOf = (stores: Stores, program: Program, dataDisk: Disk): Fault[] => [
  ...ofProcess('api', program.api),
  ...ofProcess('worker', program.worker),
  ...ofClock(program),
  ...stores.all.flatMap(ofStore),
  ...(stores.cluster ? ofNodes(stores.cluster) : []),
  ...ofDisk('disk', dataDisk),
];
