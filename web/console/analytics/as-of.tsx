/** Says that a report lacks events that are still being stored. */
import { Text } from '@mantine/core';
import { analytics } from '../../../strings/console/analytics/en.js';
import { useAccountRecord } from '../parts/account-record.js';
import { timeOf } from '../parts/dates.js';
import { withValues } from '../parts/with-values.js';

/** @param report undefined while it is read */
export const AsOf = ({ report }: { report: { asOf?: string | undefined } | undefined }) => {
  const timeZone = useAccountRecord().data?.timeZone;
  if (report?.asOf === undefined || timeZone === undefined) return null;
  return <Text size="sm">{withValues(analytics.asOf, { time: timeOf(report.asOf, timeZone) })}</Text>;
};
