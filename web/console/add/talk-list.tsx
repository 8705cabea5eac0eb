/** The talks that were guessed, and creating their items. */
import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { en } from '../../../strings/console/en.js';
import { useSeries, useSpeakers } from '../parts/lookups.js';
import { Failed } from '../parts/states.js';
import { useUndoable } from '../parts/undo-toast.js';
import { withValues } from '../parts/with-values.js';
import { TalkCard } from './talk-card.js';
import type { CreateItems } from './use-create-items.js';
import type { Talks } from './use-talks.js';

export const TalkList = ({
  collectionId,
  talks,
  items,
}: {
  collectionId: number;
  talks: Talks;
  items: CreateItems;
}) => {
  const speakers = useSpeakers().data ?? [];
  const series = useSeries(collectionId).data ?? [];
  const names = {
    speakers: speakers.map(({ name }) => name),
    series: series.map(({ title }) => title),
    mayCreate: talks.mayCreateNames,
  };
  const { length } = talks.talks;
  const included = talks.talks.filter(({ isIncluded }) => isIncluded).length;
  const { run } = useUndoable();
  const discard = (): void => {
    const former = talks.talks;
    void run({
      message: en.add.discarded,
      undone: en.add.restored,
      remove: () => Promise.resolve(talks.replace([])),
      restore: () => Promise.resolve(talks.replace(former)),
    });
  };
  return (
    <Stack component="section" aria-labelledby="new-talks">
      <Title order={2} size="h4" id="new-talks">
        {en.add.talks}
      </Title>
      <Text size="sm" role="status">
        {length === 1 ? en.add.foundOne : withValues(en.add.found, { n: length })}
      </Text>
      {talks.talks.map((talk) => (
        <TalkCard
          key={talk.key}
          talk={talk}
          names={names}
          change={(fields) => talks.change(talk.key, fields)}
          include={(isIncluded) => talks.include(talk.key, isIncluded)}
        />
      ))}
      {items.error !== null && <Failed error={items.error} />}
      <Group>
        <Button disabled={included === 0} loading={items.isCreating} onClick={() => void items.create()}>
          {included === 1 ? en.add.createOne : withValues(en.add.create, { n: included })}
        </Button>
        <Button variant="default" disabled={items.isCreating} onClick={discard}>
          {en.add.discard}
        </Button>
      </Group>
    </Stack>
  );
};

/** Files that no talk was made of. */
export const Skipped = ({ files }: { files: Talks['skipped'] }) => (
  <details>
    <Text component="summary" size="sm">
      {withValues(en.add.skipped, { n: files.length })}
    </Text>
    <List size="sm">
      {files.map((file, index) => (
        <List.Item key={index}>{withValues(en.add.skippedFile, { ...file })}</List.Item>
      ))}
    </List>
  </details>
);
