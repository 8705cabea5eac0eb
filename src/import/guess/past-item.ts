/** The recent items of a collection, from which habits are learned. */
import type { KnownName } from '../names/known-names.js';
import type { NameReading } from '../names/read-name.js';

export interface PastItem {
  title: string;
  /** YYYY-MM-DD; null if it is unknown. */
  date: string | null;
  speakers: KnownName[];
  series: { id: number; title: string } | null;
  orderInSeries: number | null;
  /** BCP 47, of its transcript. */
  language: string | null;
  /** Names of its files without extension, in NFC. */
  names: string[];
}

/** A past item with one of its file names. */
export interface PastName {
  item: PastItem;
  reading: NameReading;
}

/** Number of past items. */
export const PAST_ITEMS = 20;
