/** A document to import, validated by the rules of the API. */
import { z } from 'zod';
import type { Segment } from '../../indexer/index.js';
import { title } from '../platform/lib/fields.js';
import type { MediaChapter } from '../content/chapters/media-chapters.js';
import type { MediaMimeType } from '../content/media/media-types.js';
import { newItem } from '../content/items/item.schema.js';

/** A document's fields for its item, as in the API's request bodies. */
export const documentFields = z.object({
  ...newItem.pick({
    title: true,
    subTitle: true,
    description: true,
    shortDescription: true,
    orderInSeries: true,
  }).shape,
  speakers: z.array(title).max(200),
  topics: z.array(title).max(200),
  series: title.nullable(),
});
export type DocumentFields = z.output<typeof documentFields>;

/** A recording in an imported folder. */
export interface ImportMedia extends MediaType {
  /** Path below the folder. */
  path: string;
  sizeBytes: number;
  /** Time of the file's last change, ms since 1970. */
  modifiedMs: number;
}

/** The type of a media file. */
export interface MediaType {
  contentType: 'audio' | 'video';
  mimeType: MediaMimeType;
  /** Those in the file. */
  chapters?: readonly MediaChapter[];
}

/** A file to import: its fields and its segments. */
export interface ImportDocument extends z.input<typeof documentFields> {
  /** Path below the imported folder, with `/`. Identifies the item within the folder and collection. */
  path: string;
  /** Changes with the file. */
  contentHash: string;
  /** YYYY-MM-DD; null for the day of the first import. */
  date: string | null;
  /** In English and the English numbering, e.g. `John 3:16-18`. */
  scriptures: string[];
  segments: Segment[];
  /** A BCP 47 tag, if the file states its language. */
  language?: string;
  /** Paths of other files of the same talk, which are not imported separately. */
  sameTalk?: string[];
  /** Its recordings. Without segments, the document consists of them alone. */
  media?: ImportMedia[];
  /** Fields missing in the document that the caller's defaults set. */
  fromDefaults?: string[];
  /** Whether the title is only the name of the file. */
  isNamedByPath?: boolean;
  /** What the file's name says beyond that, for a new item. */
  guessed?: Partial<Pick<ImportDocument, 'title' | 'date' | 'speakers' | 'series' | 'scriptures'>> & {
    orderInSeries?: number;
  };
  /** Scriptures that its title or name may mean, for staff to accept. */
  suggestedScriptures?: string[];
  /** A date in the file's name that can be read in several ways. */
  ambiguousDate?: string;
}
