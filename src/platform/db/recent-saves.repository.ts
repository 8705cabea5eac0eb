/**
 * The values that people saved in the last minute, so that a save that was sent before the response to the last one does
 * not conflict with it.
 */
import type { Db } from './dialect.js';
import { isoTime, type Clock } from '../lib/clock.js';

/** Longer than a slow response takes, but not so long that a forgotten tab overwrites newer values. */
const RECENT_MS = 60_000;
/** Values per field that are remembered. */
const MAX_VALUES = 20;

/** Who saves which record when. */
export interface Saver {
  personId: number;
  /** Identifies the record. */
  subject: string;
  /** ISO 8601, UTC. */
  savedAt: string;
}

/** Hashes of the values that a field had while only this person changed it, the oldest first. */
export type OwnValues = ReadonlyMap<string, readonly string[]>;

/** @returns by path of the field */
export const recentValues = async (
  trx: Db,
  { personId, subject, savedAt }: Saver,
  paths: readonly string[],
): Promise<OwnValues> => {
  if (paths.length === 0) return new Map();
  const rows = await trx
    .selectFrom('recentSave')
    .select(['path', 'hashes'])
    .where('personId', '=', personId)
    .where('subject', '=', subject)
    .where('path', 'in', [...paths])
    .where('savedAt', '>=', new Date(Date.parse(savedAt) - RECENT_MS).toISOString())
    .execute();
  return new Map(rows.map(({ path, hashes }) => [path, JSON.parse(hashes) as string[]]));
};

export const rememberValues = async (
  trx: Db,
  saver: Saver,
  values: ReadonlyMap<string, readonly string[]>,
): Promise<void> => {
  if (values.size === 0) return;
  await trx
    .insertInto('recentSave')
    .values(
      [...values].map(([path, hashes]) => ({
        ...saver,
        path,
        hashes: JSON.stringify(hashes.slice(-MAX_VALUES)),
      })),
    )
    .onConflict((oc) =>
      oc.columns(['personId', 'subject', 'path']).doUpdateSet(({ ref }) => ({
        hashes: ref('excluded.hashes'),
        savedAt: ref('excluded.savedAt'),
      })),
    )
    .execute();
};

export const deleteOldSaves = async (db: Db, clock: Clock): Promise<void> => {
  await db.deleteFrom('recentSave').where('savedAt', '<', isoTime(clock, -RECENT_MS)).execute();
};
