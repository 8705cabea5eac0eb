/** Drafts of others, for those who may save them: what they change, and saving one as the transcript. */
import { Alert, Button, Group, List, Loader, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { clockOf, timeOf } from '../parts/dates.js';
import { Failed } from '../parts/states.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import { changedSegments } from './changed-segments.js';
import { Conflicts } from './conflicts.js';
import { draftApi, type Decisions, type SegmentConflict } from './draft-api.js';

type DraftRecord = Schemas['TranscriptDraftRecord'];

const LIMIT = 20;

interface Props {
  itemId: number;
  mediaAssetId: number | null;
  reload(): void;
}

export const OtherDrafts = ({ itemId, mediaAssetId, reload }: Props) => {
  const { api, keys, may, person } = useAccount();
  const drafts = useQuery({
    queryKey: keys.part('transcripts', itemId, 'drafts'),
    enabled: may('content:write'),
    queryFn: async () => {
      const query = { _limit: LIMIT, '_orderBy[]': ['updatedDate,DESC'] };
      return (
        await unwrap(api.GET('/items/{itemId}/transcript/drafts', { params: { path: { itemId }, query } }))
      ).drafts;
    },
  });
  const others = (drafts.data ?? []).filter(
    ({ createdBy: { type, id }, mediaAssetId: assetId }) =>
      assetId === mediaAssetId && !(type === 'person' && id === person.id),
  );
  return others.map((draft) => <OtherDraft key={draft.id} draft={draft} reload={reload} />);
};

const OtherDraft = ({ draft, reload }: { draft: DraftRecord; reload: () => void }) => {
  const { api, keys, person } = useAccount();
  const { run, isRunning } = useAction(keys.every('items'), keys.part('transcripts', draft.itemId, 'drafts'));
  const [isShown, { open: show, close }] = useDisclosure(false);
  const [conflicts, setConflicts] = useState<readonly SegmentConflict[]>([]);
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const name = draft.createdBy.name ?? transcriptTexts.somebody;
  const isUndecided = conflicts.some(({ segmentId }) => !decisions.has(segmentId));
  const apply = async (): Promise<void> => {
    const found = await draftApi(api, draft.itemId, draft.mediaAssetId).apply(decisions, draft.id);
    setConflicts(found);
    if (found.length === 0) reload();
  };
  return (
    <>
      <Alert color="blue" p="xs">
        <Text size="sm">
          {withValues(transcriptTexts.otherDraft, {
            name,
            n: draft.operationCount,
            time: timeOf(draft.updatedDate, person.timeZone),
          })}
        </Text>
        <Group mt="xs" gap="xs">
          <Button size="compact-sm" variant="default" onClick={show}>
            {transcriptTexts.showChanges}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={isRunning}
            disabled={isUndecided}
            onClick={() => void run(apply)}
          >
            {transcriptTexts.saveOther}
          </Button>
        </Group>
        <Modal
          opened={isShown}
          onClose={close}
          size="lg"
          title={withValues(transcriptTexts.changesOf, { name })}
        >
          <Changes draft={draft} />
        </Modal>
      </Alert>
      {conflicts.length > 0 && (
        <Conflicts
          author={name}
          draft={{
            conflicts,
            decisions,
            decide: (segmentId, use) => setDecisions((former) => new Map([...former, [segmentId, use]])),
            decideLater: () => setConflicts([]),
          }}
        />
      )}
    </>
  );
};

const Changes = ({ draft: { id, itemId, mediaAssetId } }: { draft: DraftRecord }) => {
  const { api, keys } = useAccount();
  const changes = useQuery({
    queryKey: keys.part('transcripts', itemId, `draft ${id}`),
    queryFn: async () => {
      const drafts = draftApi(api, itemId, mediaAssetId);
      const [{ transcript }, edited] = [await drafts.readSegments(), await drafts.readSegmentsOf(id)];
      return changedSegments(transcript.segments, edited);
    },
  });
  if (changes.error) return <Failed error={changes.error} retry={() => changes.refetch()} />;
  if (!changes.data) return <Loader />;
  if (changes.data.length === 0) return <Text>{transcriptTexts.noChanges}</Text>;
  return (
    <List listStyleType="none" spacing="sm">
      {changes.data.map(({ id: segmentId, startMs, before, after }) => (
        <List.Item key={segmentId}>
          <Stack gap={0}>
            <Text size="sm" c="dimmed">
              {startMs !== null && clockOf(startMs)}
            </Text>
            {before !== null && <del>{before}</del>}
            {after !== null && <ins>{after}</ins>}
          </Stack>
        </List.Item>
      ))}
    </List>
  );
};
