/** How far the spool has been read: a small file, replaced in one step. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnalyticsLog } from '../log.js';
import { replaceFile } from './folder.js';

/** A stretch of one segment, bytes. */
export interface Range {
  segment: number;
  from: number;
  to: number;
}

export interface SpoolState {
  /** Random, of this folder: part of every batch's token, so that segments counted anew are not taken for old ones. */
  id: string;
  /** All before this place has been stored. */
  segment: number;
  offset: number;
  /** The batch that is being stored: after a crash the very same is sent again. */
  plan: Range | null;
}

/** A folder that has no state yet, or one that cannot be read, begins at its oldest segment. */
export const readState = async (dir: string, log: AnalyticsLog): Promise<SpoolState> => {
  const fresh: SpoolState = { id: randomBytes(8).toString('hex'), segment: 0, offset: 0, plan: null };
  let text: string;
  try {
    text = await readFile(stateFile(dir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fresh;
    throw error;
  }
  try {
    const state = JSON.parse(text) as SpoolState;
    if (typeof state.id === 'string' && Number.isSafeInteger(state.segment + state.offset)) return state;
  } catch {
    // Told below.
  }
  log.error({ dir }, 'the state of the event spool is damaged: its oldest file is stored from its beginning');
  return fresh;
};

export const writeState = (dir: string, state: SpoolState): Promise<void> =>
  replaceFile(stateFile(dir), `${JSON.stringify(state)}\n`);

const stateFile = (dir: string): string => join(dir, 'state.json');
