/** Deleted records: restoring them, and deleting them for good. */
import { Button, Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { LecternError, type LecternClient } from '../../../client/index.js';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { timeOf } from '../parts/dates.js';
import { waitForJob } from '../parts/jobs/wait-for-job.js';
import { ListScreen } from '../parts/list/list-screen.js';
import { oneOf, useListSearch } from '../parts/list/list-search.js';
import type { Column } from '../parts/list/record-table.js';
import { sizeOf } from '../parts/sizes.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';

type Deleted = Schemas['TrashRecord'];
type Kind = Deleted['kind'];

const KINDS = Object.keys(lists.trash.kinds) as Kind[];
/** What only owners see. */
const OWNERS_KINDS: readonly Kind[] = ['webhook', 'embedToken'];

export const TrashScreen = () => {
  const { api, keys, may } = useAccount();
  const kind = oneOf(KINDS, useListSearch().search.kind);
  // A restored record is in the lists of its kind again, and in those of what belongs to it.
  const { run } = useAction(keys.all);
  const [asked, setAsked] = useState<Deleted | 'all' | null>(null);
  const restore = (record: Deleted): void =>
    void run(() => restoreOne(api, record), withValues(lists.restored, { name: record.title }));
  const purge = (body: Schemas['TrashPurge']): void => {
    notifications.show({ message: lists.trash.purging, role: 'status' });
    void run(async () => {
      const { job } = await unwrap(api.POST('/trash/purge', { body }));
      await waitForJob(api, job.id);
    }, lists.trash.purged);
  };
  return (
    <ListScreen
      title={en.listScreens.trash}
      scope="content:draft"
      resource="trash"
      filters={{ kind }}
      load={async (page) => unwrap(api.GET('/trash', { params: { query: { ...page, kind } } }))}
      searchLabel={lists.trash.search}
      filterFields={<KindField />}
      screenActions={
        may('content:write') && (
          <Button variant="default" onClick={() => setAsked('all')}>
            {lists.trash.emptyAll}
          </Button>
        )
      }
      columns={useColumns()}
      keyOf={(record) => `${record.kind} ${record.id}`}
      nameOf={({ title }) => title}
      actionsOf={(record) => [
        record.restorable && { label: lists.trash.restore, run: () => restore(record) },
        may('content:write') && {
          label: lists.trash.purge,
          isRemoval: true,
          run: () => setAsked(record),
        },
      ]}
      empty={lists.trash.empty}
    >
      {asked !== null && <PurgeDialog asked={asked} close={() => setAsked(null)} purge={purge} />}
    </ListScreen>
  );
};

const PurgeDialog = ({
  asked,
  close,
  purge,
}: {
  /** What to delete. */
  asked: Deleted | 'all';
  close: () => void;
  purge: (body: Schemas['TrashPurge']) => void;
}) =>
  asked === 'all' ? (
    <ConfirmDialog
      title={lists.trash.emptyTitle}
      text={lists.trash.emptyText}
      button={lists.trash.emptyAll}
      close={close}
      confirm={() => purge({ deletedBefore: new Date().toISOString() })}
    />
  ) : (
    <ConfirmDialog
      title={withValues(lists.trash.purgeTitle, { name: asked.title })}
      text={lists.trash.purgeText}
      button={lists.trash.purge}
      close={close}
      confirm={() => purge({ records: [{ kind: asked.kind, id: asked.id }] })}
    />
  );

/** @throws {LecternError} that says why it cannot be restored */
const restoreOne = async (api: LecternClient, { kind, id }: Deleted): Promise<void> => {
  const { failed } = await unwrap(api.POST('/trash/restore', { body: { records: [{ kind, id }] } }));
  if (failed[0]) throw new LecternError(409, failed[0].type, failed[0].message);
};

const useColumns = (): Column<Deleted>[] => {
  const { person } = useAccount();
  return [
    {
      label: lists.trash.title,
      cell: ({ title, restorable, reason }) => (
        <>
          {title}
          {!restorable && reason !== null && (
            <Text size="sm" c="dimmed">
              {reason}
            </Text>
          )}
        </>
      ),
    },
    { label: lists.trash.kind, cell: ({ kind }) => lists.trash.kinds[kind], visibleFrom: 'xs' },
    {
      label: lists.trash.deleted,
      cell: ({ deletedDate, deletedBy }) => {
        const time = timeOf(deletedDate, person.timeZone);
        const name = deletedBy?.name;
        return name ? withValues(lists.trash.deletedBy, { time, name }) : time;
      },
      visibleFrom: 'sm',
    },
    {
      label: lists.trash.size,
      cell: ({ sizeBytes }) => (sizeBytes > 0 ? sizeOf(sizeBytes) : ''),
      visibleFrom: 'md',
      width: '6rem',
    },
  ];
};

const KindField = () => {
  const { may } = useAccount();
  const { search, change } = useListSearch();
  return (
    <Select
      label={lists.trash.kind}
      clearable
      placeholder={lists.all}
      data={KINDS.filter((kind) => may('admin') || !OWNERS_KINDS.includes(kind)).map((value) => ({
        value,
        label: lists.trash.kinds[value],
      }))}
      value={oneOf(KINDS, search.kind) ?? null}
      onChange={(kind) => change({ kind: kind ?? undefined })}
    />
  );
};
