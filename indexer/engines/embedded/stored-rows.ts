/** Items as rows of the index file. */
import type { ItemAttributes } from '../../ports.js';
import { attributesOf } from '../keys.js';
import type { StoredHead } from './account-index.js';

/** Passages that an item can have; their ids follow the item's. */
const MAX_PASSAGES = 2 ** 20;

/** @param place of the passage in its item */
export const passageId = (item: number, place: number): number => item * MAX_PASSAGES + place;

/** The item of a passage. */
export const itemOfPassage = (passage: number): number => Math.floor(passage / MAX_PASSAGES);

export const HEAD_COLUMNS = 'item.id, attributes, title, description, mediaAssetId';

export interface HeadRow {
  id: number;
  attributes: string;
  title: string;
  description: string;
  mediaAssetId: number | null;
}

/** JSON of what a search can filter by. */
export const attributesText = (item: ItemAttributes): string => JSON.stringify(attributesOf(item));

export const headOf = ({ id, attributes, title, description, mediaAssetId }: HeadRow): StoredHead => ({
  id,
  attributes: JSON.parse(attributes) as ItemAttributes,
  title,
  description,
  mediaAssetId,
});
