/** A change of many items: what it needs, what it would do, and then its progress. */
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { bulk } from '../../../../strings/console/bulk/en.js';
import { lists } from '../../../../strings/console/lists/en.js';
import { useAccount } from '../../api/account.js';
import { Dialog } from '../../parts/dialog.js';
import { FormBody } from '../../parts/form/form-parts.js';
import { useForm } from '../../parts/form/use-form.js';
import { percentOf } from '../../parts/jobs/job-texts.js';
import type { Job } from '../../parts/jobs/wait-for-job.js';
import { Failed } from '../../parts/states.js';
import { withValues } from '../../parts/with-values.js';
import { momentOf } from '../../parts/zoned-time.js';
import { BulkFields } from './bulk-fields.js';
import {
  bodyOf,
  isComplete,
  PLAIN_ACTIONS,
  type BulkAction,
  type BulkBody,
  type BulkValues,
} from './bulk-request.js';
import { DryRun } from './dry-run.js';
import { useBulkJob, type BulkJob } from './use-bulk-job.js';

const EMPTY: BulkValues = {
  topicId: null,
  speakerId: null,
  seriesId: null,
  language: null,
  publishAt: '',
  unpublishAt: '',
  find: '',
  replaceWith: '',
  match: 'words',
};

interface Props {
  action: BulkAction;
  /** Number of items that are selected. */
  count: number;
  target: Pick<BulkBody, 'ids' | 'filter'>;
  close: () => void;
  /** Called when the change has been made. */
  done: () => void;
}

export const BulkDialog = ({ action, count, target, close, done }: Props) => {
  const { person } = useAccount();
  const bulkJob = useBulkJob();
  const { state, check, apply, stop, back } = bulkJob;
  const bodyFor = (values: BulkValues): BulkBody =>
    bodyOf(action, values, target, (local) => momentOf(local, person.timeZone));
  const form = useForm<BulkValues>({
    initial: EMPTY,
    stale: [],
    // "Back" leads to what was filled in.
    keepsEdits: true,
    send: ({ values }) => check(bodyFor(values)),
  });
  const isPlain = PLAIN_ACTIONS.includes(action);
  return (
    <Dialog close={close} title={withValues(bulk.titles[action], { n: count })} size="lg">
      {state.is === 'preparing' &&
        (isPlain ? (
          <CheckAtOnce bulkJob={bulkJob} body={bodyFor(EMPTY)} />
        ) : (
          <FormBody form={form} button={bulk.preview} canSend={isComplete(action, form.values)}>
            <BulkFields action={action} form={form} />
          </FormBody>
        ))}
      {state.is === 'checking' && <Running job={state.job} label={bulk.previewing} progress={bulk.checked} />}
      {state.is === 'checked' && (
        <Stack>
          <DryRun job={state.job} />
          <Group>
            <Button
              color={action === 'delete' ? 'red' : undefined}
              disabled={state.job.changed === 0}
              onClick={() =>
                void apply(state.body).then((isDone) => {
                  close();
                  if (isDone) done();
                })
              }
            >
              {withValues(action === 'delete' ? bulk.applyDelete : bulk.apply, { n: state.job.changed })}
            </Button>
            <Button variant="default" onClick={isPlain ? close : back}>
              {isPlain ? lists.cancel : bulk.back}
            </Button>
          </Group>
        </Stack>
      )}
      {state.is === 'applying' && (
        <Running job={state.job} label={bulk.applying} progress={bulk.changedSoFar} stop={stop} />
      )}
    </Dialog>
  );
};

/** Checks what needs nothing to be filled in. */
const CheckAtOnce = ({ bulkJob: { check }, body }: { bulkJob: BulkJob; body: BulkBody }) => {
  const [failure, setFailure] = useState<unknown>(null);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    check(body).catch(setFailure);
  });
  return failure !== null && <Failed error={failure} />;
};

const Running = ({
  job,
  label,
  progress,
  stop,
}: {
  job: Job | null;
  label: string;
  progress: string;
  stop?: (job: Job) => void;
}) => {
  const { done = 0, failed = 0, total = 0 } = job ?? {};
  return (
    <Stack>
      <Text role="status">{label}</Text>
      <Progress value={job ? percentOf(job) : 0} animated aria-label={label} />
      {job && <Text size="sm">{withValues(progress, { done: done + failed, total })}</Text>}
      {job && stop && (
        <Button variant="default" w="fit-content" onClick={() => stop(job)}>
          {bulk.stop}
        </Button>
      )}
    </Stack>
  );
};
