/** The background jobs of the account: bulk changes, imports, video streams, purges of the trash. */
import { Anchor, Badge, Group, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { optionsOf } from '../parts/form/options.js';
import { jobNameOf, progressOf } from '../parts/jobs/job-texts.js';
import { useJobActions } from '../parts/jobs/use-job-actions.js';
import { isFinished, type Job } from '../parts/jobs/wait-for-job.js';
import { ListScreen } from '../parts/list/list-screen.js';
import { oneOf, useListSearch } from '../parts/list/list-search.js';
import type { Column } from '../parts/list/record-table.js';
import { withValues } from '../parts/with-values.js';

const STATUSES = Object.keys(lists.jobs.statuses) as Job['status'][];
/** While a job runs, the list is read this often. */
const POLL_MS = 2_000;

const COLORS: Record<Job['status'], string> = {
  queued: 'gray',
  running: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'orange',
};

export const JobStatus = ({ status }: Pick<Job, 'status'>) => (
  <Badge variant="light" color={COLORS[status]} tt="none">
    {lists.jobs.statuses[status]}
  </Badge>
);

export const JobsScreen = () => {
  const { api } = useAccount();
  const { search, change } = useListSearch();
  const { canCancel, canUndo, cancel, undo } = useJobActions();
  const status = oneOf(STATUSES, search.status);
  return (
    <ListScreen
      title={en.listScreens.jobs}
      scope="content:read"
      resource="jobs"
      filters={{ status }}
      refetchInterval={(jobs) => (jobs.every(isFinished) ? false : POLL_MS)}
      load={async (page) => {
        const { jobs, totalRecords } = await unwrap(
          api.GET('/jobs', { params: { query: { ...page, status } } }),
        );
        return { records: jobs, totalRecords };
      }}
      filterFields={
        <Select
          label={lists.jobs.status}
          clearable
          placeholder={lists.all}
          data={optionsOf(lists.jobs.statuses)}
          value={status ?? null}
          onChange={(value) => change({ status: value ?? undefined })}
        />
      }
      columns={useColumns()}
      keyOf={({ id }) => id}
      nameOf={(job) => withValues(lists.jobs.jobOf, { name: jobNameOf(job), id: job.id })}
      actionsOf={(job) => [
        canCancel(job) && { label: lists.jobs.cancel, isRemoval: true, run: () => cancel(job) },
        canUndo(job) && { label: lists.jobs.undo, run: () => undo(job) },
      ]}
      empty={lists.jobs.empty}
    />
  );
};

const useColumns = (): Column<Job>[] => {
  const { shortName, person } = useAccount();
  return [
    {
      label: lists.jobs.job,
      cell: (job) => (
        <Group gap="xs">
          <Anchor component={Link} to={`/a/${shortName}/jobs/${job.id}`}>
            {jobNameOf(job)}
          </Anchor>
          {job.dryRun && (
            <Badge variant="default" tt="none">
              {lists.jobs.dryRun}
            </Badge>
          )}
        </Group>
      ),
    },
    { label: lists.jobs.status, cell: (job) => <JobStatus status={job.status} />, width: '8rem' },
    { label: lists.jobs.progress, cell: progressOf, visibleFrom: 'xs' },
    {
      label: lists.jobs.started,
      cell: ({ entryDate, createdBy }) => {
        const time = timeOf(entryDate, person.timeZone);
        const name = createdBy?.name;
        return name ? withValues(lists.jobs.startedBy, { time, name }) : time;
      },
      visibleFrom: 'md',
    },
  ];
};
