/** How a number has changed since the period before, by a sign and in words, never by colour alone. */
import { Text, VisuallyHidden } from '@mantine/core';
import { changeOf } from './numbers.js';

export const Change = ({ value, previous }: { value: number; previous: number | undefined }) => {
  const change = previous === undefined ? null : changeOf(value, previous);
  if (!change) return null;
  return (
    <Text span size="xs" c="dimmed">
      <span aria-hidden>{change.short}</span>
      <VisuallyHidden>{` ${change.long}`}</VisuallyHidden>
    </Text>
  );
};
