/** Asks before the person's own draft is discarded, because that cannot be undone. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { en } from '../../../strings/console/en.js';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { useAction } from '../parts/use-action.js';
import type { Draft } from './use-draft.js';

export const DiscardDialog = ({
  draft,
  opened,
  close,
}: {
  draft: Draft;
  opened: boolean;
  close: () => void;
}) => {
  const { run, isRunning } = useAction();
  return (
    <Modal opened={opened} onClose={close} title={transcriptTexts.discardTitle}>
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
  );
};
