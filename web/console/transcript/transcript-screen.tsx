/** The transcript of an item, edited beside its recording. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { errorType } from '../api/session-api.js';
import { Screen } from '../parts/screen.js';
import { Empty, Failed, Loaded, Loading } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import { TranscriptEditor } from './transcript-editor.js';
import { useTranscript } from './use-transcript.js';

const ROUTE = '/a/$account/items/$itemId/transcript';

export const TranscriptScreen = () => {
  const { itemId } = useParams({ from: ROUTE });
  const { api, keys } = useAccount();
  const id = Number(itemId);
  const query = useQuery({
    queryKey: keys.part('items', id, 'withMedia'),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/items/{itemId}', {
            params: { path: { itemId: id }, query: { '_expand[]': ['speakers', 'mediaAssets'] } },
          }),
        )
      ).item,
  });
  return <Loaded query={query}>{(item) => <OfItem key={item.id} item={item} />}</Loaded>;
};

const OfItem = ({ item }: { item: Schemas['Item'] }) => {
  const { shortName } = useAccount();
  const { mediaAssetId } = useSearch({ from: ROUTE });
  const transcript = useTranscript(item.id, mediaAssetId);
  const back = (
    <Anchor component={Link} to={`/a/${shortName}/items/${item.id}`}>
      {transcriptTexts.toItem}
    </Anchor>
  );
  return (
    <Screen title={withValues(transcriptTexts.title, { title: item.title })} actions={back}>
      <Content item={item} transcript={transcript} />
    </Screen>
  );
};

const Content = ({
  item,
  transcript,
}: {
  item: Schemas['Item'];
  transcript: ReturnType<typeof useTranscript>;
}) => {
  if (transcript.data)
    return <TranscriptEditor key={transcript.dataUpdatedAt} item={item} open={transcript.data} />;
  if (errorType(transcript.error) === 'InvalidStateError') return <Empty text={transcriptTexts.none} />;
  if (transcript.error) return <Failed error={transcript.error} retry={() => transcript.refetch()} />;
  return <Loading />;
};
