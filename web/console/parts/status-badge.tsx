/** The status of an item, as a word in a colour. */
import { Badge } from '@mantine/core';
import { en } from '../../../strings/console/en.js';
import type { Schemas } from '../api/account.js';

export type ItemStatus = Schemas['Item']['status'];

const COLORS: Partial<Record<ItemStatus, string>> = {
  ready: 'teal',
  published: 'green',
  actionRequired: 'orange',
  error: 'red',
};

export const StatusBadge = ({ status }: { status: ItemStatus }) => (
  <Badge color={COLORS[status] ?? 'gray'} variant="light" tt="none">
    {en.statuses[status]}
  </Badge>
);
