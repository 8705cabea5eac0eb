/** The public face of the web components: what their events carry and what can be asked of them, without DOM types. */
import type { components } from './public-api.js';

/** An item as search results show it. */
export type PublicItem = components['schemas']['PublicItem'];

/** Of `lectern-search`, when results are shown. */
export interface LecternSearchDetail {
  query: string;
  /** Identifies the search in events; null while the latest items are shown. */
  searchId: string | null;
  totalRecords: number;
  items: PublicItem[];
}

/** Of `lectern-select`, when a result is chosen. `preventDefault()` leaves it to the page to open the item. */
export interface LecternSelectDetail {
  item: Pick<PublicItem, 'id' | 'urlSlug' | 'title'>;
  /** Position in the results, from 1; null for a suggestion. */
  rank: number | null;
  /** Where the chosen passage starts; null for the item as a whole, or without times. */
  startSeconds: number | null;
  /** The paragraph in which the chosen passage of a text without times begins, from 0; else null. */
  paragraph: number | null;
  searchId: string | null;
}

/** Of `lectern-timeupdate`, `lectern-play`, `lectern-pause` and `lectern-ended`. */
export interface LecternPlaybackDetail {
  itemId: number;
  currentTime: number;
  /** Seconds; null while unknown. */
  duration: number | null;
}

/** The events of both components by name, with their details. */
export interface LecternEventDetails {
  'lectern-search': LecternSearchDetail;
  'lectern-select': LecternSelectDetail;
  'lectern-timeupdate': LecternPlaybackDetail;
  'lectern-play': LecternPlaybackDetail;
  'lectern-pause': LecternPlaybackDetail;
  'lectern-ended': LecternPlaybackDetail;
}

/** What `<lectern-search>` can be asked. */
export interface LecternSearchControls {
  /** The text that has been searched; setting it searches. */
  query: string;
  /** Searches without filters. */
  search(query: string): Promise<void>;
}

/** What `<lectern-player>` can be asked. */
export interface LecternPlayerControls {
  /** Seconds. */
  readonly currentTime: number;
  /** Seconds; NaN while unknown. */
  readonly duration: number;
  readonly paused: boolean;
  /** @throws where the browser does not allow it, as before the visitor has pressed anything */
  play(): Promise<void>;
  pause(): void;
  /** Goes to a time in seconds; one before or beyond the recording becomes its nearest end. */
  seek(seconds: number): void;
}
