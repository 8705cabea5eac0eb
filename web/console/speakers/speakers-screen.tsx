/** The speakers of the account: adding, editing, their images, and merging two. */
import { Avatar, Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { ImageField } from '../parts/image-field.js';
import { ItemsLink } from '../library/items-link.js';
import { ListScreen } from '../parts/list/list-screen.js';
import type { Column } from '../parts/list/record-table.js';
import { useRemoval } from '../parts/list/use-removal.js';
import { useSpeakers } from '../parts/lookups.js';
import { MergeDialog } from '../parts/form/merge-dialog.js';
import { withValues } from '../parts/with-values.js';

type Speaker = Schemas['Speaker'];
type Dialog = { is: 'create' } | { is: 'edit' | 'merge'; speaker: Speaker } | null;

const COLUMNS: Column<Speaker>[] = [
  {
    label: lists.name,
    cell: ({ name, imageUrl, bio }) => (
      <Group wrap="nowrap">
        <Avatar src={imageUrl === null ? null : `${imageUrl}?width=160`} alt="" />
        <div>
          <Text>{name}</Text>
          <Text size="sm" c="dimmed" lineClamp={1}>
            {bio}
          </Text>
        </div>
      </Group>
    ),
  },
  {
    label: lists.items,
    cell: ({ id, itemCount }) => <ItemsLink count={itemCount} search={{ speakerId: id }} />,
    width: '6rem',
  },
];

export const SpeakersScreen = () => {
  const { api, may } = useAccount();
  const canWrite = may('content:write');
  const removeRecord = useRemoval('speakers');
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = (): void => setDialog(null);
  const remove = ({ id: speakerId, name }: Speaker): void => {
    const call = { params: { path: { speakerId } } };
    removeRecord(
      name,
      () => unwrap(api.DELETE('/speakers/{speakerId}', call)),
      () => unwrap(api.POST('/speakers/{speakerId}/restore', call)),
    );
  };
  return (
    <ListScreen
      title={en.listScreens.speakers}
      scope="content:read"
      resource="speakers"
      filters={{ order: 'name', count: true }}
      load={async (page) => {
        // Expanding the items is what counts them.
        const query = { ...page, '_orderBy[]': ['name,ASC', 'itemCount,ASC'] };
        const { speakers, totalRecords } = await unwrap(api.GET('/speakers', { params: { query } }));
        return { records: speakers, totalRecords };
      }}
      searchLabel={lists.speakers.search}
      screenActions={
        canWrite && <Button onClick={() => setDialog({ is: 'create' })}>{lists.speakers.add}</Button>
      }
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      actionsOf={(speaker) => [
        canWrite && { label: lists.edit, run: () => setDialog({ is: 'edit', speaker }) },
        canWrite && { label: lists.merge.action, run: () => setDialog({ is: 'merge', speaker }) },
        canWrite && { label: lists.delete, isRemoval: true, run: () => remove(speaker) },
      ]}
      empty={lists.speakers.empty}
    >
      {dialog?.is === 'create' && <CreateSpeaker close={close} />}
      {dialog?.is === 'edit' && <EditSpeaker speaker={dialog.speaker} close={close} />}
      {dialog?.is === 'merge' && <MergeSpeaker speaker={dialog.speaker} close={close} />}
    </ListScreen>
  );
};

const CreateSpeaker = ({ close }: { close: () => void }) => {
  const { api, keys } = useAccount();
  const form = useForm<Schemas['NewSpeaker']>({
    initial: { name: '', bio: null },
    stale: [keys.every('speakers')],
    send: async ({ values }) => {
      const { duplicateOf } = await unwrap(api.POST('/speakers/create', { body: values }));
      if (duplicateOf !== null) notifications.show({ message: lists.duplicate, role: 'status' });
    },
    done: close,
  });
  return (
    <FormDialog title={lists.speakers.add} close={close} form={form} button={lists.create}>
      <TextInput label={lists.name} required maxLength={255} data-autofocus {...form.text('name')} />
      <Textarea label={lists.speakers.bio} autosize minRows={3} {...form.text('bio')} />
    </FormDialog>
  );
};

const EditSpeaker = ({ speaker: listed, close }: { speaker: Speaker; close: () => void }) => {
  const { api, keys } = useAccount();
  const call = { params: { path: { speakerId: listed.id } } };
  const stale = [keys.every('speakers')];
  // Read again after a new image.
  const { data: speaker } = useQuery({
    queryKey: keys.one('speakers', listed.id),
    initialData: listed,
    queryFn: async () => (await unwrap(api.GET('/speakers/{speakerId}', call))).speaker,
  });
  const form = useForm({
    initial: { name: speaker.name, bio: speaker.bio },
    stale,
    send: async ({ changed }) => {
      await unwrap(api.PATCH('/speakers/{speakerId}', { ...call, body: changed }));
    },
    done: close,
  });
  return (
    <FormDialog
      title={withValues(lists.speakers.editTitle, { name: listed.name })}
      close={close}
      form={form}
      button={lists.save}
      canSend={form.isChanged}
    >
      <TextInput label={lists.name} required maxLength={255} data-autofocus {...form.text('name')} />
      <Textarea label={lists.speakers.bio} autosize minRows={3} {...form.text('bio')} />
      <ImageField
        label={lists.speakers.image}
        hint={lists.speakers.imageHint}
        url={speaker.imageUrl}
        stale={stale}
        upload={(file) => {
          const body = new FormData();
          body.append('image', file);
          return unwrap(
            api.POST('/speakers/{speakerId}/image/upload', {
              ...call,
              body: body as never,
              bodySerializer: (form) => form as never,
            }),
          );
        }}
        remove={() => unwrap(api.PATCH('/speakers/{speakerId}', { ...call, body: { imageFilename: null } }))}
      />
    </FormDialog>
  );
};

const MergeSpeaker = ({ speaker, close }: { speaker: Speaker; close: () => void }) => {
  const { api, keys } = useAccount();
  return (
    <MergeDialog
      record={speaker}
      others={useSpeakers().data ?? []}
      stale={[keys.every('speakers'), keys.every('items')]}
      merge={(into) =>
        unwrap(
          api.POST('/speakers/{speakerId}/merge', {
            params: { path: { speakerId: speaker.id } },
            body: { into },
          }),
        )
      }
      close={close}
    />
  );
};
