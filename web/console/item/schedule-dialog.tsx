/** When the item is published, and when it is taken offline, in the time zone of the person. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { itemTexts } from '../../../strings/console/item/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { ZoneNote } from '../parts/zone-note.js';
import { localTimeOf, momentOf } from '../parts/zoned-time.js';

type Times = Partial<Pick<Schemas['ItemChanges'], 'publishAt' | 'unpublishAt'>>;

export const ScheduleDialog = ({ item, close }: { item: Schemas['Item']; close: () => void }) => {
  const { api, keys, person } = useAccount();
  const typed = (time: string | null): string => (time === null ? '' : localTimeOf(time, person.timeZone));
  const moment = (local: string): string | null => momentOf(local, person.timeZone);
  const form = useForm({
    initial: { publishAt: typed(item.publishAt), unpublishAt: typed(item.unpublishAt) },
    stale: [keys.every('items'), keys.every('home')],
    send: async ({ changed }) => {
      const body: Times = {};
      if (changed.publishAt !== undefined) body.publishAt = moment(changed.publishAt);
      if (changed.unpublishAt !== undefined) body.unpublishAt = moment(changed.unpublishAt);
      await unwrap(api.PATCH('/items/{itemId}', { params: { path: { itemId: item.id } }, body }));
    },
    done: () => {
      const isSet = [publishAt, unpublishAt].some((time) => time !== '');
      const message = isSet ? itemTexts.scheduled : itemTexts.scheduleCancelled;
      notifications.show({ message, role: 'status' });
      close();
    },
  });
  const { publishAt, unpublishAt } = form.values;
  const clear = (field: 'publishAt' | 'unpublishAt', label: string) =>
    form.values[field] !== '' && (
      <Button variant="subtle" size="compact-sm" onClick={() => form.set({ [field]: '' })}>
        {label}
      </Button>
    );
  return (
    <FormDialog
      title={itemTexts.scheduleTitle}
      close={close}
      form={form}
      button={itemTexts.saveSchedule}
      canSend={form.isChanged}
    >
      <Stack gap="xs">
        {item.status !== 'published' && (
          <TextInput
            label={itemTexts.publishAt}
            type="datetime-local"
            data-autofocus
            {...form.text('publishAt')}
          />
        )}
        <TextInput label={itemTexts.unpublishAt} type="datetime-local" {...form.text('unpublishAt')} />
        <ZoneNote typed={publishAt || unpublishAt} />
        <Group>
          {clear('publishAt', itemTexts.cancelSchedule)}
          {clear('unpublishAt', itemTexts.cancelUnpublish)}
        </Group>
      </Stack>
    </FormDialog>
  );
};
