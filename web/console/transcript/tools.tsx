/** What can be done in the transcript besides typing. */
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { messageOf } from '../api/session-api.js';
import { isPublic } from '../parts/is-public.js';
import { DiscardDraft } from './discard-draft.js';
import type { DraftState } from './draft-saver.js';
import { useEditor, useStore } from './editor.js';
import { NEW_SEARCH, openSearch } from './find-panel.js';
import { focusCaret } from './focus-caret.js';
import { Shortcuts } from './shortcuts.js';
import { SpeakersPanel } from './speakers-panel.js';
import { uncertainWords } from './segments.js';
import type { Draft } from './use-draft.js';
import type { OpenTranscript } from './use-transcript.js';
import { useValue } from './value.js';

interface Props {
  item: Schemas['Item'];
  open: OpenTranscript;
  draft: Draft;
}

export const Tools = ({ item, open, draft, hasSound }: Props & { hasSound: boolean }) => {
  const editor = useEditor();
  const { readOnly, search } = editor;
  const [hasSpeakers, speakers] = useDisclosure(false);
  const find = (): void => openSearch(editor, search.get() ?? NEW_SEARCH);
  // In fields too: the browser's own search finds only the rows on the screen.
  useHotkeys([['mod+F', find]], []);
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        <Tool label={transcriptTexts.findAndReplace} onClick={find} />
        {!readOnly && <Tool label={en.fields.speakers} onClick={speakers.open} />}
        {!readOnly && <UndoTools />}
        <NextUncertain />
        {hasSound && <Follow />}
        {!readOnly && <DiscardDraft draft={draft} />}
        <Shortcuts />
      </Group>
      {!readOnly && <SaveTools item={item} open={open} draft={draft} />}
      <SpeakersPanel opened={hasSpeakers} close={speakers.close} />
    </Group>
  );
};

const Tool = ({
  label,
  ...props
}: {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  'aria-pressed'?: boolean;
}) => (
  <Button variant="default" size="compact-sm" {...props}>
    {label}
  </Button>
);

const UndoTools = () => {
  const editor = useEditor();
  const canUndo = useStore((store) => store.canUndo());
  const canRedo = useStore((store) => store.canRedo());
  const undo = (): void => focusCaret(editor, editor.store.undo());
  const redo = (): void => focusCaret(editor, editor.store.redo());
  useHotkeys([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
    ['mod+Y', redo],
  ]);
  return (
    <>
      <Tool label={en.review.undo} disabled={!canUndo} onClick={undo} />
      <Tool label={transcriptTexts.redo} disabled={!canRedo} onClick={redo} />
    </>
  );
};

/** Goes from one word that speech recognition was not sure of to the next. */
const NextUncertain = () => {
  const editor = useEditor();
  const hasAny = useStore((store) =>
    store.transcript().segments.some(({ words }) => uncertainWords(words).length > 0),
  );
  const [hadAny] = useState(hasAny);
  if (!hadAny) return null;
  const next = (): void => {
    const { segments } = editor.store.transcript();
    const places = segments.flatMap(({ id, words }, index) =>
      uncertainWords(words).map(({ start, end }) => ({ id, index, start, end })),
    );
    const here = editor.lastCaret;
    const row = here ? editor.store.indexOf(here.id) : -1;
    const place =
      places.find(({ index, start }) => index > row || (index === row && start >= (here?.at ?? 0))) ??
      places[0];
    if (place) focusCaret(editor, { id: place.id, at: place.end });
  };
  return <Tool label={transcriptTexts.nextUncertain} disabled={!hasAny} onClick={next} />;
};

const Follow = () => {
  const { store, sound, isFollowing, reveal } = useEditor();
  const follows = useValue(isFollowing);
  const toggle = (): void => {
    isFollowing.set(!follows);
    const id = sound.current.get();
    if (!follows && id !== null) reveal.to(store.indexOf(id));
  };
  return <Tool label={transcriptTexts.follow} aria-pressed={follows} onClick={toggle} />;
};

const SaveTools = ({ item, open, draft }: Props) => {
  const { may } = useAccount();
  const editor = useEditor();
  const hasChanges = useStore((store) => store.transcript().operations.length > 0);
  const needsEditor = isPublic(item) && !may('content:write');
  const isUndecided = draft.conflicts.some(({ segmentId }) => !draft.decisions.has(segmentId));
  // An own draft without operations can only be saved away.
  const canSave = !needsEditor && !isUndecided && (hasChanges || open.draftTag !== null);
  const save = async (): Promise<void> => {
    if (!canSave || !(await draft.apply())) return;
    editor.correction.set(null);
    notifications.show({ message: transcriptTexts.applied, role: 'status' });
  };
  useHotkeys([['mod+S', () => void save()]], []);
  return (
    <Group gap="xs">
      <SaveStatus state={draft.state} />
      {needsEditor ? (
        <Text size="sm">{transcriptTexts.waitsForEditor}</Text>
      ) : (
        <Button size="compact-sm" loading={draft.isApplying} disabled={!canSave} onClick={() => void save()}>
          {transcriptTexts.save}
        </Button>
      )}
    </Group>
  );
};

const SaveStatus = ({ state }: { state: DraftState | null }) => (
  <Text size="sm" role="status" c={state && state.is !== 'saved' && state.is !== 'saving' ? 'red' : 'dimmed'}>
    {state && textOf(state)}
  </Text>
);

const textOf = (state: DraftState): string => {
  if (state.is === 'notSaved') return `${en.item.notSaved}: ${messageOf(state.error)}`;
  if (state.is === 'elsewhere') return `${en.item.notSaved}: ${transcriptTexts.elsewhereShort}`;
  return en.item[state.is];
};
