/** Asks before something that cannot be undone. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { lists } from '../../../strings/console/lists/en.js';
import { Dialog } from './dialog.js';

export const ConfirmDialog = ({
  title,
  text,
  button,
  close,
  confirm,
}: {
  title: string;
  text: string;
  button: string;
  close: () => void;
  confirm: () => void;
}) => (
  <Dialog close={close} title={title}>
    <Stack>
      <Text>{text}</Text>
      <Group>
        <Button
          color="red"
          onClick={() => {
            close();
            confirm();
          }}
        >
          {button}
        </Button>
        <Button variant="default" onClick={close}>
          {lists.cancel}
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
