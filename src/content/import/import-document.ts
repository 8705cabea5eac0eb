/** A document to import, as the rules of the API have it. */
import { z } from 'zod';
import type { Segment } from '../../../indexer/index.js';
import { title } from '../../platform/lib/fields.js';
import type { MediaMimeType } from '../media/media-types.js';
import { newItem } from '../items/item.schema.js';

/** What a document says about its item, by the rules of the API's bodies. */
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

/** A recording of an imported folder. */
export interface ImportMedia extends MediaType {
  /** Below the folder. */
  path: string;
  sizeBytes: number;
  /** When the file was last changed, ms since 1970. */
  modifiedMs: number;
}

/** What a media file is. */
export interface MediaType {
  contentType: 'audio' | 'video';
  mimeType: MediaMimeType;
}

/** A file to import: its fields and its segments. */
export interface ImportDocument extends z.input<typeof documentFields> {
  /** Path below the imported folder, with `/`: identifies the item among those of the folder and collection. */
  path: string;
  /** Changes when the file does. */
  contentHash: string;
  /** YYYY-MM-DD; null for the day of the first import. */
  date: string | null;
  /** As written, e.g. `John 3:16-18`. */
  scriptures: string[];
  segments: Segment[];
  /** A BCP 47 tag, where the file names its language. */
  language?: string;
  /** Paths of other files of the talk, which are not imported beside it. */
  sameTalk?: string[];
  /** Its recordings; with no segments it is them alone. */
  media?: ImportMedia[];
  /** Fields that the document lacks and the caller has set. */
  fromDefaults?: string[];
}
