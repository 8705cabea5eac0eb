/** A form that shows why it failed, and cannot be sent twice at once. */
import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { messageOf } from '../api/session-api.js';

export interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autoComplete: string;
  description?: string;
  defaultValue?: string;
}

type Values = Partial<Record<string, string>>;

export const ActionForm = ({
  fields = [],
  button,
  variant = 'filled',
  send,
}: {
  fields?: readonly Field[];
  button: string;
  variant?: 'filled' | 'default';
  send: (values: Values) => Promise<void>;
}) => {
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : '',
      ]),
    );
    setSending(true);
    setFailure(null);
    send(values)
      .catch((error: unknown) => setFailure(messageOf(error)))
      .finally(() => setSending(false));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {fields.map(({ type, ...field }) =>
          type === 'password' ? (
            <PasswordInput key={field.name} required withAsterisk={false} {...field} />
          ) : (
            <TextInput key={field.name} type={type} required withAsterisk={false} {...field} />
          ),
        )}
        {failure !== null && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Group>
          <Button type="submit" variant={variant} loading={isSending}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
