/** One job: how far it is, why records were not changed, what became of each; cancelling and undoing it. */
import { Alert, Button, List, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount } from '../api/account.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { timeOf } from '../parts/dates.js';
import { JobHits } from '../parts/jobs/job-hits.js';
import { JobReasons } from '../parts/jobs/job-reasons.js';
import { JobResults } from '../parts/jobs/job-results.js';
import { jobNameOf, percentOf, progressOf } from '../parts/jobs/job-texts.js';
import { useJobActions } from '../parts/jobs/use-job-actions.js';
import { isFinished, type Job } from '../parts/jobs/wait-for-job.js';
import { Screen } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import { JobStatus } from './jobs-screen.js';

/** While a job runs, it is read this often. */
const POLL_MS = 1_000;

export const JobScreen = () => {
  const { jobId: id } = useParams({ from: '/a/$account/jobs/$jobId' });
  const { api, keys } = useAccount();
  const jobId = Number(id);
  const query = useQuery({
    queryKey: keys.one('jobs', jobId),
    queryFn: async () => (await unwrap(api.GET('/jobs/{jobId}', { params: { path: { jobId } } }))).job,
    refetchInterval: ({ state: { data } }) => (data && !isFinished(data) ? POLL_MS : false),
  });
  return <Loaded query={query}>{(job) => <JobDetails key={job.id} job={job} />}</Loaded>;
};

const JobDetails = ({ job }: { job: Job }) => {
  const { person } = useAccount();
  const { canCancel, canUndo, cancel, undo, isRunning } = useJobActions();
  const [isAsking, ask] = useState(false);
  const time = timeOf(job.entryDate, person.timeZone);
  const name = job.createdBy?.name;
  return (
    <Screen
      title={withValues(lists.jobs.jobOf, { name: jobNameOf(job), id: job.id })}
      actions={
        <>
          {canCancel(job) && (
            <Button variant="default" loading={isRunning} onClick={() => cancel(job)}>
              {lists.jobs.cancel}
            </Button>
          )}
          {canUndo(job) && (
            <Button variant="default" loading={isRunning} onClick={() => ask(true)}>
              {lists.jobs.undo}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="xs" align="start">
        <JobStatus status={job.status} />
        <Text role="status">{`${job.dryRun ? `${lists.jobs.dryRun}: ` : ''}${progressOf(job)}`}</Text>
        <Text size="sm" c="dimmed">
          {name ? withValues(lists.jobs.startedBy, { time, name }) : time}
        </Text>
        {job.undoneAt !== null && (
          <Text size="sm">
            {withValues(lists.jobs.undone, { time: timeOf(job.undoneAt, person.timeZone) })}
          </Text>
        )}
      </Stack>
      {!isFinished(job) && <Progress value={percentOf(job)} aria-label={lists.jobs.progress} />}
      <JobReasons job={job} />
      <Errors job={job} />
      {job.hits !== null && job.hits > 0 && isFinished(job) && <JobHits job={job} />}
      {job.kind === 'bulk' && isFinished(job) && (
        <Stack component="section" aria-labelledby="results">
          <Title order={2} size="h4" id="results">
            {lists.jobs.results}
          </Title>
          <JobResults job={job} />
        </Stack>
      )}
      {isAsking && (
        <ConfirmDialog
          title={lists.jobs.undoTitle}
          text={lists.jobs.undoText}
          button={lists.jobs.undo}
          close={() => ask(false)}
          confirm={() => undo(job)}
        />
      )}
    </Screen>
  );
};

/** Errors of jobs that have no results, such as purges of the trash. */
const Errors = ({ job: { errors, kind } }: { job: Job }) =>
  errors.length > 0 &&
  kind !== 'bulk' && (
    <Alert color="red" title={lists.jobs.errors}>
      <List size="sm">
        {errors.map(({ id, message }, index) => (
          <List.Item key={index}>{id === null ? message : `${id}: ${message}`}</List.Item>
        ))}
      </List>
    </Alert>
  );
