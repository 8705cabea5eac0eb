/** Two values of a field side by side: before and after, or yours and theirs. */
import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldLabel } from './field-text.js';

interface Side {
  label: string;
  text: string;
  /** Below the text. */
  action?: ReactNode;
}

export const TwoValues = ({ field, sides }: { field: string; sides: readonly [Side, Side] }) => (
  <Stack gap={4} role="group" aria-label={fieldLabel(field)}>
    <Text size="sm" fw={600}>
      {fieldLabel(field)}
    </Text>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {sides.map(({ label, text, action }) => (
        <Stack key={label} gap={4} align="start">
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text size="sm" dir="auto" className="wraps">
            {text}
          </Text>
          {action}
        </Stack>
      ))}
    </SimpleGrid>
  </Stack>
);
