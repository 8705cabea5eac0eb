/** Names of an index's tables or collections: one of each kind per model and suffix. */

export type CollectionKind = 'chunks' | 'items';

export interface IndexName {
  /** Letters, digits, `.`, `_`, `-`. */
  modelId: string;
  /**
   * Distinguishes indexes of one model, so that a new one can be built beside the one in use. Letters, digits, `.`,
   * `-`.
   */
  tableSuffix: string;
}

const NAME = /^(chunks|items|words)_([A-Za-z0-9._-]+)_([A-Za-z0-9.-]+)$/;

/**
 * `chunks_<modelId>_<suffix>`; words are Qdrant's alone
 * @throws {RangeError} when a part has other characters
 */
export function storeName(kind: CollectionKind | 'words', { modelId, tableSuffix }: IndexName): string {
  const name = `${kind}_${modelId}_${tableSuffix}`;
  if (NAME.exec(name)?.[3] !== tableSuffix)
    throw new RangeError(`Invalid index name: ${JSON.stringify(name)}`);
  return name;
}
