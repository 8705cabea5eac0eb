/** Says which time zone typed times are in, with its offset at that time. */
import { Text } from '@mantine/core';
import { lists } from '../../../strings/console/lists/en.js';
import { useAccount } from '../api/account.js';
import { withValues } from './with-values.js';
import { offsetOf } from './zoned-time.js';

/** @param typed such as `2026-03-01T09:30`; empty for now */
export const ZoneNote = ({ typed }: { typed: string }) => {
  const { timeZone } = useAccount().person;
  const offset = offsetOf(typed === '' ? new Date() : new Date(`${typed}Z`), timeZone);
  return <Text size="sm">{withValues(lists.zone, { zone: timeZone, offset })}</Text>;
};
