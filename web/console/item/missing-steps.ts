/** What an item lacks before it can be published. */
import { itemTexts } from '../../../strings/console/item/en.js';
import type { Schemas } from '../api/account.js';

export interface MissingStep {
  step: keyof typeof itemTexts.missingSteps;
  /** Id of the section of the page where it can be done. */
  section: 'media' | 'publishing' | 'problem';
}

export const missingSteps = ({
  status,
  mediaAssets = [],
  indexedMediaAssetId,
}: Schemas['Item']): MissingStep[] => {
  if (['publishing', 'published', 'unpublishing'].includes(status)) return [];
  if (mediaAssets.every((asset) => asset.status === 'created')) return [{ step: 'media', section: 'media' }];
  if (status === 'queued' || status === 'processing') return [{ step: 'waits', section: 'media' }];
  if (status === 'error' || status === 'actionRequired') return [{ step: 'error', section: 'problem' }];
  if (status === 'draft') return [{ step: 'process', section: 'publishing' }];
  return indexedMediaAssetId === null ? [{ step: 'index', section: 'media' }] : [];
};
