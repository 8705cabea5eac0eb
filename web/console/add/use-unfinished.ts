/** Uploads that stopped before their end, in this tab or in another one, and the files that continue them. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { where } from '../../../client/index.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { itemSteps } from '../uploads/item-steps.js';
import { useUploads } from '../uploads/use-uploads.js';
import { stemOf, type ChosenFile } from './chosen-files.js';

type MediaAsset = Schemas['MediaAsset'];
const LIMIT = 100;

const useUnfinishedQuery = () => {
  const { api, keys } = useAccount();
  return queryOptions({
    queryKey: keys.list('media', { unfinished: true }),
    queryFn: async () => {
      const query = {
        ...where({ 'uploadExpiresAt.nl': false }),
        status: 'created' as const,
        '_expand[]': ['item' as const],
        _limit: LIMIT,
      };
      return (await unwrap(api.GET('/media', { params: { query } }))).mediaAssets;
    },
  });
};

/** Those that this tab does not send. */
export const useUnfinished = (): readonly MediaAsset[] => {
  const { uploads } = useUploads();
  const sent = new Set(uploads.flatMap(({ mediaAssetIds }) => mediaAssetIds));
  const query = useQuery(useUnfinishedQuery());
  return query.data?.filter(({ id }) => !sent.has(id)) ?? [];
};

/** Continues the uploads of files that stopped before. @returns the files that are new */
export const useContinueUploads = (): ((files: readonly ChosenFile[]) => Promise<ChosenFile[]>) => {
  const { api } = useAccount();
  const { queue } = useUploads();
  const client = useQueryClient();
  const unfinished = useUnfinishedQuery();
  return async (files) => {
    const inTab = new Set(queue.uploads().flatMap(({ mediaAssetIds }) => mediaAssetIds));
    // What was read before may have been uploaded since.
    const assets = (await client.query({ ...unfinished, staleTime: 0 })).filter(({ id }) => !inTab.has(id));
    const left = new Set(files);
    for (const asset of assets) {
      const chosen = [...left].find(
        ({ file }) => file.name === asset.originalFilename && file.size === asset.fileSizeBytes,
      );
      if (!chosen) continue;
      left.delete(chosen);
      const transcript = [...left].find((other) => stemOf(other) === stemOf(chosen));
      if (transcript) left.delete(transcript);
      queue.add({
        itemId: asset.itemId,
        title: asset.item?.title ?? chosen.file.name,
        mediaAssetIds: [asset.id],
        notes: [],
        steps: itemSteps(api, {
          itemId: asset.itemId,
          recordings: [{ mediaAssetId: asset.id, file: chosen.file }],
          transcript: transcript ? { file: transcript.file, mediaAssetId: asset.id } : null,
        }),
      });
    }
    return [...left];
  };
};
