/** The uploads of this tab, and what becomes of their items. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { en } from '../../../strings/console/en.js';
import { withValues } from '../parts/with-values.js';
import { UploadRow } from './upload-row.js';
import { isInProgress, useItemStates, useProcessing } from './use-item-states.js';
import { useUploads } from './use-uploads.js';

export const UploadList = () => {
  const { queue, uploads } = useUploads();
  const sent = uploads.filter(({ state }) => state === 'sent');
  const items = useItemStates(
    uploads.map(({ itemId }) => itemId),
    sent.length,
  );
  const processed = [...items.values()].find(isInProgress)?.id ?? null;
  const processing = useProcessing(processed);
  if (uploads.length === 0) return null;
  const running = uploads.filter(({ state }) => state === 'sending' || state === 'waiting');
  const stopped = uploads.filter(({ state }) => state === 'paused' || state === 'failed');
  return (
    <Stack component="section" aria-labelledby="uploads">
      <Group justify="space-between">
        <Title order={2} size="h4" id="uploads">
          {en.uploads.title}
        </Title>
        <Group gap="xs">
          {running.length > 1 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => running.forEach(({ id }) => queue.pause(id))}
            >
              {en.uploads.pauseAll}
            </Button>
          )}
          {stopped.length > 1 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => stopped.forEach(({ id }) => queue.resume(id))}
            >
              {en.uploads.resumeAll}
            </Button>
          )}
        </Group>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {withValues(en.uploads.all, { done: sent.length, total: uploads.length })}
      </Text>
      {uploads.map((upload) => (
        <UploadRow
          key={upload.id}
          upload={upload}
          queue={queue}
          item={items.get(upload.itemId)}
          processing={upload.itemId === processed ? processing : null}
        />
      ))}
    </Stack>
  );
};
