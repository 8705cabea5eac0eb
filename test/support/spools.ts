/** Spools in temporary folders, for tests below HTTP. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openSpool, type Spool } from '../../analytics/index.js';
import { eventsIn } from './spooled-events.js';
import { pageView } from './stored-events.js';

const created: string[] = [];
/** A path at which a spool can create its folder. */
export const freshFolder = (): string => {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-spool-'));
  created.push(parent);
  return join(parent, 'spool');
};
/** Deletes the folders that `freshFolder` has created; call it at the end of a file. */
export const removeFolders = (): void => {
  for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true });
};
export const fileIn = (dir: string): string => join(dir, 'events.db');
export const movedFiles = (dir: string): string[] =>
  readdirSync(dir).filter((name) => name.includes('.corrupt-'));

/** The logged messages, by level. */
export const recordLog = () => {
  const logged = { info: [] as string[], warn: [] as string[], error: [] as string[] };
  const record = (level: keyof typeof logged) => (_fields: object, message: string) =>
    void logged[level].push(message);
  return { logged, log: { info: record('info'), warn: record('warn'), error: record('error') } };
};
export const open = (dir: string, { log } = recordLog(), maxBytes = 2 ** 30): Promise<Spool> =>
  openSpool({ dir, maxBytes, log });

type Batch = NonNullable<Awaited<ReturnType<Spool['next']>>>;
const idsIn = ({ groups }: Batch): string[] =>
  groups.flatMap(({ target, rows }) =>
    eventsIn({ target, rows: Buffer.from(rows), eventIds: null }).map(({ id }) => String(id)),
  );

/** Reads and removes everything, as the writer does. */
export const drain = async (spool: Spool): Promise<string[]> => {
  const ids: string[] = [];
  for (let batch = await spool.next(); batch; batch = await spool.next()) {
    expect(idsIn(batch)).toHaveLength(batch.events);
    ids.push(...idsIn(batch));
    await spool.done();
  }
  return ids;
};
export const append = async (spool: Spool, count: number): Promise<string[]> => {
  const events = Array.from({ length: count }, () => pageView());
  await spool.append(events);
  return events.map(({ id }) => id);
};
/** The folder as a crash would leave it: a copy of what is on disk now, before anything is closed. */
export const copyOf = (dir: string): string => {
  const copy = freshFolder();
  mkdirSync(copy);
  for (const name of readdirSync(dir)) copyFileSync(join(dir, name), join(copy, name));
  return copy;
};
