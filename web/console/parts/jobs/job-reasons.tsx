/** Why a job did not change some records. */
import { Alert, List } from '@mantine/core';
import { lists } from '../../../../strings/console/lists/en.js';
import { withValues } from '../with-values.js';
import type { Job } from './wait-for-job.js';

export const JobReasons = ({ job: { reasons } }: { job: Job }) =>
  reasons.length > 0 && (
    <Alert color="gray" title={lists.jobs.reasons}>
      <List size="sm">
        {reasons.map(({ message, count, outcome }) => (
          <List.Item key={`${outcome} ${message}`}>
            {withValues(lists.jobs.reason, { message, n: count })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
