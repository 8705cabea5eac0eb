/** The variant types of a collection: which kinds of recordings its items can have. */
import { Button, Checkbox, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { optionsOf } from '../parts/form/options.js';
import { useForm } from '../parts/form/use-form.js';
import { OrderedRecords } from '../parts/list/ordered-records.js';
import { Empty, Loaded } from '../parts/states.js';

type VariantType = Schemas['MediaVariantType'];
const LIMIT = 100;

export const VariantTypes = ({ collectionId }: { collectionId: number }) => {
  const { api, keys, may } = useAccount();
  const canWrite = may('content:write');
  const [edited, edit] = useState<VariantType | 'new' | null>(null);
  const query = useQuery({
    queryKey: keys.part('collections', collectionId, 'variantTypes'),
    queryFn: async () => {
      const params = { path: { collectionId }, query: { _limit: LIMIT } };
      return (await unwrap(api.GET('/collections/{collectionId}/variant-types', { params }))).variantTypes;
    },
  });
  const callOf = (variantTypeId: number) => ({ params: { path: { variantTypeId } } });
  return (
    <Stack component="section" aria-labelledby="variant-types">
      <Group justify="space-between">
        <Title order={2} size="h4" id="variant-types">
          {lists.collections.variantTypes}
        </Title>
        {canWrite && (
          <Button variant="default" size="xs" onClick={() => edit('new')}>
            {lists.collections.addVariantType}
          </Button>
        )}
      </Group>
      <Text size="sm">{lists.collections.variantTypesText}</Text>
      <Loaded query={query}>
        {(records) =>
          records.length === 0 ? (
            <Empty text={lists.collections.noVariantTypes} />
          ) : (
            <OrderedRecords<VariantType>
              label={lists.collections.variantTypes}
              records={records}
              resource="collections"
              noteOf={({ contentType, indexable }) =>
                [
                  lists.collections.contentTypes[contentType],
                  ...(indexable ? [] : [lists.collections.notIndexed]),
                ].join(', ')
              }
              edit={edit}
              remove={(id) => unwrap(api.DELETE('/variant-types/{variantTypeId}', callOf(id)))}
              restore={(id) => unwrap(api.POST('/variant-types/{variantTypeId}/restore', callOf(id)))}
              place={(id, displayOrder) =>
                unwrap(api.PATCH('/variant-types/{variantTypeId}', { ...callOf(id), body: { displayOrder } }))
              }
            />
          )
        }
      </Loaded>
      {edited !== null && (
        <VariantTypeDialog
          collectionId={collectionId}
          variantType={edited === 'new' ? null : edited}
          close={() => edit(null)}
        />
      )}
    </Stack>
  );
};

/** @param variantType null for a new one */
const VariantTypeDialog = ({
  collectionId,
  variantType,
  close,
}: {
  collectionId: number;
  variantType: VariantType | null;
  close: () => void;
}) => {
  const { api, keys } = useAccount();
  const { name, contentType, indexable } = variantType ?? {
    name: '',
    contentType: 'audio' as const,
    indexable: true,
  };
  const form = useForm<Pick<VariantType, 'name' | 'contentType' | 'indexable'>>({
    initial: { name, contentType, indexable },
    stale: [keys.every('collections')],
    send: async ({ values, changed }) => {
      if (variantType) {
        const params = { path: { variantTypeId: variantType.id } };
        await unwrap(api.PATCH('/variant-types/{variantTypeId}', { params, body: changed }));
      } else {
        const call = { params: { path: { collectionId } }, body: values };
        await unwrap(api.POST('/collections/{collectionId}/variant-types/create', call));
      }
    },
    done: close,
  });
  return (
    <FormDialog
      title={variantType?.name ?? lists.collections.addVariantType}
      close={close}
      form={form}
      button={variantType ? lists.save : lists.create}
      canSend={form.isChanged}
    >
      <TextInput label={lists.name} required maxLength={255} data-autofocus {...form.text('name')} />
      <Select
        label={lists.collections.contentType}
        allowDeselect={false}
        data={optionsOf(lists.collections.contentTypes)}
        value={form.values.contentType}
        error={form.errorOf('contentType')}
        onChange={(value) => form.set({ contentType: value as VariantType['contentType'] })}
      />
      <Checkbox
        label={lists.collections.indexable}
        checked={form.values.indexable}
        onChange={({ currentTarget: { checked } }) => form.set({ indexable: checked })}
      />
    </FormDialog>
  );
};
