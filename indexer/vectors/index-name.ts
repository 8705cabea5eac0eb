/** What an index is called in a store: a table or collection for each kind, by model and suffix. */

export type Kind = 'passages' | 'items';

/** An index that exists in a store. */
export interface IndexName {
  /** Letters, digits, `.`, `_`, `-`. */
  modelId: string;
  /** Tells indexes of one model apart, so that a new one can be built beside that in use. Letters, digits, `.`, `-`. */
  tableSuffix: string;
}

const NAME = /^(passages|items)_([A-Za-z0-9._-]+)_([A-Za-z0-9.-]+)$/;

/** `passages_<modelId>_<suffix>` @throws RangeError where a part has other letters */
export function storeName(kind: Kind, { modelId, tableSuffix }: IndexName): string {
  const name = `${kind}_${modelId}_${tableSuffix}`;
  if (NAME.exec(name)?.[3] !== tableSuffix)
    throw new RangeError(`Not fit for a name: ${JSON.stringify(name)}`);
  return name;
}

/** The names of indexes among a store's tables or collections. */
export function indexNames(names: readonly string[]): IndexName[] {
  return names
    .map((name) => NAME.exec(name))
    .filter((parts) => parts?.[1] === 'passages')
    .map((parts) => ({ modelId: parts![2]!, tableSuffix: parts![3]! }));
}
