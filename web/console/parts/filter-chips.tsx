/** The filters that are on, each with a button that removes it. */
import { Group, Pill, Text } from '@mantine/core';
import { lists } from '../../../strings/console/lists/en.js';

export interface FilterChip {
  label: string;
  remove(): void;
}

export const FilterChips = ({ chips }: { chips: readonly FilterChip[] }) =>
  chips.length > 0 && (
    <Group gap="xs" w="100%">
      <Text size="sm">{lists.shown}</Text>
      {chips.map(({ label, remove }) => (
        <Pill
          key={label}
          withRemoveButton
          onRemove={remove}
          removeButtonProps={{
            'aria-label': `${lists.removeFilter} ${label}`,
            // The button is hidden from keyboards and screen readers otherwise.
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {label}
        </Pill>
      ))}
    </Group>
  );
