/** What can be done in the transcript besides typing: buttons, or a menu on small screens. */
import { Button, Group, Menu } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { en } from '../../../strings/console/en.js';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import type { Schemas } from '../api/account.js';
import { DiscardDialog } from './discard-dialog.js';
import { useEditor, useStore } from './editor.js';
import { NEW_SEARCH, openSearch } from './find-panel.js';
import { focusCaret } from './focus-caret.js';
import { SaveTools } from './save-tools.js';
import { Shortcuts } from './shortcuts.js';
import { SpeakersPanel } from './speakers-panel.js';
import type { Draft } from './use-draft.js';
import type { OpenTranscript } from './use-transcript.js';
import { useUncertain } from './use-uncertain.js';
import { useValue } from '../parts/value.js';

interface Tool {
  label: string;
  run(): void;
  disabled?: boolean;
  /** For a tool that is on or off. */
  isOn?: boolean;
}

interface Props {
  item: Schemas['Item'];
  open: OpenTranscript;
  draft: Draft;
  hasSound: boolean;
}

export const Tools = ({ item, open, draft, hasSound }: Props) => {
  const editor = useEditor();
  const { readOnly, search } = editor;
  const [hasSpeakers, speakers] = useDisclosure(false);
  const [hasShortcuts, shortcuts] = useDisclosure(false);
  const [isDiscarding, discarding] = useDisclosure(false);
  const hasChanges = useStore((store) => store.transcript().operations.length > 0);
  const uncertain = useUncertain();
  const following = useFollowing();
  const find: Tool = {
    label: transcriptTexts.findAndReplace,
    run: () => openSearch(editor, search.get() ?? NEW_SEARCH),
  };
  // In fields too: the browser's own search finds only the rows on the screen.
  useHotkeys([['mod+F', find.run]], []);
  const tools: Tool[] = [
    find,
    ...(readOnly ? [] : [{ label: en.fields.speakers, run: speakers.open }]),
    ...(uncertain.hadAny
      ? [{ label: transcriptTexts.nextUncertain, run: uncertain.next, disabled: !uncertain.hasAny }]
      : []),
    ...(hasSound ? [following] : []),
    ...(readOnly ? [] : [{ label: en.item.discard, run: discarding.open, disabled: !hasChanges }]),
    { label: transcriptTexts.shortcuts, run: shortcuts.open },
  ];
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        {!readOnly && <UndoTools />}
        <Group gap="xs" visibleFrom="sm">
          {tools.map((tool) => (
            <ToolButton key={tool.label} {...tool} />
          ))}
        </Group>
        <ToolMenu tools={tools} />
      </Group>
      {!readOnly && <SaveTools item={item} open={open} draft={draft} />}
      <SpeakersPanel opened={hasSpeakers} close={speakers.close} />
      <Shortcuts opened={hasShortcuts} close={shortcuts.close} />
      <DiscardDialog draft={draft} opened={isDiscarding} close={discarding.close} />
    </Group>
  );
};

const ToolButton = ({ label, run, disabled, isOn }: Tool) => (
  <Button
    variant={isOn ? 'filled' : 'default'}
    size="compact-sm"
    disabled={disabled}
    aria-pressed={isOn}
    onClick={run}
  >
    {label}
  </Button>
);

const ToolMenu = ({ tools }: { tools: readonly Tool[] }) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button variant="default" size="compact-sm" hiddenFrom="sm">
        {transcriptTexts.more}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {tools.map(({ label, run, disabled, isOn }) => (
        <Menu.Item
          key={label}
          disabled={disabled}
          onClick={run}
          {...(isOn !== undefined && { role: 'menuitemcheckbox', 'aria-checked': isOn })}
        >
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
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
      <ToolButton label={en.review.undo} disabled={!canUndo} run={undo} />
      <ToolButton label={transcriptTexts.redo} disabled={!canRedo} run={redo} />
    </>
  );
};

const useFollowing = (): Tool => {
  const { store, sound, isFollowing, reveal } = useEditor();
  const isOn = useValue(isFollowing);
  return {
    label: transcriptTexts.follow,
    isOn,
    run: () => {
      isFollowing.set(!isOn);
      const id = sound.current.get();
      if (!isOn && id !== null) reveal.to(store.indexOf(id));
    },
  };
};
