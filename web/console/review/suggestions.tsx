/** Suggestions one after the other: one key for each decision, the moment that each comes from, and undo of the last ones. */
import { Anchor, Badge, Blockquote, Button, Group, Kbd, Paper, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { useKeys } from '../parts/use-keys.js';
import { withValues } from '../parts/with-values.js';
import { Moment } from './moment.js';
import { pressedKeys } from './sound-mark.js';
import { useReviewQueue, type ReviewQueue } from './use-review-queue.js';

/** @param itemId of the item whose suggestions are shown; undefined for those of all items */
export const Suggestions = ({ itemId }: { itemId?: number }) => {
  const queue = useReviewQueue(itemId);
  useEffect(() => pressedKeys.listen(), []);
  useKeys({ u: () => void queue.undo() });
  return (
    <>
      <Queue queue={queue} />
      <Group>
        <Button variant="default" disabled={queue.undoable === 0} onClick={() => void queue.undo()}>
          {en.review.undo}
          <Kbd ml="xs" aria-hidden>
            u
          </Kbd>
        </Button>
        <Text size="sm" c="dimmed">
          {withValues(en.review.undoable, { n: queue.undoable })}
        </Text>
      </Group>
      {queue.failure !== null && <Failed error={queue.failure} />}
    </>
  );
};

const Queue = ({ queue }: { queue: ReviewQueue }) => {
  if (queue.error !== null) return <Failed error={queue.error} retry={queue.retry} />;
  if (queue.current === undefined) return <Loading />;
  if (queue.current === null)
    return queue.skipped > 0 && queue.total > 0 ? (
      <Empty text={withValues(en.review.skippedAll, { n: queue.total })}>
        <Button onClick={queue.startAgain}>{en.review.startAgain}</Button>
      </Empty>
    ) : (
      <Empty text={en.review.nothing} />
    );
  return (
    <Paper withBorder p="lg" component="section" aria-label={en.review.suggestion}>
      <Stack>
        <Card key={queue.current.id} suggestion={queue.current} queue={queue} />
        <Group>
          <Moment current={queue.current} next={queue.next} />
        </Group>
      </Stack>
    </Paper>
  );
};

const Card = ({ suggestion, queue }: { suggestion: Schemas['QueuedSuggestion']; queue: ReviewQueue }) => {
  const { may, shortName } = useAccount();
  const [edited, setEdited] = useState<string | null>(null);
  const mayDecide = may(suggestion.needsEditor ? 'content:write' : 'content:draft');
  const accept = (): void => {
    if (mayDecide) void queue.accept(suggestion.id, edited ?? undefined);
  };
  const edit = (): void => {
    if (mayDecide) setEdited(suggestion.text);
  };
  const dismiss = (): void => {
    if (mayDecide) void queue.dismiss(suggestion.id);
  };
  const skip = (): void => queue.skip(suggestion.id);
  useKeys({ a: accept, e: edit, s: skip, d: dismiss });
  return (
    <Stack>
      <Group justify="space-between">
        <Badge variant="light" tt="none">
          {en.review.kinds[suggestion.kind]}
        </Badge>
        <Text size="sm" c="dimmed" role="status">
          {withValues(en.review.waiting, { n: queue.total })}
        </Text>
      </Group>
      {edited === null ? (
        <Text fw={600} size="lg">
          {suggestion.replaces === null ? suggestion.text : `${suggestion.replaces} → ${suggestion.text}`}
        </Text>
      ) : (
        <TextInput
          autoFocus
          label={en.review.edit}
          value={edited}
          onChange={({ currentTarget: { value } }) => setEdited(value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') accept();
            if (key === 'Escape') setEdited(null);
          }}
        />
      )}
      {suggestion.passage && <Blockquote p="md">{suggestion.passage.text}</Blockquote>}
      <Group>
        <Anchor component={Link} to={`/a/${shortName}/items/${suggestion.itemId}`}>
          {suggestion.item?.title ?? en.review.item}
        </Anchor>
      </Group>
      <Group>
        <Button onClick={accept} disabled={!mayDecide} rightSection={<Kbd aria-hidden>a</Kbd>}>
          {en.review.accept}
        </Button>
        <Button
          variant="default"
          onClick={edit}
          disabled={!mayDecide}
          rightSection={<Kbd aria-hidden>e</Kbd>}
        >
          {en.review.edit}
        </Button>
        <Button
          variant="default"
          disabled={!mayDecide}
          onClick={dismiss}
          rightSection={<Kbd aria-hidden>d</Kbd>}
        >
          {en.review.dismiss}
        </Button>
        <Button variant="default" onClick={skip} rightSection={<Kbd aria-hidden>s</Kbd>}>
          {en.review.skip}
        </Button>
      </Group>
    </Stack>
  );
};
