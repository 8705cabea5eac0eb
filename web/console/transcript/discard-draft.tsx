/** Discards the person's own draft, after a question: it cannot be undone. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { en } from '../../../strings/console/en.js';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { useAction } from '../parts/use-action.js';
import { useStore } from './editor.js';
import type { Draft } from './use-draft.js';

export const DiscardDraft = ({ draft }: { draft: Draft }) => {
  const hasChanges = useStore((store) => store.transcript().operations.length > 0);
  const [isAsking, { open, close }] = useDisclosure(false);
  const { run, isRunning } = useAction();
  return (
    <>
      <Button variant="default" size="compact-sm" disabled={!hasChanges} onClick={open}>
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
    </>
  );
};
