/**
 * Moves the step of an unfinished item along with what has been done, so that programs which show the steps one after the
 * other find the item where it is. The server takes one step at a time, and moves the last ones itself.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unwrap, useAccount, type Schemas } from '../api/account.js';

type Item = Schemas['Item'];

const STEPS = ['basicDetails', 'artwork', 'media'] as const;

/** Index of the furthest step in which something has been done. */
const reached = ({
  squareImgUrl,
  wideImgUrl,
  ultraWideImgUrl,
  verticalImgUrl,
  mediaAssets = [],
}: Item): number => {
  if (mediaAssets.some(({ status }) => status !== 'created')) return STEPS.indexOf('media');
  const hasArtwork = [squareImgUrl, wideImgUrl, ultraWideImgUrl, verticalImgUrl].some((url) => url !== null);
  return STEPS.indexOf(hasArtwork ? 'artwork' : 'basicDetails');
};

export const useWizardStep = (item: Item, mayChange: boolean): void => {
  const { api, keys } = useAccount();
  const client = useQueryClient();
  const { id: itemId } = item;
  const from = item.status === 'draft' ? STEPS.indexOf(item.wizardStep as 'media') : -1;
  const to = reached(item);
  useEffect(() => {
    if (!mayChange || from < 0 || from >= to) return;
    const move = async (): Promise<void> => {
      for (const wizardStep of STEPS.slice(from + 1, to + 1))
        await unwrap(api.PATCH('/items/{itemId}', { params: { path: { itemId } }, body: { wizardStep } }));
      await client.invalidateQueries({ queryKey: keys.one('items', itemId) });
    };
    // Somebody else has moved it meanwhile: nothing of it is seen here.
    move().catch(() => undefined);
  }, [api, client, keys, itemId, mayChange, from, to]);
};
