/** The scriptures of an item: what is there, and adding others as people type them. */
import { Badge, Button, CloseButton, Group, List, Stack, Text, Title } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { itemTexts } from '../../../strings/console/item/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { ScripturesField, useTypedScriptures } from '../parts/scriptures-field.js';
import { useUndoable } from '../parts/undo-toast.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';

/** @param mayChange whether the role may change scriptures of this item at once */
export const ScripturesSection = ({ item, mayChange }: { item: Schemas['Item']; mayChange: boolean }) => {
  const scriptures = item.scriptures ?? [];
  return (
    <Stack component="section" aria-labelledby="scriptures">
      <Title order={2} size="h4" id="scriptures">
        {itemTexts.scriptures}
      </Title>
      {scriptures.length === 0 && <Text c="dimmed">{itemTexts.scripturesNone}</Text>}
      <List listStyleType="none" spacing={4}>
        {scriptures.map((scripture) => (
          <List.Item key={scripture.id}>
            <Scripture scripture={scripture} mayChange={mayChange} />
          </List.Item>
        ))}
      </List>
      {mayChange && <AddScriptures itemId={item.id} />}
    </Stack>
  );
};

const Scripture = ({
  scripture: { id: scriptureId, citation, keyVerse, hidden },
  mayChange,
}: {
  scripture: Schemas['ItemScripture'];
  mayChange: boolean;
}) => {
  const { api, keys } = useAccount();
  const { run, isRunning } = useUndoable(keys.every('items'));
  const call = { params: { path: { scriptureId } } };
  const mark = keyVerse ? itemTexts.keyVerse : hidden ? itemTexts.suggested : null;
  return (
    <Group gap="xs">
      <Text>{citation}</Text>
      {mark !== null && (
        <Badge variant="light" tt="none">
          {mark}
        </Badge>
      )}
      {mayChange && (
        <CloseButton
          size="sm"
          disabled={isRunning}
          aria-label={withValues(itemTexts.removeScripture, { citation })}
          onClick={() =>
            void run({
              message: withValues(itemTexts.scriptureRemoved, { citation }),
              undone: withValues(itemTexts.scriptureRestored, { citation }),
              remove: () => unwrap(api.DELETE('/scriptures/{scriptureId}', call)),
              restore: () => unwrap(api.POST('/scriptures/{scriptureId}/restore', call)),
            })
          }
        />
      )}
    </Group>
  );
};

const AddScriptures = ({ itemId }: { itemId: number }) => {
  const { api, keys } = useAccount();
  const { run, isRunning } = useAction(keys.every('items'));
  const [text, setText] = useState('');
  const { read } = useTypedScriptures(text);
  const scriptures = read?.scriptures ?? [];
  const add = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const params = { path: { itemId } };
    const isDone = await run(async () => {
      for (const { book, chapter, verseStart, verseEnd } of scriptures)
        await unwrap(
          api.POST('/items/{itemId}/scriptures/create', {
            params,
            body: { book: book as Schemas['NewScripture']['book'], chapter, verseStart, verseEnd },
          }),
        );
    });
    // What was not understood stays, to be corrected.
    if (isDone) setText(read?.unread.join('; ') ?? '');
  };
  return (
    <form onSubmit={(event) => void add(event)}>
      <Stack gap="xs">
        <ScripturesField text={text} change={setText} read={read} />
        <div>
          <Button type="submit" variant="default" disabled={scriptures.length === 0} loading={isRunning}>
            {itemTexts.scripturesButton}
          </Button>
        </div>
      </Stack>
    </form>
  );
};
