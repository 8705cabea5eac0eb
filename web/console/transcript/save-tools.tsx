/** Saving the draft as the transcript, and how far what was typed is saved. */
import { Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { en } from '../../../strings/console/en.js';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { messageOf } from '../api/session-api.js';
import { isPublic } from '../parts/is-public.js';
import type { DraftState } from './draft-saver.js';
import { useEditor, useStore } from './editor.js';
import type { Draft } from './use-draft.js';
import type { OpenTranscript } from './use-transcript.js';
import { useValue } from '../parts/value.js';

interface Props {
  item: Schemas['Item'];
  open: OpenTranscript;
  draft: Draft;
}

export const SaveTools = ({ item, open, draft }: Props) => {
  const { may } = useAccount();
  const editor = useEditor();
  const hasChanges = useStore((store) => store.transcript().operations.length > 0);
  const needsEditor = isPublic(item) && !may('content:write');
  const isUndecided = draft.conflicts.some(({ segmentId }) => !draft.decisions.has(segmentId));
  // A draft that was found without operations can only be saved away.
  const canSave = !needsEditor && !isUndecided && (hasChanges || open.draftTag !== null);
  const save = async (): Promise<void> => {
    if (!canSave || !(await draft.apply())) return;
    editor.correction.set(null);
    notifications.show({ message: transcriptTexts.applied, role: 'status' });
  };
  useHotkeys([['mod+S', () => void save()]], []);
  return (
    <Group gap="xs">
      <SaveStatus draft={draft} />
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

const SaveStatus = ({ draft }: { draft: Draft }) => {
  const state = useValue(draft.state);
  return (
    <Text
      size="sm"
      role="status"
      c={state && state.is !== 'saved' && state.is !== 'saving' ? 'red' : 'dimmed'}
    >
      {state && textOf(state)}
    </Text>
  );
};

const textOf = (state: DraftState): string => {
  if (state.is === 'notSaved') return `${en.item.notSaved}: ${messageOf(state.error)}`;
  if (state.is === 'elsewhere') return `${en.item.notSaved}: ${transcriptTexts.elsewhereShort}`;
  return en.item[state.is];
};
