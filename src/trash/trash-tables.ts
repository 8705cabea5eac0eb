/** The view of deleted records. */

/** Kinds of records that can be deleted and restored; each is a table. */
export const trashKinds = [
  'item',
  'collection',
  'series',
  'speaker',
  'topic',
  'variantType',
  'resourceType',
  'mediaAsset',
  'chapter',
  'scripture',
  'resource',
  'webhook',
  'embedToken',
] as const;
export type TrashKind = (typeof trashKinds)[number];

/** A deleted record. Not those that are restored with another one, nor dismissed suggestions. */
interface TrashView {
  accountId: number;
  kind: TrashKind;
  /** Unique per kind. */
  id: number;
  title: string;
  deletedDate: string;
  /** JSON of an `Author`. */
  deletedBy: string | null;
  /** The item that it belongs to. */
  itemId: number | null;
  collectionId: number | null;
  mediaAssetId: number | null;
  /** Status of the item itself, or of the item that the record belongs to; null for other kinds. */
  itemStatus: string | null;
  itemPublishAt: string | null;
  itemAutoPublish: number | null;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    trash: TrashView;
  }
}
