/** A text to copy elsewhere: an address, a secret, a snippet. */
import { Button, Code, CopyButton, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { lists } from '../../../strings/console/lists/en.js';

export const CopyField = ({ label, text }: { label: string; text: string }) => {
  const id = useId();
  return (
    <Stack gap={4} role="group" aria-labelledby={id}>
      <Group justify="space-between">
        <Text size="sm" fw={500} id={id}>
          {label}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <>
              <Button variant="default" size="compact-sm" onClick={copy}>
                {copied ? lists.copied : lists.copy}
                <VisuallyHidden>{` ${label}`}</VisuallyHidden>
              </Button>
              <VisuallyHidden role="status">{copied && lists.copied}</VisuallyHidden>
            </>
          )}
        </CopyButton>
      </Group>
      <Code block className="wraps">
        {text}
      </Code>
    </Stack>
  );
};
