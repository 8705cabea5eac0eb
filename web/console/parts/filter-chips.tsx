/** The filters that are on, each with a button that removes it. */
import { Group, Text } from '@mantine/core';
import { lists } from '../../../strings/console/lists/en.js';
import { RemovablePill } from './removable-pill.js';

export interface FilterChip {
  label: string;
  remove(): void;
}

export const FilterChips = ({ chips }: { chips: readonly FilterChip[] }) =>
  chips.length > 0 && (
    <Group gap="xs" w="100%">
      <Text size="sm">{lists.shown}</Text>
      {chips.map(({ label, remove }) => (
        <RemovablePill
          key={label}
          text={label}
          removeLabel={`${lists.removeFilter} ${label}`}
          remove={remove}
        />
      ))}
    </Group>
  );
