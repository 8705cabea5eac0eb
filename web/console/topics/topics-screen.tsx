/** The topics of the account: adding, renaming, merging two. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { ItemsLink } from '../library/items-link.js';
import { ListScreen } from '../parts/list/list-screen.js';
import { useListSearch } from '../parts/list/list-search.js';
import { useRemoval } from '../parts/list/use-removal.js';
import { useTopics } from '../parts/lookups.js';
import { MergeDialog } from '../parts/form/merge-dialog.js';
import { withValues } from '../parts/with-values.js';

type Topic = Schemas['Topic'];
type Dialog =
  { is: 'create'; name: string } | { is: 'edit'; topic: Topic } | { is: 'merge'; topic: Topic } | null;

export const TopicsScreen = () => {
  const { api, may } = useAccount();
  const canWrite = may('content:write');
  const removeRecord = useRemoval('topics');
  const {
    search: { add },
    change,
  } = useListSearch();
  const [dialog, setDialog] = useState<Dialog>(
    add !== undefined && canWrite ? { is: 'create', name: add } : null,
  );
  const close = (): void => {
    setDialog(null);
    if (add !== undefined) change({ add: undefined });
  };
  const remove = ({ id: topicId, name }: Topic): void => {
    const call = { params: { path: { topicId } } };
    removeRecord(
      name,
      () => unwrap(api.DELETE('/topics/{topicId}', call)),
      () => unwrap(api.POST('/topics/{topicId}/restore', call)),
    );
  };
  return (
    <ListScreen
      title={en.listScreens.topics}
      scope="content:read"
      resource="topics"
      filters={{ order: 'name' }}
      load={async (page) => {
        const query = { ...page, '_orderBy[]': ['name,ASC'] };
        const { topics, totalRecords } = await unwrap(api.GET('/topics', { params: { query } }));
        return { records: topics, totalRecords };
      }}
      searchLabel={lists.topics.search}
      screenActions={
        canWrite && <Button onClick={() => setDialog({ is: 'create', name: '' })}>{lists.topics.add}</Button>
      }
      columns={[
        { label: lists.name, cell: ({ name }) => name },
        {
          label: lists.items,
          cell: ({ id, itemCount }) => <ItemsLink count={itemCount} search={{ topicId: id }} />,
          width: '6rem',
        },
      ]}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      actionsOf={(topic) => [
        canWrite && { label: lists.edit, run: () => setDialog({ is: 'edit', topic }) },
        canWrite && { label: lists.merge.action, run: () => setDialog({ is: 'merge', topic }) },
        canWrite && { label: lists.delete, isRemoval: true, run: () => remove(topic) },
      ]}
      empty={lists.topics.empty}
    >
      {(dialog?.is === 'create' || dialog?.is === 'edit') && (
        <TopicDialog
          topic={dialog.is === 'edit' ? dialog.topic : null}
          name={dialog.is === 'edit' ? dialog.topic.name : dialog.name}
          close={close}
        />
      )}
      {dialog?.is === 'merge' && <MergeTopic topic={dialog.topic} close={close} />}
    </ListScreen>
  );
};

/**
 * @param topic null for a new one
 * @param name to begin with
 */
const TopicDialog = ({ topic, name, close }: { topic: Topic | null; name: string; close: () => void }) => {
  const { api, keys } = useAccount();
  const form = useForm({
    initial: { name },
    stale: [keys.every('topics')],
    send: async ({ values: body }) => {
      if (topic)
        await unwrap(api.PATCH('/topics/{topicId}', { params: { path: { topicId: topic.id } }, body }));
      else await unwrap(api.POST('/topics/create', { body }));
    },
    done: close,
  });
  return (
    <FormDialog
      title={topic ? withValues(lists.topics.editTitle, { name: topic.name }) : lists.topics.add}
      close={close}
      form={form}
      button={topic ? lists.save : lists.create}
      canSend={form.isChanged || (!topic && name !== '')}
    >
      <TextInput label={lists.name} required maxLength={255} data-autofocus {...form.text('name')} />
    </FormDialog>
  );
};

const MergeTopic = ({ topic, close }: { topic: Topic; close: () => void }) => {
  const { api, keys } = useAccount();
  return (
    <MergeDialog
      record={topic}
      others={useTopics().data ?? []}
      stale={[keys.every('topics'), keys.every('items')]}
      merge={(into) =>
        unwrap(
          api.POST('/topics/{topicId}/merge', { params: { path: { topicId: topic.id } }, body: { into } }),
        )
      }
      close={close}
    />
  );
};
