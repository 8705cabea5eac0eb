/** Adds many talks at once: from recordings and transcripts, from a folder, or from a podcast feed. */
import { Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount } from '../api/account.js';
import { Screen } from '../parts/screen.js';
import { Empty, Failed, NotAllowed } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import { UploadList } from '../uploads/upload-list.js';
import { CollectionField } from './collection-field.js';
import { DropArea } from './drop-area.js';
import { FeedForm, feedErrorOf } from './feed-form.js';
import { Skipped, TalkList } from './talk-list.js';
import { UnfinishedList } from './unfinished-list.js';
import { useCollection } from './use-collection.js';
import { useCreateItems } from './use-create-items.js';
import { talkOfTitle } from './talk.js';
import { useTalks, type Talks } from './use-talks.js';

export const AddScreen = () => {
  const { may } = useAccount();
  return <Screen title={en.screens.add}>{may('content:draft') ? <Add /> : <NotAllowed />}</Screen>;
};

const Add = () => {
  const collection = useCollection();
  const talks = useTalks(collection.id);
  const items = useCreateItems(collection.id, talks);
  useTitle(collection.id, talks);
  const hasTalks = talks.talks.length > 0;
  return (
    <Stack gap="xl">
      <CollectionField collection={collection} isLocked={hasTalks} />
      <DropArea disabled={items.isCreating} isReading={talks.isReading} addFiles={talks.addFiles} />
      <FeedForm talks={talks} disabled={collection.id === null || items.isCreating} />
      {talks.pending > 0 && (
        <Text role="status">{withValues(en.add.chooseCollection, { n: talks.pending })}</Text>
      )}
      {talks.error !== null && feedErrorOf(talks.error) === undefined && <Failed error={talks.error} />}
      {talks.isEmpty && <Empty text={en.add.nothingFound} />}
      {talks.skipped.length > 0 && <Skipped files={talks.skipped} />}
      {hasTalks && collection.id !== null && (
        <TalkList collectionId={collection.id} talks={talks} items={items} />
      )}
      <Downloads jobIds={items.jobIds} />
      <UploadList />
      <UnfinishedList />
    </Stack>
  );
};

/** Begins a talk with the title in the address, once. */
const useTitle = (collectionId: number | null, talks: Talks): void => {
  const { title } = useSearch({ from: '/a/$account/add' });
  const navigate = useNavigate();
  const begin = useEffectEvent((name: string) => {
    talks.replace([...talks.talks, talkOfTitle(name)]);
    void navigate({ to: '.', search: {}, replace: true });
  });
  useEffect(() => {
    if (title !== undefined && collectionId !== null) begin(title);
  }, [title, collectionId]);
};

const POLL_MS = 2_500;

/** Downloads of episodes, which the server makes. */
const Downloads = ({ jobIds }: { jobIds: readonly number[] }) => {
  const { api, keys } = useAccount();
  const jobs = useQueries({
    queries: jobIds.map((jobId) => ({
      queryKey: keys.one('jobs', jobId),
      queryFn: async () => (await unwrap(api.GET('/jobs/{jobId}', { params: { path: { jobId } } }))).job,
      refetchInterval: ({ state: { data } }: { state: { data?: { finishedDate: string | null } } }) =>
        data && data.finishedDate !== null ? (false as const) : POLL_MS,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  if (jobs.length === 0) return null;
  const sum = (of: 'done' | 'failed' | 'total'): number => jobs.reduce((total, job) => total + job[of], 0);
  return (
    <Text size="sm" role="status">
      {withValues(en.add.importing, { done: sum('done'), total: sum('total') })}
      {sum('failed') > 0 && ` · ${withValues(en.add.importFailed, { n: sum('failed') })}`}
    </Text>
  );
};
