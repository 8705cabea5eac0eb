/** An item as screens edit it: read again while something is under way, with its pending changes. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { isPublic } from '../parts/is-public.js';
import { useAutosave, type Autosave } from './use-autosave.js';
import { useWizardStep } from './use-wizard-step.js';

/** While something is under way, the item is read this often. */
const POLL_MS = 2_000;
const UNDER_WAY: readonly Schemas['Item']['status'][] = [
  'queued',
  'processing',
  'publishing',
  'unpublishing',
];

export const useItem = (id: number, cut: Cut | null = null): UseQueryResult<Schemas['Item']> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.one('items', id),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/items/{itemId}', {
            params: {
              path: { itemId: id },
              query: {
                '_expand[]': ['speakers', 'collection', 'series', 'mediaAssets', 'topics', 'scriptures'],
              },
            },
          }),
        )
      ).item,
    refetchInterval: ({ state: { data } }) =>
      data && (isUnderWay(data) || isCutting(data, cut)) ? POLL_MS : false,
  });
};

const isUnderWay = ({ status, mediaAssets = [] }: Schemas['Item']): boolean =>
  UNDER_WAY.includes(status) ||
  mediaAssets.some(
    ({ status: its, externalPlatform, fileSizeBytes }) =>
      its === 'uploaded' ||
      its === 'processing' ||
      // The server is fetching or cutting its file: whoever uploads one has named its size.
      (its === 'created' && externalPlatform === null && fileSizeBytes === null),
  );

/** A part that the server cuts out of a recording: the ids of both media assets. */
export interface Cut {
  partId: number;
  wholeId: number;
}

/** Whether the part has not taken the place of the whole yet. */
export const isCutting = ({ mediaAssets = [] }: Schemas['Item'], cut: Cut | null): boolean => {
  if (!cut) return false;
  const part = mediaAssets.find(({ id }) => id === cut.partId);
  return part?.status !== 'error' && mediaAssets.some(({ id }) => id === cut.wholeId);
};

export interface EditedItem {
  /** With its pending changes, if it is public. */
  shown: Schemas['Item'];
  /** Null if there are none. */
  pending: Schemas['ItemDraft'] | null;
  autosave: Autosave;
  /** Whether what is typed waits for "Update public page". */
  toDraft: boolean;
  mayChange: boolean;
}

export const useEditedItem = (item: Schemas['Item']): EditedItem => {
  const { api, keys, may } = useAccount();
  const toDraft = isPublic(item);
  const draft = useQuery({
    queryKey: keys.part('items', item.id, 'draft'),
    enabled: item.hasDraft && may('content:draft'),
    queryFn: async () =>
      (await unwrap(api.GET('/items/{itemId}/draft', { params: { path: { itemId: item.id } } }))).draft,
  });
  const pending = item.hasDraft ? (draft.data ?? null) : null;
  const shown = { ...item, ...pending?.changes };
  const autosave = useAutosave(shown, toDraft);
  const mayChange = may(toDraft ? 'content:write' : 'content:draft');
  useWizardStep(item, mayChange);
  return { shown, pending, autosave, toDraft, mayChange };
};
