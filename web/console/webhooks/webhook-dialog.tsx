/** Creates or changes a webhook. */
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { lists } from '../../../strings/console/lists/en.js';
import { settings } from '../../../strings/console/settings/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm, type Form } from '../parts/form/use-form.js';

type Webhook = Schemas['Webhook'];
type EventName = Webhook['events'][number];
type Values = Pick<Webhook, 'url' | 'description' | 'events' | 'enabled'>;

const texts = settings.webhooks;
const EVENTS = (Object.keys(texts.eventNames) as (keyof typeof texts.eventNames)[]).filter(
  (name) => name !== 'ping',
);
/** Enough to keep a copy of the public items. */
const FIRST_EVENTS: EventName[] = ['item.published', 'item.updated', 'item.unpublished', 'item.deleted'];

export const WebhookDialog = ({
  webhook,
  close,
  created,
}: {
  /** Null for a new one. */
  webhook: Webhook | null;
  close: () => void;
  /** Gets the secret of a new webhook. */
  created?: (secret: string) => void;
}) => {
  const { api, keys } = useAccount();
  const { url, description, events, enabled } = webhook ?? {
    url: '',
    description: null,
    enabled: true,
    events: FIRST_EVENTS,
  };
  const form = useForm<Values>({
    initial: { url, description, events, enabled },
    stale: [keys.every('webhooks')],
    send: async ({ values, changed }) => {
      if (webhook) {
        const params = { path: { webhookId: webhook.id } };
        await unwrap(api.PATCH('/webhooks/{webhookId}', { params, body: changed }));
      } else {
        const { secret } = await unwrap(api.POST('/webhooks/create', { body: values }));
        created?.(secret);
      }
    },
    done: close,
  });
  return (
    <FormDialog
      title={webhook ? texts.editTitle : texts.add}
      close={close}
      form={form}
      button={webhook ? lists.save : lists.create}
      canSend={form.isChanged}
    >
      <TextInput
        label={texts.url}
        description={texts.urlHint}
        type="url"
        required
        data-autofocus
        {...form.text('url')}
      />
      <TextInput label={texts.description} {...form.text('description')} />
      <EventsField form={form} />
      <Checkbox
        label={texts.enabled}
        checked={form.values.enabled}
        onChange={({ currentTarget: { checked } }) => form.set({ enabled: checked })}
      />
    </FormDialog>
  );
};

const EventsField = ({ form }: { form: Form<Values> }) => (
  <Checkbox.Group
    label={texts.events}
    value={form.values.events}
    error={form.errorOf('events')}
    onChange={(names) => form.set({ events: names })}
  >
    <Stack gap="xs" mt="xs">
      {EVENTS.map((name) => (
        <Checkbox key={name} value={name} label={texts.eventNames[name]} />
      ))}
    </Stack>
  </Checkbox.Group>
);
