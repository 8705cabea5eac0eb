/** Reads the analytics of one talk, and what is said in it. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { unwrap, useAccount, type Schemas } from '../../api/account.js';
import { periodQuery } from '../analytics-search.js';
import { useAnalyticsAddress } from '../use-analytics-address.js';

export type Retention = Schemas['Retention'] & { asOf?: string | undefined };
/** A place in the talk to which results of searches led. */
export type Moment = Schemas['SearchedMoment'];
/** The talk at an age, beside others at the same age. */
export type Age = Schemas['TypicalItem']['ages'][number];

export const useRetention = (itemId: number): UseQueryResult<Retention> => {
  const { api, keys } = useAccount();
  const { search } = useAnalyticsAddress();
  const query = { ...periodQuery(search), ...(search.compare && { compare: 'previous' as const }) };
  return useQuery({
    queryKey: keys.part('analytics', itemId, `retention ${JSON.stringify(query)}`),
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const params = { path: { itemId }, query };
      const { retention, asOf } = await unwrap(api.GET('/stats/items/{itemId}/retention', { params }));
      return { ...retention, asOf };
    },
  });
};

export const useMoments = (itemId: number): UseQueryResult<Moment[]> => {
  const { api, keys } = useAccount();
  const query = periodQuery(useAnalyticsAddress().search);
  return useQuery({
    queryKey: keys.part('analytics', itemId, `moments ${JSON.stringify(query)}`),
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const params = { path: { itemId }, query };
      return (await unwrap(api.GET('/stats/items/{itemId}/moments', { params }))).moments;
    },
  });
};

export const useTypical = (itemId: number): UseQueryResult<Age[]> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.part('analytics', itemId, 'typical'),
    queryFn: async () => {
      const params = { path: { itemId } };
      return (await unwrap(api.GET('/stats/items/{itemId}/typical', { params }))).typical.ages;
    },
  });
};

export interface TalkText {
  segments: readonly Schemas['Segment'][];
  chapters: readonly Schemas['Chapter'][];
}

const MOST_CHAPTERS = 100;

/** Nothing where the talk has no transcript. */
export const useTalkText = (itemId: number): UseQueryResult<TalkText> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.part('transcripts', itemId, 'text'),
    queryFn: async (): Promise<TalkText> => {
      const call = await api.GET('/items/{itemId}/transcript/segments', { params: { path: { itemId } } });
      if (call.response.status === 404) return { segments: [], chapters: [] };
      const { segments, mediaAssetId } = await unwrap(Promise.resolve(call));
      if (mediaAssetId === null) return { segments, chapters: [] };
      const params = { path: { mediaAssetId }, query: { _limit: MOST_CHAPTERS } };
      const { chapters } = await unwrap(api.GET('/media/{mediaAssetId}/chapters', { params }));
      return { segments, chapters: chapters.filter(({ hidden }) => !hidden) };
    },
  });
};
