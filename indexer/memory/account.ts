/** The state of an account that is, or is to be, in memory. */
import type { SearchReader } from '../ports.js';
import type { AccountIndex } from './account-index.js';

export interface Account {
  index: AccountIndex | null;
  reader: SearchReader | null;
  /** Items to read again, and whether with their chunks. */
  changed: Map<number, boolean>;
  /** Those that are being read. */
  taken: Map<number, boolean>;
  /** The same since the account began to be built anew. */
  changedMeanwhile: Map<number, boolean> | null;
  loading: Promise<void> | null;
  reading: Promise<void> | null;
  usedAt: number;
  /** When to try again to load it. */
  loadAt: number;
  /** The revision that was saved or restored last. */
  savedRevision: number | null;
  saving: Promise<void> | null;
}

export const newAccount = (): Account => ({
  index: null,
  reader: null,
  changed: new Map(),
  taken: new Map(),
  changedMeanwhile: null,
  loading: null,
  reading: null,
  usedAt: 0,
  loadAt: 0,
  savedRevision: null,
  saving: null,
});
