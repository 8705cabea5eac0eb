/** Shows a secret, which the server returns only once. */
import { Button, Stack, Text } from '@mantine/core';
import { settings } from '../../../strings/console/settings/en.js';
import { CopyField } from './copy-field.js';
import { Dialog } from './dialog.js';

export const SecretDialog = ({
  title,
  text,
  secret,
  close,
}: {
  title: string;
  text: string;
  secret: string;
  close: () => void;
}) => (
  // A click beside it does not lose the secret.
  <Dialog close={close} title={title} closeOnClickOutside={false}>
    <Stack align="stretch">
      <Text>{text}</Text>
      <CopyField label={settings.webhooks.secret} text={secret} />
      <Button onClick={close}>{settings.webhooks.done}</Button>
    </Stack>
  </Dialog>
);
