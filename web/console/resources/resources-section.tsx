/** The resources of an item: files, links and videos beside its recording. */
import { Anchor, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lists } from '../../../strings/console/lists/en.js';
import { resourceTexts as texts } from '../../../strings/console/resources/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { FileChooser } from '../parts/file-chooser.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { RecordTable, type Column } from '../parts/list/record-table.js';
import { useRemoval } from '../parts/list/use-removal.js';
import { sendFile } from '../parts/send-file.js';
import { Loaded } from '../parts/states.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import { useResourceTypes } from './use-resource-types.js';
import { videoOf } from './video-address.js';

type ItemResource = Schemas['Resource'];
type Shown = { is: 'link' } | { is: 'edit' | 'delete'; resource: ItemResource } | null;

const COLUMNS: Column<ItemResource>[] = [
  {
    label: texts.resourceTitle,
    cell: ({ title, url }) => (url === null ? title : <Anchor href={url}>{title}</Anchor>),
  },
  {
    label: texts.type,
    cell: ({ resourceType, contentType }) => resourceType?.name ?? texts.kinds[contentType],
  },
];

/** @param mayChange whether the role may change resources of this item */
export const ResourcesSection = ({ itemId, mayChange }: { itemId: number; mayChange: boolean }) => {
  const { api, keys } = useAccount();
  const [shown, show] = useState<Shown>(null);
  const close = (): void => show(null);
  const removeRecord = useRemoval('itemResources');
  const { run } = useAction(keys.every('itemResources'));
  const query = useQuery({
    queryKey: keys.list('itemResources', { itemId }),
    queryFn: async () =>
      (await unwrap(api.GET('/items/{itemId}/resources', { params: { path: { itemId } } }))).resources,
  });
  const callOf = ({ id: resourceId }: ItemResource) => ({ params: { path: { itemId, resourceId } } });
  const destroy = (resource: ItemResource) =>
    unwrap(api.DELETE('/items/{itemId}/resources/{resourceId}', callOf(resource)));
  /** A file is gone with its resource; anything else can come back. */
  const remove = (resource: ItemResource): void => {
    if (resource.contentType === 'file') return show({ is: 'delete', resource });
    removeRecord(
      resource.title,
      () => destroy(resource),
      () => unwrap(api.POST('/items/{itemId}/resources/{resourceId}/restore', callOf(resource))),
    );
  };
  return (
    <Stack component="section" aria-labelledby="resources">
      <Title order={2} size="h4" id="resources">
        {texts.title}
      </Title>
      <Loaded query={query}>
        {(resources) =>
          resources.length === 0 ? (
            <Text c="dimmed">{texts.none}</Text>
          ) : (
            <RecordTable
              label={texts.title}
              records={resources}
              columns={COLUMNS}
              keyOf={({ id }) => id}
              nameOf={({ title }) => title}
              actionsOf={(resource) => [
                mayChange && { label: lists.edit, run: () => show({ is: 'edit', resource }) },
                mayChange && { label: lists.delete, isRemoval: true, run: () => remove(resource) },
              ]}
            />
          )
        }
      </Loaded>
      {mayChange && (
        <Group>
          <AddFiles itemId={itemId} />
          <Button variant="default" onClick={() => show({ is: 'link' })}>
            {texts.addLink}
          </Button>
        </Group>
      )}
      {shown?.is === 'link' && <LinkDialog itemId={itemId} close={close} />}
      {shown?.is === 'edit' && <EditDialog resource={shown.resource} close={close} />}
      {shown?.is === 'delete' && (
        <ConfirmDialog
          title={withValues(texts.deleteFileTitle, { name: shown.resource.title })}
          text={texts.deleteFileText}
          button={lists.delete}
          close={close}
          confirm={() => void run(() => destroy(shown.resource))}
        />
      )}
    </Stack>
  );
};

const AddFiles = ({ itemId }: { itemId: number }) => {
  const { api, keys } = useAccount();
  const { run, isRunning } = useAction(keys.every('itemResources'));
  const add = async (file: File): Promise<void> => {
    const fileMimeType = file.type || 'application/octet-stream';
    const body = {
      contentType: 'file' as const,
      title: file.name.replace(/\.[^.]+$/, '') || file.name,
      originalFilename: file.name,
      fileMimeType,
      fileSizeBytes: file.size,
    };
    const { uploadUrl } = await unwrap(
      api.POST('/items/{itemId}/resources/create', { params: { path: { itemId } }, body }),
    );
    if (uploadUrl !== null) await sendFile(uploadUrl, file, fileMimeType, () => undefined);
  };
  const addAll = (files: File[]): void =>
    void run(async () => {
      for (const file of files) await add(file);
    });
  return <FileChooser label={texts.addFiles} choose={addAll} loading={isRunning} />;
};

const LinkDialog = ({ itemId, close }: { itemId: number; close: () => void }) => {
  const { api, keys } = useAccount();
  const form = useForm({
    initial: { linkTarget: '', title: '' },
    stale: [keys.every('itemResources')],
    send: async ({ values: { linkTarget, title } }) => {
      const video = videoOf(linkTarget);
      const body = video
        ? { contentType: 'video' as const, title, ...video }
        : { contentType: 'link' as const, title, linkTarget };
      await unwrap(api.POST('/items/{itemId}/resources/create', { params: { path: { itemId } }, body }));
    },
    done: close,
  });
  return (
    <FormDialog
      title={texts.addLink}
      close={close}
      form={form}
      button={lists.create}
      canSend={form.isChanged}
    >
      <TextInput
        label={texts.address}
        description={texts.addressHint}
        type="url"
        required
        data-autofocus
        {...form.text('linkTarget')}
      />
      <TextInput label={texts.resourceTitle} required maxLength={255} {...form.text('title')} />
    </FormDialog>
  );
};

const EditDialog = ({ resource, close }: { resource: ItemResource; close: () => void }) => {
  const { api, keys } = useAccount();
  const types = useResourceTypes().data ?? [];
  const { id: resourceId, itemId, title, resourceTypeId } = resource;
  const form = useForm({
    initial: { title, resourceTypeId },
    stale: [keys.every('itemResources')],
    send: async ({ changed: body }) => {
      const params = { path: { itemId, resourceId } };
      await unwrap(api.PATCH('/items/{itemId}/resources/{resourceId}/update', { params, body }));
    },
    done: close,
  });
  return (
    <FormDialog
      title={withValues(texts.editTitle, { name: title })}
      close={close}
      form={form}
      button={lists.save}
      canSend={form.isChanged}
    >
      <TextInput
        label={texts.resourceTitle}
        required
        maxLength={255}
        data-autofocus
        {...form.text('title')}
      />
      <Select
        label={texts.type}
        clearable
        placeholder={texts.noType}
        data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={form.values.resourceTypeId === null ? null : String(form.values.resourceTypeId)}
        error={form.errorOf('resourceTypeId')}
        onChange={(id) => form.set({ resourceTypeId: id === null ? null : Number(id) })}
      />
    </FormDialog>
  );
};
