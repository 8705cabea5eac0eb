/** The tables of content: collections, series, speakers, topics, items and what belongs to an item. */
import type { Generated } from 'kysely';
import type {
  Authored,
  Dated,
  DeletedBy,
  Flag,
  Owned,
  SoftDeletedColumns,
} from '../platform/db/table-parts.js';

/** Pictures in four aspect ratios: their URLs, and JSON of their metadata. */
interface Artwork {
  squareImgUrl: string | null;
  wideImgUrl: string | null;
  ultraWideImgUrl: string | null;
  verticalImgUrl: string | null;
  squareImgMetadata: string | null;
  wideImgMetadata: string | null;
  ultraWideImgMetadata: string | null;
  verticalImgMetadata: string | null;
}

interface CollectionTable extends Owned, Dated, Authored, SoftDeletedColumns {
  name: string;
  itemDescriptor: string;
  contentFormat: string;
  fullService: Flag;
  /** BCP 47; of items whose language is not known otherwise. */
  defaultLanguage: Generated<string | null>;
  /** JSON object with the settings of the podcast feed. */
  feed: Generated<string>;
  /** Cover image of the feed. */
  squareImgUrl: Generated<string | null>;
  squareImgMetadata: Generated<string | null>;
}

interface VariantTypeTable extends Owned, DeletedBy {
  collectionId: number;
  name: string;
  contentType: string;
  indexable: Flag;
  displayOrder: number;
}

interface SeriesTable extends Owned, Dated, Authored, SoftDeletedColumns, Artwork {
  title: string;
  subTitle: string | null;
  collectionId: number;
  description: string | null;
  shortDescription: string | null;
  sortOrder: number;
  itemSortDirection: string;
  showItemOrderInSeries: Flag;
  urlSlug: string | null;
  colorHex: string | null;
  published: Flag | null;
}

interface SpeakerTable extends Owned, Dated, Authored, SoftDeletedColumns {
  name: string;
  bio: string | null;
  imageUrl: string | null;
  imageFilename: string | null;
}

interface TopicTable extends Owned, Dated, Authored, SoftDeletedColumns {
  name: string;
  displayOrder: number;
}

interface ItemTable extends Owned, Dated, Authored, SoftDeletedColumns, Artwork {
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

interface ItemSpeakerTable {
  accountId: number;
  itemId: number;
  speakerId: number;
  position: number;
}

interface ItemTopicTable {
  accountId: number;
  itemId: number;
  topicId: number;
  position: number;
}

/** Changes of a public item that wait to be applied. */
interface ItemDraftTable extends Owned, Dated, Authored {
  itemId: number;
  /** JSON object: the body of a PATCH of the item. */
  changes: string;
  /** JSON object: what these fields of the item were when the change was saved. */
  base: string;
}

/** A change of an item. */
interface ItemRevisionTable extends Owned {
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
interface PreviewLinkTable extends Owned {
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

interface ScriptureTable extends Owned, DeletedBy {
  itemId: number;
  /** USFM code */
  book: string;
  chapter: number;
  verseStart: number;
  verseEnd: number;
  keyVerse: Flag | null;
  suggested: Flag | null;
  accepted: Flag | null;
  displayOrder: number | null;
  /** 0 to 1 for an unchanged suggestion made by processing; null otherwise. */
  score: Generated<number | null>;
  /** Where in the recording the suggestion comes from. */
  startMs: Generated<number | null>;
  /** Whether it is suggested as the key verse. */
  suggestedKey: Generated<Flag | null>;
}

interface MediaAssetTable extends Owned, DeletedBy {
  itemId: number;
  contentType: string;
  mimeType: string | null;
  variantTypeId: number | null;
  fileSizeBytes: number | null;
  durationSecs: number | null;
  bitrate: number | null;
  videoWidth: number | null;
  videoHeight: number | null;
  filename: string | null;
  originalFilename: string | null;
  externalPlatform: string | null;
  externalPlatformId: string | null;
  streamAssetId: string | null;
  streamPlaybackId: string | null;
  status: string;
  /** What is wrong with the file; null if nothing is. */
  errorMessage: Generated<string | null>;
  url: string | null;
  downloadUrl: string | null;
  waveformUrl: Generated<string | null>;
  posterUrl: Generated<string | null>;
  audioUrl: Generated<string | null>;
  streamUrl: Generated<string | null>;
  entryDate: string;
}

interface ChapterTable extends Owned, DeletedBy {
  itemId: number;
  mediaAssetId: number;
  title: string;
  startMs: number;
  suggested: Flag | null;
  accepted: Flag | null;
  /** As for a scripture. */
  score: Generated<number | null>;
}

interface ResourceTypeTable extends Owned, DeletedBy {
  name: string;
  displayOrder: number;
}

interface ResourceTable extends Owned, DeletedBy {
  itemId: number;
  title: string;
  subTitle: string | null;
  description: string | null;
  resourceTypeId: number | null;
  displayOrder: number;
  contentType: string;
  fileMimeType: string | null;
  fileSizeBytes: number | null;
  originalFilename: string | null;
  externalPlatform: string | null;
  externalPlatformId: string | null;
  thumbnailImgUrl: string | null;
  url: string | null;
  linkTarget: string | null;
}

/** Changed by triggers whenever anything changes that the public may see. */
interface ContentVersionTable {
  accountId: number;
  /** Never repeats. */
  version: string;
  changedDate: string;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    collection: CollectionTable;
    variantType: VariantTypeTable;
    series: SeriesTable;
    speaker: SpeakerTable;
    topic: TopicTable;
    item: ItemTable;
    itemSpeaker: ItemSpeakerTable;
    itemTopic: ItemTopicTable;
    itemDraft: ItemDraftTable;
    itemRevision: ItemRevisionTable;
    previewLink: PreviewLinkTable;
    scripture: ScriptureTable;
    mediaAsset: MediaAssetTable;
    chapter: ChapterTable;
    resourceType: ResourceTypeTable;
    resource: ResourceTable;
    contentVersion: ContentVersionTable;
  }
}
