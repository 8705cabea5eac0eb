/** Every write that the program has acknowledged, for comparing it with what the program serves later. */

/** A value that is changed again and again, by one writer at a time. */
export interface Tracked {
  /** The last acknowledged one. */
  value: string;
  /** Others that may have been stored, because nobody knows what became of their requests. */
  unsure: Set<string>;
}

export interface LedgerItem {
  id: number;
  title: Tracked;
  transcript: Tracked | null;
  state: 'exists' | 'deleted' | 'unsure';
  /** Whether a request that changes it runs. */
  busy: boolean;
}

export interface StoredFile {
  itemId: number;
  resourceId: number;
  content: string;
}

export interface Ledger {
  /** Published items with transcripts, which stay. */
  items: LedgerItem[];
  /** Drafts by id, which come and go. */
  drafts: Map<number, LedgerItem>;
  /** Ids of events, in the order of their acknowledgement. */
  events: string[];
  files: StoredFile[];
  /** The speaker whose image is replaced again and again. */
  speakerId: number;
  /** Number of acknowledged writes. */
  acknowledged: number;
}

export const createLedger = (): Ledger => ({
  items: [],
  drafts: new Map(),
  events: [],
  files: [],
  speakerId: 0,
  acknowledged: 0,
});

export const tracked = (value: string): Tracked => ({ value, unsure: new Set() });

export type Certainty = 'stored' | 'refused' | 'unknown';

/** Notes what became of an attempt to change the value. */
export const note = (of: Tracked, value: string, certainty: Certainty): void => {
  if (certainty === 'stored') of.value = value;
  else of.unsure.add(value);
};

/** Words of letters only, each different: searches find exactly the record that contains one. */
export const createWords = (prefix: string): (() => string) => {
  let serial = 0;
  return () => {
    serial += 1;
    const letters = Array.from(serial.toString(20), (digit) =>
      'bcdfghjklmnpqrstvwxz'.charAt(Number.parseInt(digit, 20)),
    );
    return `${prefix}${letters.join('a')}a`;
  };
};
