/** The series of the account: adding, opening, merging two. */
import { Anchor, Button, Select, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { ListScreen } from '../parts/list/list-screen.js';
import type { Column } from '../parts/list/record-table.js';
import { useRemoval } from '../parts/list/use-removal.js';
import { useListSearch } from '../parts/list/list-search.js';
import { useCollections, useSeries } from '../parts/lookups.js';
import { MergeDialog } from '../parts/form/merge-dialog.js';

type Series = Schemas['Series'];
type Dialog = { is: 'create' } | { is: 'merge'; series: Series } | null;

export const SeriesListScreen = () => {
  const { api, may, shortName } = useAccount();
  const canWrite = may('content:write');
  const navigate = useNavigate();
  const removeRecord = useRemoval('series');
  const [dialog, setDialog] = useState<Dialog>(null);
  const { collectionId } = useListSearch().search;
  const close = (): void => setDialog(null);
  const remove = ({ id: seriesId, title }: Series): void => {
    const call = { params: { path: { seriesId } } };
    removeRecord(
      title,
      () => unwrap(api.DELETE('/series/{seriesId}', call)),
      () => unwrap(api.POST('/series/{seriesId}/restore', call)),
    );
  };
  return (
    <ListScreen
      title={en.listScreens.series}
      scope="content:read"
      resource="series"
      filters={{ collectionId, expand: 'collection' }}
      load={async (page) => {
        const query = { ...page, collectionId, '_expand[]': ['collection' as const] };
        const { series, totalRecords } = await unwrap(api.GET('/series', { params: { query } }));
        return { records: series, totalRecords };
      }}
      searchLabel={lists.series.search}
      filterFields={<CollectionFilter />}
      screenActions={
        canWrite && <Button onClick={() => setDialog({ is: 'create' })}>{lists.series.add}</Button>
      }
      columns={useColumns()}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      actionsOf={(series) => [
        {
          label: lists.series.showItems,
          run: () =>
            void navigate({ to: `/a/${shortName}/library`, search: { seriesId: series.id } as never }),
        },
        canWrite && { label: lists.merge.action, run: () => setDialog({ is: 'merge', series }) },
        canWrite && { label: lists.delete, isRemoval: true, run: () => remove(series) },
      ]}
      empty={lists.series.empty}
    >
      {dialog?.is === 'create' && <CreateSeries close={close} />}
      {dialog?.is === 'merge' && <MergeSeries series={dialog.series} close={close} />}
    </ListScreen>
  );
};

const useColumns = (): Column<Series>[] => {
  const { shortName } = useAccount();
  return [
    {
      label: lists.series.title,
      cell: ({ id, title }) => (
        <Anchor component={Link} to={`/a/${shortName}/series/${id}`}>
          {title}
        </Anchor>
      ),
    },
    {
      label: lists.series.collection,
      cell: ({ collection }) => collection?.name,
      visibleFrom: 'sm',
    },
  ];
};

const CollectionFilter = () => {
  const { search, change } = useListSearch();
  const collections = useCollections().data ?? [];
  return (
    <Select
      label={lists.series.collection}
      clearable
      placeholder={lists.all}
      data={collections.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={search.collectionId === undefined ? null : String(search.collectionId)}
      onChange={(id) => change({ collectionId: id === null ? undefined : Number(id) })}
    />
  );
};

const CreateSeries = ({ close }: { close: () => void }) => {
  const { api, keys, shortName } = useAccount();
  const navigate = useNavigate();
  const collections = useCollections().data ?? [];
  const listed = useListSearch().search.collectionId ?? null;
  const form = useForm<{ title: string; collectionId: number | null }>({
    initial: { title: '', collectionId: listed },
    stale: [keys.every('series')],
    send: async ({ values: { title, collectionId } }) => {
      const body = { title, collectionId: collectionId ?? collections[0]?.id ?? 0 };
      const { series } = await unwrap(api.POST('/series/create', { body }));
      await navigate({ to: `/a/${shortName}/series/${series.id}` });
    },
  });
  const chosen = form.values.collectionId ?? collections[0]?.id;
  return (
    <FormDialog title={lists.series.add} close={close} form={form} button={lists.create}>
      <TextInput label={lists.series.title} required maxLength={255} data-autofocus {...form.text('title')} />
      <Select
        label={lists.series.collection}
        allowDeselect={false}
        data={collections.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen === undefined ? null : String(chosen)}
        error={form.errorOf('collectionId')}
        onChange={(id) => form.set({ collectionId: id === null ? null : Number(id) })}
      />
    </FormDialog>
  );
};

const MergeSeries = ({ series, close }: { series: Series; close: () => void }) => {
  const { api, keys } = useAccount();
  // The server merges series of one collection.
  const others = useSeries(series.collectionId).data ?? [];
  return (
    <MergeDialog
      record={{ id: series.id, name: series.title }}
      others={others.map(({ id, title }) => ({ id, name: title }))}
      stale={[keys.every('series'), keys.every('items')]}
      merge={(into) =>
        unwrap(
          api.POST('/series/{seriesId}/merge', { params: { path: { seriesId: series.id } }, body: { into } }),
        )
      }
      close={close}
    />
  );
};
