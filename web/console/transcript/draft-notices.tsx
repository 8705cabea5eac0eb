/** What the person should know about the draft, and choose: changes elsewhere, text that only this browser has. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { useAccount } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import { draftApi } from './draft-api.js';
import { OtherDrafts } from './other-drafts.js';
import type { Draft } from './use-draft.js';
import type { OpenTranscript } from './use-transcript.js';
import { useValue } from '../parts/value.js';

interface Props {
  itemId: number;
  draft: Draft;
  open: OpenTranscript;
}

export const DraftNotices = ({ itemId, draft, open }: Props) => {
  const isElsewhere = useValue(draft.state)?.is === 'elsewhere';
  const reload = (): void => void draft.reload();
  return (
    <>
      {open.other && <OtherCopy itemId={itemId} open={open} reload={reload} />}
      {isElsewhere && (
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
      {open.isOutdated && <Alert color="gray">{transcriptTexts.outdated}</Alert>}
    </>
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
