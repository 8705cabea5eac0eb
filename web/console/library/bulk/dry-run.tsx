/** What a change of many items would do, as its dry run found out. */
import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bulk } from '../../../../strings/console/bulk/en.js';
import { lists } from '../../../../strings/console/lists/en.js';
import { useAccount } from '../../api/account.js';
import { JobHits } from '../../parts/jobs/job-hits.js';
import { JobReasons } from '../../parts/jobs/job-reasons.js';
import { Changes, ItemName, loadResults } from '../../parts/jobs/job-results.js';
import type { Job } from '../../parts/jobs/wait-for-job.js';
import { RecordTable } from '../../parts/list/record-table.js';
import { Loaded } from '../../parts/states.js';
import { withValues } from '../../parts/with-values.js';

const SHOWN = 10;

/** @param job dry run that has finished */
export const DryRun = ({ job }: { job: Job }) => {
  const { shortName } = useAccount();
  const { changed, total, hits } = job;
  const text = hits === null ? bulk.wouldChange : bulk.wouldReplace;
  return (
    <Stack>
      <Text role="status" fw={600}>
        {changed === 0 ? bulk.nothingWouldChange : withValues(text, { changed, total, hits: hits ?? 0 })}
      </Text>
      <JobReasons job={job} />
      {changed > 0 && (hits === null ? <FirstResults job={job} /> : <JobHits job={job} />)}
      <Anchor component={Link} to={`/a/${shortName}/jobs/${job.id}`} size="sm">
        {bulk.allResults}
      </Anchor>
    </Stack>
  );
};

const FirstResults = ({ job }: { job: Job }) => {
  const { api, keys } = useAccount();
  const query = useQuery({
    queryKey: keys.part('jobs', job.id, 'firstResults'),
    queryFn: async () =>
      (await loadResults(api, job.id, { _limit: SHOWN, _offset: 0, outcome: 'changed' })).records,
  });
  return (
    <Loaded query={query}>
      {(results) => (
        <RecordTable
          label={bulk.first}
          records={results}
          columns={[
            { label: lists.jobs.item, cell: (result) => <ItemName result={result} /> },
            { label: lists.jobs.changes, cell: (result) => <Changes result={result} /> },
          ]}
          keyOf={({ id }) => id}
          nameOf={({ itemId, title }) => title ?? String(itemId)}
        />
      )}
    </Loaded>
  );
};
