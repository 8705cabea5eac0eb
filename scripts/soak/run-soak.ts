/** The whole soak: stores, program, library, load, faults one after the other, and the final comparison. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { prepareData } from '../../test/support/run-in-process.js';
import { createClients } from './call.js';
import { createDisk } from './disk.js';
import { faultsOf, type Fault } from './faults.js';
import { createLedger } from './ledger.js';
import { fillLibrary } from './library.js';
import { startLoad } from './load.js';
import { growthOf, watchMemory, type Memory } from './memory.js';
import { programEnvironment, startProgram, type Program } from './program.js';
import { createReads } from './reads.js';
import { heading, rowOf, runCalm, runFault, type FaultReport, type Soak } from './run-fault.js';
import { createStoreReader } from './store-reader.js';
import { startStores, type Stores } from './stores.js';
import { findLost } from './verify.js';
import { createWrites } from './writes.js';

export interface SoakOptions {
  folder: string;
  minutes: number;
  /** Share of the usual load. */
  share: number;
  /** Faults, or words of their names; null for all. */
  chosen: readonly string[] | null;
  /** Whether the index is on three nodes of Qdrant, which fail one at a time. */
  nodes: boolean;
  signal: AbortSignal;
  print(text: string): void;
}

export interface SoakReport {
  faults: FaultReport[];
  calm: string[];
  lost: string[];
  memory: Memory | null;
  acknowledged: number;
  /** Number of things that went wrong. */
  violations: number;
}

const DATA_DISK_MIB = 256;
/** Share of a fault's time in which it lasts; the rest is for healing. */
const HELD = 0.4;
const MAX_HELD_MS = 20_000;
const WARM_UP_MS = 5_000;

const isChosen = ({ name }: Fault, chosen: SoakOptions['chosen']): boolean =>
  chosen === null || chosen.some((word) => name === word || name.split('-').includes(word));

export const runSoak = async (options: SoakOptions): Promise<SoakReport> => {
  const { folder } = options;
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const dataDisk = createDisk(join(folder, 'program'), DATA_DISK_MIB);
  let stores: Stores | undefined;
  let program: Program | undefined;
  try {
    stores = await startStores(folder, options.nodes);
    const environment = { ...programEnvironment(join(dataDisk.path, 'data')), ...stores.environment };
    const token = await prepareData(environment);
    program = await startProgram(environment, folder);
    const clients = createClients(program.privateUrl, program.publicUrl, token);
    const ledger = createLedger();
    const collectionId = await fillLibrary(clients, ledger);
    const writes = await createWrites(clients, ledger, collectionId);
    const soak: Soak = {
      clients,
      ledger,
      program,
      upload: writes.resource,
      load: startLoad({ ...writes, ...createReads(clients, ledger) }, options.share),
      reader: createStoreReader(stores.of('database')!.url, stores.of('clickhouse')!.url),
    };
    const faults = faultsOf(stores, program, dataDisk).filter((fault) => isChosen(fault, options.chosen));
    return await soakThrough(soak, faults, stores, options);
  } finally {
    await program?.stop();
    await stores?.stop();
    dataDisk.remove();
  }
};

const soakThrough = async (
  soak: Soak,
  faults: readonly Fault[],
  stores: Stores,
  { minutes, signal, print }: SoakOptions,
): Promise<SoakReport> => {
  const slotMs = (minutes * 60_000) / faults.length;
  const reports: FaultReport[] = [];
  const calm = await runCalm(soak, WARM_UP_MS);
  print(heading());
  let memory = watchMemory(soak.program);
  let restarted = false;
  for (const fault of faults) {
    if (signal.aborted) break;
    const restarts = ['api', 'worker', 'clock'].includes(fault.subject);
    if (restarted && !restarts) {
      memory.end();
      memory = watchMemory(soak.program);
    }
    restarted = restarts;
    const from = performance.now();
    const report = await runFault(soak, fault, Math.min(MAX_HELD_MS, slotMs * HELD));
    print(rowOf(report));
    reports.push(report);
    const after = await runCalm(soak, slotMs - (performance.now() - from));
    for (const problem of after) print(`    afterwards: ${problem}`);
    calm.push(...after.map((problem) => `after ${fault.name}: ${problem}`));
  }
  const compared = memory.end();
  await soak.load.stop();
  const lost = await findLost(soak.clients, soak.ledger, soak.reader);
  const others = [...(compared ? growthOf(compared) : []), ...new Set(stores.refused)];
  for (const problem of [...lost, ...others]) print(`    ${problem}`);
  const violations = [calm, lost, others, ...reports.map((report) => report.violations)].flat().length;
  const { acknowledged, events, files } = soak.ledger;
  print(
    `${acknowledged} writes acknowledged, among them ${events.length} events and ${files.length} files; ${lost.length} lost`,
  );
  if (compared) {
    const [api, worker] = [compared.api, compared.worker].map((halves) =>
      halves.map((mebibytes) => mebibytes.toFixed(0)).join(' → '),
    );
    print(`memory in MiB, first half → second half: API ${api}, worker ${worker}`);
  }
  print(violations === 0 ? 'Nothing went wrong.' : `${violations} things went wrong.`);
  return { faults: reports, calm: [...calm, ...others], lost, memory: compared, acknowledged, violations };
};
