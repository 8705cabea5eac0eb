/** What the person should know about the draft, and choose: changes elsewhere, text that only this browser has. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { en } from '../../../strings/console/en.js';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { useAccount } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import { draftApi } from './draft-api.js';
import { useEditor, useStore } from './editor.js';
import { OtherDrafts } from './other-drafts.js';
import type { Draft } from './use-draft.js';
import type { OpenTranscript } from './use-transcript.js';

interface Props {
  itemId: number;
  draft: Draft;
  open: OpenTranscript;
}

export const DraftNotices = ({ itemId, draft, open }: Props) => {
  const reload = (): void => void draft.reload();
  return (
    <Stack gap="xs">
      {open.other && <OtherCopy itemId={itemId} open={open} reload={reload} />}
      {draft.state?.is === 'elsewhere' && (
        <Alert color="orange" title={transcriptTexts.elsewhere} role="alert">
          <Text size="sm">{transcriptTexts.elsewhereText}</Text>
          <Group mt="xs" gap="xs">
            <Button size="compact-sm" variant="default" onClick={draft.overwrite}>
              {transcriptTexts.keepThisWindow}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => void draft.abandon()}>
              {transcriptTexts.loadOther}
            </Button>
          </Group>
        </Alert>
      )}
      <OtherDrafts itemId={itemId} mediaAssetId={open.mediaAssetId} reload={reload} />
      <OwnDraft draft={draft} open={open} />
    </Stack>
  );
};

/** Text that this browser has kept, while the draft was changed elsewhere. */
const OtherCopy = ({
  itemId,
  open: { other, local, mediaAssetId },
  reload,
}: {
  itemId: number;
  open: OpenTranscript;
  reload: () => void;
}) => {
  const { api, person } = useAccount();
  const { run, isRunning } = useAction();
  if (!other) return null;
  const use = async (): Promise<void> => {
    await draftApi(api, itemId, mediaAssetId ?? undefined).save(other.base, other.operations, null);
    local.remove();
    reload();
  };
  return (
    <Alert color="orange" title={transcriptTexts.unsavedHere} role="alert">
      <Text size="sm">
        {withValues(transcriptTexts.unsavedHereText, {
          time: timeOf(new Date(other.time).toISOString(), person.timeZone),
        })}
      </Text>
      <Group mt="xs" gap="xs">
        <Button size="compact-sm" variant="default" loading={isRunning} onClick={() => void run(use)}>
          {transcriptTexts.useUnsaved}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            local.remove();
            reload();
          }}
        >
          {transcriptTexts.dropUnsaved}
        </Button>
      </Group>
    </Alert>
  );
};

const OwnDraft = ({ draft, open }: { draft: Draft; open: OpenTranscript }) => {
  const { readOnly } = useEditor();
  const hasChanges = useStore((store) => store.transcript().operations.length > 0);
  const [isAsking, { open: ask, close }] = useDisclosure(false);
  const { run, isRunning } = useAction();
  if (readOnly || !hasChanges) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {open.isOutdated ? transcriptTexts.outdated : transcriptTexts.isDraft}
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={ask}>
        {en.item.discard}
      </Button>
      <Modal opened={isAsking} onClose={close} title={transcriptTexts.discardTitle}>
        <Stack>
          <Text>{transcriptTexts.discardText}</Text>
          <Button
            color="red"
            loading={isRunning}
            onClick={() => void run(draft.discard, transcriptTexts.discarded)}
          >
            {en.item.discard}
          </Button>
        </Stack>
      </Modal>
    </Group>
  );
};
