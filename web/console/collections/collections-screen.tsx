/** The collections of the account: adding and opening them. */
import { Anchor, Button, TextInput } from '@mantine/core';
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

type Collection = Schemas['Collection'];

export const CollectionsScreen = () => {
  const { api, may, shortName } = useAccount();
  const canWrite = may('content:write');
  const navigate = useNavigate();
  const removeRecord = useRemoval('collections');
  const [isCreating, setCreating] = useState(false);
  const remove = ({ id: collectionId, name }: Collection): void => {
    const call = { params: { path: { collectionId } } };
    removeRecord(
      name,
      () => unwrap(api.DELETE('/collections/{collectionId}', call)),
      () => unwrap(api.POST('/collections/{collectionId}/restore', call)),
    );
  };
  return (
    <ListScreen
      title={en.listScreens.collections}
      scope="content:read"
      resource="collections"
      load={async (page) => {
        const query = { ...page, '_orderBy[]': ['name,ASC'] };
        const { collections, totalRecords } = await unwrap(api.GET('/collections', { params: { query } }));
        return { records: collections, totalRecords };
      }}
      searchLabel={lists.collections.search}
      screenActions={canWrite && <Button onClick={() => setCreating(true)}>{lists.collections.add}</Button>}
      columns={useColumns()}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      actionsOf={(collection) => [
        {
          label: lists.series.showItems,
          run: () =>
            void navigate({
              to: `/a/${shortName}/library`,
              search: { collectionId: collection.id } as never,
            }),
        },
        canWrite && { label: lists.delete, isRemoval: true, run: () => remove(collection) },
      ]}
      empty={lists.collections.empty}
    >
      {isCreating && <CreateCollection close={() => setCreating(false)} />}
    </ListScreen>
  );
};

const useColumns = (): Column<Collection>[] => {
  const { shortName } = useAccount();
  return [
    {
      label: lists.name,
      cell: ({ id, name }) => (
        <Anchor component={Link} to={`/a/${shortName}/collections/${id}`}>
          {name}
        </Anchor>
      ),
    },
    {
      label: lists.collections.itemDescriptor,
      cell: ({ itemDescriptor }) => lists.collections.itemDescriptors[itemDescriptor],
      visibleFrom: 'sm',
    },
  ];
};

const CreateCollection = ({ close }: { close: () => void }) => {
  const { api, keys, shortName } = useAccount();
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: '' },
    stale: [keys.every('collections')],
    send: async ({ values: body }) => {
      const { collection } = await unwrap(api.POST('/collections/create', { body }));
      await navigate({ to: `/a/${shortName}/collections/${collection.id}` });
    },
  });
  return (
    <FormDialog title={lists.collections.add} close={close} form={form} button={lists.create}>
      <TextInput label={lists.name} required maxLength={255} data-autofocus {...form.text('name')} />
    </FormDialog>
  );
};
