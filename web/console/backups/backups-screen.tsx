/** The backups of the installation: operators list, make and verify them; restoring is for the command line. */
import { Alert, Badge, Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { backups as texts } from '../../../strings/console/backups/en.js';
import { useAccount } from '../api/account.js';
import { sessionApi, unwrap } from '../api/session-api.js';
import { CopyField } from '../parts/copy-field.js';
import { timeOf } from '../parts/dates.js';
import { Screen } from '../parts/screen.js';
import { sizeOf } from '../parts/sizes.js';
import { Empty, Loaded, NotAllowed } from '../parts/states.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import {
  backupsKey,
  isOpen,
  useBackups,
  type Backup,
  type BackupOverview,
  type BackupRun,
} from './use-backups.js';

export const BackupsScreen = () => {
  const { person } = useAccount();
  const query = useBackups(person.isOperator);
  const { isRunning, run } = useAction(backupsKey);
  const overview = query.data;
  const isBusy = isRunning || Boolean(overview?.runs.some(isOpen));
  return (
    <Screen
      title={texts.title}
      actions={
        typeof overview?.to === 'string' && (
          <Button
            disabled={isBusy}
            onClick={() => void run(() => unwrap(sessionApi.POST('/operator/backups/create')), texts.asked)}
          >
            {texts.backUpNow}
          </Button>
        )
      }
    >
      {person.isOperator ? (
        <Loaded query={query}>{(data) => <Content overview={data} isBusy={isBusy} run={run} />}</Loaded>
      ) : (
        <NotAllowed />
      )}
    </Screen>
  );
};

interface Props {
  overview: BackupOverview;
  isBusy: boolean;
  run: ReturnType<typeof useAction>['run'];
}

const Content = ({ overview, isBusy, run }: Props) => {
  const { to, schedule, timeZone, keep, backups, error, runs } = overview;
  if (to === null)
    return (
      <Alert color="orange" title={texts.unset}>
        {texts.unsetHelp}
      </Alert>
    );
  return (
    <Stack>
      <Text className="wraps">
        {withValues(texts.place, { to })}{' '}
        {schedule === null
          ? texts.byHand
          : withValues(texts.scheduled, { time: schedule, zone: timeZone, ...keep })}
      </Text>
      {error !== null && (
        <Alert color="red" title={texts.unreadable}>
          {error}
        </Alert>
      )}
      <LastRun run={runs[0]} />
      {backups.length === 0 ? (
        error === null && <Empty text={texts.none} />
      ) : (
        <BackupTable backups={backups} isBusy={isBusy} run={run} />
      )}
      <CopyField label={texts.restore} text={`lectern restore ${backups[0]?.path ?? 'latest'}`} />
      <Text size="sm" c="dimmed">
        {texts.restoreHelp}
      </Text>
    </Stack>
  );
};

const LastRun = ({ run }: { run: BackupRun | undefined }) => {
  if (!run || run.state === 'done') return <div role="status" />;
  if (run.state === 'failed')
    return (
      <Alert color="red" role="status">
        {withValues(texts.failed, { error: run.error ?? '' })}
      </Alert>
    );
  const { step, done } = run;
  return (
    <Alert role="status">
      {run.state === 'waiting'
        ? texts.waiting
        : run.kind === 'backup'
          ? withValues(texts.running, { step: step ?? '', done })
          : withValues(texts.verifying, { done })}
    </Alert>
  );
};

const BackupTable = ({ backups, isBusy, run }: Omit<Props, 'overview'> & { backups: Backup[] }) => {
  const { person } = useAccount();
  const verify = (name: string): void =>
    void run(
      () => unwrap(sessionApi.POST('/operator/backups/{name}/verify', { params: { path: { name } } })),
      texts.verifyAsked,
    );
  return (
    <Table.ScrollContainer minWidth={620}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {[texts.made, texts.size, texts.added, texts.protection, texts.verified].map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
            <Table.Th>
              <VisuallyHidden>{texts.verify}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {backups.map((backup) => {
            const time = timeOf(backup.startedAt, person.timeZone);
            return (
              <Table.Tr key={backup.name}>
                <Table.Td>{time}</Table.Td>
                <Table.Td>{sizeOf(backup.bytes)}</Table.Td>
                <Table.Td>{sizeOf(backup.newBytes)}</Table.Td>
                <Table.Td>
                  <Group gap="xs">
                    {backup.encrypted ? texts.encrypted : texts.open}
                    {backup.includesKey && (
                      <Badge color="orange" variant="light" tt="none">
                        {texts.withKey}
                      </Badge>
                    )}
                  </Group>
                </Table.Td>
                <Table.Td className="wraps">
                  {backup.verifyError !== null
                    ? withValues(texts.damaged, { error: backup.verifyError })
                    : backup.verifiedAt === null
                      ? texts.never
                      : timeOf(backup.verifiedAt, person.timeZone)}
                </Table.Td>
                <Table.Td>
                  <Button
                    variant="default"
                    size="compact-sm"
                    disabled={isBusy}
                    aria-label={withValues(texts.verifyOf, { time })}
                    onClick={() => verify(backup.name)}
                  >
                    {texts.verify}
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};
