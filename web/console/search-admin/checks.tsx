/** Checks: which talks a search must find, and whether it does. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { lists } from '../../../strings/console/lists/en.js';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FileChooser } from '../parts/file-chooser.js';
import { RecordList } from '../parts/list/list-screen.js';
import { useAction } from '../parts/use-action.js';
import { useDownload } from '../parts/use-download.js';
import { withValues } from '../parts/with-values.js';
import { ItemTitles } from './item-titles.js';

type Check = Schemas['SearchCheck'];

const COLORS: Record<Check['status'], string> = { waiting: 'gray', passed: 'green', failed: 'red' };

const POLL_MS = 1_000;
/** So long after they were started, checks are read again and again. */
const RUNNING_MS = 30_000;

export const Checks = () => {
  const { api, keys, may } = useAccount();
  const { run, isRunning } = useAction(keys.every('searchChecks'));
  const { save, isRunning: isSaving } = useDownload();
  const [startedAt, setStartedAt] = useState(0);
  const start = async (work: () => Promise<unknown>): Promise<void> => {
    if (await run(work, desk.checksRun)) setStartedAt(Date.now());
  };
  const importFrom = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    await run(async () => {
      const { created, updated } = await unwrap(
        api.POST('/search/checks/import', {
          headers: { 'Content-Type': 'text/csv' },
          body: file as never,
          bodySerializer: (body) => body as never,
        }),
      );
      notifications.show({ message: withValues(desk.checksImported, { created, updated }), role: 'status' });
    });
  };
  const canWrite = may('content:write');
  const callOf = (searchCheckId: number) => ({ params: { path: { searchCheckId } } });
  return (
    <Stack>
      <Text size="sm">{desk.checksText}</Text>
      <Group>
        {canWrite && (
          <Button
            variant="default"
            loading={isRunning}
            onClick={() => void start(() => unwrap(api.POST('/search/checks/run')))}
          >
            {desk.runChecks}
          </Button>
        )}
        {canWrite && (
          <FileChooser
            label={desk.importChecks}
            accept=".csv,text/csv"
            multiple={false}
            choose={(files) => void importFrom(files[0])}
          />
        )}
        <Button
          variant="default"
          loading={isSaving}
          onClick={() => void save(() => api.GET('/search/checks/export', { parseAs: 'blob' }))}
        >
          {desk.exportChecks}
        </Button>
      </Group>
      <RecordList<Check>
        title={desk.tabs.checks}
        resource="searchChecks"
        load={async (query) => {
          const { checks, totalRecords } = await unwrap(api.GET('/search/checks', { params: { query } }));
          return { records: checks, totalRecords };
        }}
        refetchInterval={() => (Date.now() - startedAt < RUNNING_MS ? POLL_MS : false)}
        searchLabel={desk.searchChecks}
        columns={[
          { label: desk.query, cell: ({ query }) => query },
          { label: desk.mustFind, cell: ({ itemId }) => <ItemTitles ids={[itemId]} /> },
          { label: desk.among, cell: ({ maxRank }) => maxRank, visibleFrom: 'sm', width: '8rem' },
          { label: desk.state, cell: (check) => <State check={check} /> },
        ]}
        keyOf={({ id }) => id}
        nameOf={({ query }) => query}
        actionsOf={({ id, query }) => [
          canWrite && {
            label: desk.run,
            run: () => void start(() => unwrap(api.POST('/search/checks/{searchCheckId}/run', callOf(id)))),
          },
          canWrite && {
            label: lists.delete,
            isRemoval: true,
            run: () =>
              void run(
                () => unwrap(api.DELETE('/search/checks/{searchCheckId}', callOf(id))),
                withValues(lists.deleted, { name: query }),
              ),
          },
        ]}
        empty={desk.noChecks}
      />
    </Stack>
  );
};

const State = ({ check: { status, rank } }: { check: Check }) => (
  <Group gap="xs">
    <Badge variant="light" tt="none" color={COLORS[status]}>
      {desk.states[status]}
    </Badge>
    {status !== 'waiting' && (
      <Text size="sm" c="dimmed">
        {rank === null ? desk.notFound : withValues(desk.rank, { n: rank })}
      </Text>
    )}
  </Group>
);
