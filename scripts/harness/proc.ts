/** Processor time and memory of a process and its children, from /proc; NaN where the system has none. */
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of processor time in /proc. */
const TICKS_PER_SECOND = 100;

export interface Memory {
  /** Resident memory of the process alone. */
  serverMiB: number;
  /** Resident memory of its children: the embedded ClickHouse, which runs only while it is needed. */
  childrenMiB: number;
}

/** The processes that a process has started and that still run. */
const childrenOf = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((id) =>
      (readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8').match(/\d+/g) ?? []).map(Number),
    );
  } catch {
    return [];
  }
};

/** The process and all below it, parents first. */
export const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)];

/** User and system seconds of a process and its children so far. */
export const processSecs = (pid: number): number => sumOfTree(pid, ownSecs);

/** Resident memory of a process and its children in MiB. */
export const residentMiB = (pid: number): number => sumOfTree(pid, ownMiB);

export const memoryOf = (pid: number): Memory => {
  const serverMiB = ownMiB(pid);
  return { serverMiB, childrenMiB: sumOfTree(pid, ownMiB) - serverMiB };
};

const ownMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1]) / 1_024;

const ownSecs = (pid: number): number => {
  const [, fields] = /^.*\) (.*)$/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  // The last two fields are those of children that have exited.
  const ticks = fields?.split(' ').slice(11, 15).map(Number) ?? [Number.NaN];
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
};

/** A child that exits during the measurement counts as 0. */
const sumOfTree = (pid: number, measure: (pid: number) => number): number => {
  const [own, ...below] = treeOf(pid).map(measure);
  return below.reduce((sum, value) => sum + (value || 0), own!);
};

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
