/** The first places at which a job found its text, before and after the replacement. */
import { List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { lists } from '../../../../strings/console/lists/en.js';
import { unwrap, useAccount } from '../../api/account.js';
import { Loaded } from '../states.js';
import type { Job } from './wait-for-job.js';

const SHOWN = 10;

export const JobHits = ({ job }: { job: Job }) => {
  const { api, keys } = useAccount();
  const id = useId();
  const query = useQuery({
    queryKey: keys.part('jobs', job.id, 'hits'),
    queryFn: async () => {
      const params = { path: { jobId: job.id }, query: { _limit: SHOWN } };
      return (await unwrap(api.GET('/jobs/{jobId}/hits', { params }))).hits;
    },
  });
  return (
    <Loaded query={query}>
      {(hits) => (
        <Stack component="section" aria-labelledby={id} gap="xs">
          <Title order={2} size="h6" id={id}>
            {lists.jobs.firstHits}
          </Title>
          <List size="sm" listStyleType="none" spacing="xs">
            {hits.map((hit) => (
              <List.Item key={hit.id}>
                <Text size="sm" td="line-through">
                  {hit.before}
                </Text>
                <Text size="sm">{hit.after}</Text>
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
    </Loaded>
  );
};
