/** Merges a record into another of its kind: for the speaker, topic or series that is there twice. */
import { Select, Text } from '@mantine/core';
import { lists } from '../../../../strings/console/lists/en.js';
import type { QueryKey } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { FormDialog } from './form-parts.js';
import { useForm } from './use-form.js';
import { withValues } from '../with-values.js';

interface Named {
  id: number;
  name: string;
}

export const MergeDialog = ({
  record,
  others,
  stale,
  merge,
  close,
}: {
  record: Named;
  /** Into which it can be merged; may include the record. */
  others: readonly Named[];
  stale: QueryKey[];
  merge: (into: number) => Promise<unknown>;
  close: () => void;
}) => {
  const { name } = record;
  const options = others.filter(({ id }) => id !== record.id);
  const form = useForm<{ into: number | null }>({
    initial: { into: null },
    stale,
    send: async ({ values: { into } }) => {
      if (into !== null) await merge(into);
    },
    done: () => {
      close();
      notifications.show({ message: withValues(lists.merge.done, { name }), role: 'status' });
    },
  });
  return (
    <FormDialog
      title={withValues(lists.merge.title, { name })}
      close={close}
      form={form}
      button={lists.merge.button}
      canSend={form.values.into !== null}
      color="red"
    >
      <Text size="sm">
        {options.length === 0 ? lists.merge.noOthers : withValues(lists.merge.text, { name })}
      </Text>
      <Select
        label={lists.merge.into}
        searchable
        limit={100}
        // Names need not be unique.
        data={options.map(({ id, name: label }) => ({ value: String(id), label }))}
        value={form.values.into === null ? null : String(form.values.into)}
        error={form.errorOf('into')}
        onChange={(id) => form.set({ into: id === null ? null : Number(id) })}
      />
    </FormDialog>
  );
};
