/** The speakers of the transcript: their numbers, renaming one throughout, and adding one. */
import { Button, Group, Kbd, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { en } from '../../../strings/console/en.js';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { withValues } from '../parts/with-values.js';
import { useEditor } from './editor.js';
import { useValue } from '../parts/value.js';

const MAX_LENGTH = 255;
/** Speakers with a key. */
const KEYS = 9;

export const SpeakersPanel = ({ opened, close }: { opened: boolean; close: () => void }) => {
  const editor = useEditor();
  const { speakers } = editor;
  const names = useValue(speakers);
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('name');
    const name = typeof typed === 'string' ? typed.trim() : '';
    if (name === '') return;
    speakers.set([...new Set([...names, name])]);
    form.reset();
  };
  return (
    <Modal opened={opened} onClose={close} title={en.fields.speakers}>
      <Stack>
        <Text size="sm" c="dimmed">
          {transcriptTexts.speakerKeys}
        </Text>
        {names.map((name, i) => (
          <SpeakerRow key={name} name={name} number={i < KEYS ? i + 1 : null} />
        ))}
        <form onSubmit={add}>
          <Group align="end">
            <TextInput name="name" label={transcriptTexts.newSpeaker} maxLength={MAX_LENGTH} flex={1} />
            <Button type="submit" variant="default">
              {transcriptTexts.addSpeaker}
            </Button>
          </Group>
        </form>
      </Stack>
    </Modal>
  );
};

const SpeakerRow = ({ name, number }: { name: string; number: number | null }) => {
  const { store, speakers } = useEditor();
  const [typed, setTyped] = useState(name);
  const to = typed.trim();
  const rename = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (to === '' || to === name) return;
    store.renameSpeaker(name, to);
    speakers.set([...new Set(speakers.get().map((one) => (one === name ? to : one)))]);
  };
  return (
    <form onSubmit={rename}>
      <Group align="end" wrap="nowrap">
        <Kbd>{number ?? '–'}</Kbd>
        <TextInput
          flex={1}
          aria-label={withValues(transcriptTexts.nameOf, { name })}
          value={typed}
          maxLength={MAX_LENGTH}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button type="submit" variant="default" disabled={to === '' || to === name}>
          {transcriptTexts.rename}
        </Button>
      </Group>
    </form>
  );
};
