/** The other queries to which a pin applies, such as those of a group in the analytics. */
import { Text, Textarea } from '@mantine/core';
import { lists } from '../../../strings/console/lists/en.js';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { linesOf } from '../parts/lines.js';
import { withValues } from '../parts/with-values.js';

export const PinQueriesDialog = ({
  pin: { id: searchPinId, query, otherQueries },
  close,
}: {
  pin: Schemas['Pin'];
  close: () => void;
}) => {
  const { api, keys } = useAccount();
  const form = useForm({
    initial: { otherQueries: otherQueries.join('\n') },
    stale: [keys.every('searchPins'), keys.every('searchRevisions'), keys.every('explanations')],
    send: async ({ values }) => {
      const body = { otherQueries: linesOf(values.otherQueries) };
      await unwrap(api.PATCH('/search/pins/{searchPinId}', { params: { path: { searchPinId } }, body }));
    },
    done: close,
  });
  return (
    <FormDialog
      title={withValues(desk.pinQueries, { query })}
      close={close}
      form={form}
      button={lists.save}
      canSend={form.isChanged}
    >
      <Text size="sm">{desk.pinQueriesText}</Text>
      <Textarea
        label={desk.alsoFor}
        description={desk.alsoForHint}
        autosize
        minRows={3}
        maxRows={12}
        data-autofocus
        {...form.text('otherQueries')}
      />
    </FormDialog>
  );
};
