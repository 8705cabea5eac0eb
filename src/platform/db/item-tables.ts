/** Types of the tables for items: with their speakers, topics, pending changes and history. */
import type { Generated } from 'kysely';
import type { Artwork, Authored, Dated, Flag, Owned, SoftDeleted } from './table-parts.js';

export interface ItemTable extends Owned, Dated, Authored, SoftDeleted, Artwork {
  title: string;
  sortTitle: Generated<string>;
  subTitle: string | null;
  description: string | null;
  shortDescription: string | null;
  /** YYYY-MM-DD */
  date: string;
  /** 0 if the date is unknown and `date` only a placeholder. */
  dateIsKnown: Generated<Flag>;
  collectionId: number;
  seriesId: number | null;
  orderInSeries: number | null;
  urlSlug: string | null;
  durationSecs: number | null;
  status: string;
  wizardStep: string;
  publishedDate: string | null;
  /** When to publish it; null once publishing has been requested. */
  publishAt: string | null;
  /** When it ceases to be public; null once it has, or has been unpublished. */
  unpublishAt: Generated<string | null>;
  autoPublish: Flag | null;
  suggestedDescription: string | null;
  suggestedShortDescription: string | null;
  errorMessage: string | null;
  indexedMediaAssetId: number | null;
  autoAcceptScriptures: Flag | null;
  autoAcceptMediaChapters: Flag | null;
  /** A path below the private API's base URL that contains an unguessable key. */
  transcriptUrl: string | null;
  /** 1 while a contributor waits for an editor. */
  readyForReview: Generated<Flag>;
  /** 1 while there is an `itemDraft`. */
  hasDraft: Generated<Flag>;
  /** What the contributor wrote to the editor, or the editor who sent it back. */
  reviewNote: Generated<string | null>;
  /** BCP 47, as set by staff. */
  language: Generated<string | null>;
  /** ISO 639-1, told from the transcript. */
  detectedLanguage: Generated<string | null>;
  /** See `settleLanguages`. */
  effectiveLanguage: Generated<string | null>;
}
/** Changes of a public item that wait to be applied. */
export interface ItemDraftTable extends Owned, Dated, Authored {
  itemId: number;
  /** JSON object: the body of a PATCH of the item. */
  changes: string;
  /** JSON object: what these fields of the item were when the change was saved. */
  base: string;
}
/** A change of an item. */
export interface ItemRevisionTable extends Owned {
  itemId: number;
  /** JSON of an `Author`; null for a change that processing made. */
  author: string | null;
  /** JSON of the `Author` of the pending changes, if it applied those. */
  draftAuthor: Generated<string | null>;
  /** The bulk job that made the change. */
  jobId: Generated<number | null>;
  /** JSON array of {field, from, to}. */
  changes: string;
  entryDate: string;
}
/** A link with which somebody without an account sees an item as its page would be. */
export interface PreviewLinkTable extends Owned {
  itemId: number;
  name: string | null;
  /** SHA-256 of the 256 random bits in the URL. */
  secretHash: string;
  expiresAt: string;
  /** JSON of an `Author`. */
  createdBy: string | null;
  /** To the minute. */
  lastUsedAt: Generated<string | null>;
  entryDate: string;
}
export interface ItemSpeakerTable {
  accountId: number;
  itemId: number;
  speakerId: number;
  position: number;
}
export interface ItemTopicTable {
  accountId: number;
  itemId: number;
  topicId: number;
  position: number;
}
