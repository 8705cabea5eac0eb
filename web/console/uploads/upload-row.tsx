/** An item whose files are on their way, or that is being processed. */
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { durationOf } from '../parts/durations.js';
import { sizeOf } from '../parts/sizes.js';
import { StatusBadge } from '../parts/status-badge.js';
import { withValues } from '../parts/with-values.js';
import type { Upload, UploadQueue } from './upload-queue.js';

interface Props {
  upload: Upload;
  queue: UploadQueue;
  /** undefined until it has been read. */
  item: Schemas['Item'] | undefined;
  /** Progress of the item; null if it is not the one being processed. */
  processing: Schemas['Processing'] | null;
}

export const UploadRow = ({ upload, queue, item, processing }: Props) => {
  const { shortName } = useAccount();
  const { title, itemId, state, message, notes } = upload;
  return (
    <Stack gap={4} component="article" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Anchor component={Link} to={`/a/${shortName}/items/${itemId}`}>
          {title}
        </Anchor>
        {state === 'sent' ? (
          item && <StatusBadge status={item.status} />
        ) : (
          <Control upload={upload} queue={queue} />
        )}
      </Group>
      {state === 'sent' ? (
        <Processed title={title} item={item} processing={processing} />
      ) : (
        <Sending upload={upload} />
      )}
      {message !== null && (
        <Text
          size="sm"
          c={state === 'failed' ? 'red' : 'dimmed'}
          role={state === 'failed' ? 'alert' : undefined}
        >
          {message}
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
    </Stack>
  );
};

const Sending = ({ upload }: { upload: Upload }) => {
  const { title, state, sentBytes, totalBytes, bytesPerSec } = upload;
  const parts = [
    state !== 'sending' && state !== 'sent' && en.uploads.states[state],
    withValues(en.uploads.progress, { sent: sizeOf(sentBytes), total: sizeOf(totalBytes) }),
    bytesPerSec !== null && withValues(en.uploads.speed, { speed: sizeOf(bytesPerSec) }),
    bytesPerSec !== null &&
      bytesPerSec > 0 &&
      withValues(en.uploads.left, { time: durationOf((totalBytes - sentBytes) / bytesPerSec) }),
  ];
  return (
    <>
      <Progress
        value={totalBytes === 0 ? 0 : (sentBytes / totalBytes) * 100}
        aria-label={withValues(en.uploads.uploading, { title })}
      />
      <Text size="sm" c="dimmed">
        {parts.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
};

const Processed = ({ title, item, processing }: Pick<Props, 'item' | 'processing'> & { title: string }) => {
  if (processing) {
    const step = processing.steps.find(({ status }) => status === 'running');
    return (
      <>
        <Progress
          value={processing.percent}
          color="teal"
          aria-label={withValues(en.uploads.processing, { title })}
        />
        <Text size="sm" c="dimmed">
          {step && (step.message ?? en.uploads.steps[step.name])}
        </Text>
      </>
    );
  }
  return (
    item?.errorMessage && (
      <Text size="sm" c="red">
        {item.errorMessage}
      </Text>
    )
  );
};

const Control = ({ upload: { id, title, state }, queue }: Pick<Props, 'upload' | 'queue'>) => {
  const [text, label, act] =
    state === 'failed'
      ? [en.uploads.retry, en.uploads.retryOne, queue.resume]
      : state === 'paused'
        ? [en.uploads.resume, en.uploads.resumeOne, queue.resume]
        : [en.uploads.pause, en.uploads.pauseOne, queue.pause];
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={withValues(label, { title })}
      onClick={() => act(id)}
    >
      {text}
    </Button>
  );
};
