/** A form with its button, on a screen or in a dialog. */
import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../dialog.js';
import type { Form } from './use-form.js';

interface FormProps {
  form: Pick<Form<object>, 'failure' | 'isSending' | 'submit'>;
  button: string;
  children: ReactNode;
  /** False while there is nothing to send. */
  canSend?: boolean;
  color?: string;
}

export const FormBody = ({ form, button, children, canSend = true, color }: FormProps) => (
  <form onSubmit={form.submit}>
    <Stack>
      {children}
      {form.failure !== null && (
        <Alert color="red" role="alert">
          {form.failure}
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={form.isSending} disabled={!canSend} color={color}>
          {button}
        </Button>
      </Group>
    </Stack>
  </form>
);

export const FormDialog = ({ title, close, ...form }: FormProps & { title: string; close: () => void }) => (
  <Dialog close={close} title={title}>
    <FormBody {...form} />
  </Dialog>
);
