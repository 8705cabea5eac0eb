/** The types of resources: adding, renaming, ordering and deleting them. */
import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { resourceTexts as texts } from '../../../strings/console/resources/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { OrderedRecords } from '../parts/list/ordered-records.js';
import { Screen } from '../parts/screen.js';
import { Empty, Loaded } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import { useResourceTypes } from './use-resource-types.js';

type ResourceType = Schemas['ResourceType'];

export const ResourceTypesScreen = () => {
  const { may } = useAccount();
  const query = useResourceTypes();
  const [edited, edit] = useState<ResourceType | 'new' | null>(null);
  const canWrite = may('content:write');
  return (
    <Screen
      title={en.listScreens.resources}
      actions={canWrite && <Button onClick={() => edit('new')}>{texts.addType}</Button>}
    >
      <Text size="sm">{texts.typesText}</Text>
      <Loaded query={query}>
        {(types) =>
          types.length === 0 ? <Empty text={texts.noTypes} /> : <Types types={types} edit={edit} />
        }
      </Loaded>
      {edited !== null && <TypeDialog type={edited === 'new' ? null : edited} close={() => edit(null)} />}
    </Screen>
  );
};

const Types = ({ types, edit }: { types: readonly ResourceType[]; edit: (type: ResourceType) => void }) => {
  const { api } = useAccount();
  const callOf = (resourceTypeId: number) => ({ params: { path: { resourceTypeId } } });
  return (
    <OrderedRecords
      label={texts.types}
      records={types}
      resource="resourceTypes"
      edit={edit}
      remove={(id) => unwrap(api.DELETE('/resource-types/{resourceTypeId}', callOf(id)))}
      restore={(id) => unwrap(api.POST('/resource-types/{resourceTypeId}/restore', callOf(id)))}
      place={(id, displayOrder) =>
        unwrap(api.PATCH('/resource-types/{resourceTypeId}', { ...callOf(id), body: { displayOrder } }))
      }
    />
  );
};

/** @param type null for a new one */
const TypeDialog = ({ type, close }: { type: ResourceType | null; close: () => void }) => {
  const { api, keys } = useAccount();
  const form = useForm({
    initial: { name: type?.name ?? '' },
    stale: [keys.every('resourceTypes'), keys.every('itemResources')],
    send: async ({ values: body }) => {
      if (type)
        await unwrap(
          api.PATCH('/resource-types/{resourceTypeId}', {
            params: { path: { resourceTypeId: type.id } },
            body,
          }),
        );
      else await unwrap(api.POST('/resource-types/create', { body }));
    },
    done: close,
  });
  return (
    <FormDialog
      title={type ? withValues(lists.order.edit, { name: type.name }) : texts.addType}
      close={close}
      form={form}
      button={type ? lists.save : lists.create}
      canSend={form.isChanged}
    >
      <TextInput label={lists.name} required maxLength={255} data-autofocus {...form.text('name')} />
    </FormDialog>
  );
};
