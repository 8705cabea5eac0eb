/** Takes files and folders: dropped anywhere on the page, or chosen. */
import { Group, Paper, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type InputHTMLAttributes } from 'react';
import { en } from '../../../strings/console/en.js';
import { FileChooser } from '../parts/file-chooser.js';
import { ACCEPTED } from '../parts/file-kinds.js';
import { filesOfDrop, filesOfInput, type ChosenFile } from './chosen-files.js';

interface Props {
  disabled: boolean;
  isReading: boolean;
  addFiles(files: readonly ChosenFile[]): void;
}

const hasFiles = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** The whole page is the target: next to a smaller one, the browser would open the file instead. */
const usePageDrop = (disabled: boolean, onDrop: (transfer: DataTransfer) => void): boolean => {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
      setOver(!disabled);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    const take = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (!disabled) drop(event.dataTransfer);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', take);
    };
  }, [disabled]);
  return isOver;
};

/** React has no type for it. */
const FOLDER = { webkitdirectory: '' } as InputHTMLAttributes<HTMLInputElement>;

export const DropArea = ({ disabled, isReading, addFiles }: Props) => {
  const isOver = usePageDrop(disabled, (transfer) => void filesOfDrop(transfer).then(addFiles));
  return (
    <Paper
      withBorder
      p="xl"
      component="section"
      aria-label={en.media.add}
      bg={isOver ? 'var(--mantine-primary-color-light)' : undefined}
    >
      <Stack align="center" gap="sm">
        <Text ta="center">{isOver ? en.add.dropNow : en.add.drop}</Text>
        <Group justify="center">
          <FileChooser
            label={en.media.add}
            accept={ACCEPTED}
            variant="filled"
            disabled={disabled || isReading}
            choose={(files) => addFiles(filesOfInput(files))}
          />
          <FileChooser
            label={en.add.folder}
            inputProps={FOLDER}
            disabled={disabled || isReading}
            choose={(files) => addFiles(filesOfInput(files))}
          />
        </Group>
        <Text size="sm" c="dimmed" ta="center">
          {en.add.dropHint}
        </Text>
        <Text size="sm" mih="1.5em" role="status">
          {isReading && en.add.reading}
        </Text>
      </Stack>
    </Paper>
  );
};
