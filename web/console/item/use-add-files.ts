/** Adds recordings and transcripts to an item, by the endings of their names. The server looks into them. */
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { kindOf } from '../parts/file-kinds.js';
import { withValues } from '../parts/with-values.js';
import { itemSteps } from '../uploads/item-steps.js';
import { useUploads } from '../uploads/use-uploads.js';

type Item = Pick<Schemas['Item'], 'id' | 'title'>;

/** @returns a function that sends files in the background; nothing of them if one is neither */
export const useAddFiles = ({ id: itemId, title }: Item): ((files: readonly File[]) => Promise<void>) => {
  const { api, keys } = useAccount();
  const client = useQueryClient();
  const { queue } = useUploads();
  const create = async (file: File) => {
    const kind = kindOf(file.name);
    if (kind?.kind !== 'recording') return [];
    const { contentType, mimeType } = kind;
    const { mediaAsset } = await unwrap(
      api.POST('/items/{itemId}/media/create', {
        params: { path: { itemId } },
        body: { contentType, mimeType, fileSizeBytes: file.size, originalFilename: file.name },
      }),
    );
    return [{ mediaAssetId: mediaAsset.id, file }];
  };
  return async (files) => {
    const unknown = files.find((file) => kindOf(file.name) === null);
    if (unknown) {
      const message = withValues(en.media.unknown, { name: unknown.name });
      notifications.show({ color: 'red', message, role: 'alert' });
      return;
    }
    const recordings = [];
    for (const file of files) recordings.push(...(await create(file)));
    await client.invalidateQueries({ queryKey: keys.every('items') });
    // The last one is the item's; each replaces the one before.
    const transcript = files.findLast((file) => kindOf(file.name)?.kind === 'transcript');
    queue.add({
      itemId,
      title,
      mediaAssetIds: recordings.map(({ mediaAssetId }) => mediaAssetId),
      notes: [],
      steps: itemSteps(api, { itemId, recordings, transcript: transcript ? { file: transcript } : null }),
    });
  };
};
