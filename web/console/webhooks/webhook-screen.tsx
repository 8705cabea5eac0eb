/** One webhook: what was sent to it, sending it again, testing it, and its secret. */
import { Badge, Button, Code, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { settings } from '../../../strings/console/settings/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { timeOf } from '../parts/dates.js';
import { Dialog } from '../parts/dialog.js';
import { optionsOf } from '../parts/form/options.js';
import { RecordList } from '../parts/list/list-screen.js';
import { oneOf, useListSearch } from '../parts/list/list-search.js';
import type { Column } from '../parts/list/record-table.js';
import { Screen } from '../parts/screen.js';
import { SecretDialog } from '../parts/secret-dialog.js';
import { Loaded, NotAllowed } from '../parts/states.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import { WebhookDialog } from './webhook-dialog.js';

type Webhook = Schemas['Webhook'];
type Delivery = Schemas['WebhookDelivery'];
const texts = settings.webhooks;
const STATUSES = Object.keys(texts.statuses) as Delivery['status'][];
/** While a delivery waits, the list is read this often. */
const POLL_MS = 3_000;

export const WebhookScreen = () => {
  const { webhookId: id } = useParams({ from: '/a/$account/webhooks/$webhookId' });
  const { api, keys, may } = useAccount();
  const webhookId = Number(id);
  const query = useQuery({
    queryKey: keys.one('webhooks', webhookId),
    enabled: may('admin'),
    queryFn: async () =>
      (await unwrap(api.GET('/webhooks/{webhookId}', { params: { path: { webhookId } } }))).webhook,
  });
  if (!may('admin'))
    return (
      <Screen title={en.listScreens.webhooks}>
        <NotAllowed />
      </Screen>
    );
  return <Loaded query={query}>{(webhook) => <WebhookDetails webhook={webhook} />}</Loaded>;
};

type Dialog = { is: 'edit' | 'rotate' } | { is: 'secret'; secret: string } | null;

const WebhookDetails = ({ webhook }: { webhook: Webhook }) => {
  const { api, keys } = useAccount();
  const { run, isRunning } = useAction(keys.every('webhooks'));
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = (): void => setDialog(null);
  const call = { params: { path: { webhookId: webhook.id } } };
  const rotate = (): void =>
    void run(async () => {
      const { secret } = await unwrap(api.POST('/webhooks/{webhookId}/rotate-secret', call));
      setDialog({ is: 'secret', secret });
    });
  return (
    <Screen
      title={webhook.url}
      actions={
        <>
          <Button
            loading={isRunning}
            variant="default"
            onClick={() => void run(() => unwrap(api.POST('/webhooks/{webhookId}/ping', call)), texts.pinged)}
          >
            {texts.ping}
          </Button>
          <Button variant="default" onClick={() => setDialog({ is: 'rotate' })}>
            {texts.rotate}
          </Button>
          <Button variant="default" onClick={() => setDialog({ is: 'edit' })}>
            {texts.edit}
          </Button>
        </>
      }
    >
      <Text>
        {webhook.events.map((name) => texts.eventNames[name]).join('; ')}
        {!webhook.enabled && ` (${texts.off})`}
      </Text>
      <Stack component="section" aria-labelledby="deliveries">
        <Title order={2} size="h4" id="deliveries">
          {texts.deliveries}
        </Title>
        <Deliveries webhookId={webhook.id} />
      </Stack>
      <Dialogs webhook={webhook} dialog={dialog} close={close} rotate={rotate} />
    </Screen>
  );
};

const Dialogs = ({
  webhook,
  dialog,
  close,
  rotate,
}: {
  webhook: Webhook;
  dialog: Dialog;
  close: () => void;
  rotate: () => void;
}) => (
  <>
    {dialog?.is === 'edit' && <WebhookDialog webhook={webhook} close={close} />}
    {dialog?.is === 'rotate' && (
      <ConfirmDialog
        title={texts.rotate}
        text={texts.rotateText}
        button={texts.rotate}
        close={close}
        confirm={rotate}
      />
    )}
    {dialog?.is === 'secret' && (
      <SecretDialog title={texts.secretTitle} text={texts.secretText} secret={dialog.secret} close={close} />
    )}
  </>
);

const COLORS: Record<Delivery['status'], string> = { waiting: 'gray', delivered: 'green', failed: 'red' };

const Deliveries = ({ webhookId }: { webhookId: number }) => {
  const { api, keys } = useAccount();
  const { run } = useAction(keys.every('webhooks'));
  const { search, change } = useListSearch();
  const [shown, show] = useState<Delivery | null>(null);
  const status = oneOf(STATUSES, search.status);
  const redeliver = ({ id: webhookDeliveryId }: Delivery): void => {
    const params = { path: { webhookId, webhookDeliveryId } };
    const path = '/webhooks/{webhookId}/deliveries/{webhookDeliveryId}/redeliver' as const;
    void run(() => unwrap(api.POST(path, { params })), texts.redelivered);
  };
  return (
    <>
      <RecordList<Delivery>
        title={texts.deliveries}
        resource="webhooks"
        filters={{ deliveriesOf: webhookId, status }}
        refetchInterval={(deliveries) =>
          deliveries.some((delivery) => delivery.status === 'waiting') ? POLL_MS : false
        }
        load={async (page) => {
          const params = { path: { webhookId }, query: { ...page, status } };
          const { deliveries, totalRecords } = await unwrap(
            api.GET('/webhooks/{webhookId}/deliveries', { params }),
          );
          return { records: deliveries, totalRecords };
        }}
        filterFields={
          <Select
            label={texts.status}
            clearable
            placeholder={lists.all}
            data={optionsOf(texts.statuses)}
            value={status ?? null}
            onChange={(value) => change({ status: value ?? undefined })}
          />
        }
        columns={useDeliveryColumns()}
        keyOf={({ id }) => id}
        nameOf={({ eventType, id }) => `${texts.eventNames[eventType]} ${id}`}
        actionsOf={(delivery) => [
          { label: texts.show, run: () => show(delivery) },
          { label: texts.redeliver, run: () => redeliver(delivery) },
        ]}
        empty={texts.noDeliveries}
      />
      {shown && <Payload delivery={shown} close={() => show(null)} />}
    </>
  );
};

const useDeliveryColumns = (): Column<Delivery>[] => {
  const { person } = useAccount();
  return [
    { label: texts.event, cell: ({ eventType }) => texts.eventNames[eventType] },
    {
      label: texts.status,
      cell: (delivery) => (
        <>
          <Badge variant="light" color={COLORS[delivery.status]} tt="none">
            {texts.statuses[delivery.status]}
          </Badge>
          {delivery.lastError !== null && <Text size="sm">{delivery.lastError}</Text>}
          {delivery.nextAttemptDate !== null && (
            <Text size="sm" c="dimmed">
              {withValues(texts.next, { time: timeOf(delivery.nextAttemptDate, person.timeZone) })}
            </Text>
          )}
        </>
      ),
    },
    { label: texts.attempts, cell: ({ attempts }) => attempts, visibleFrom: 'sm', width: '6rem' },
    {
      label: texts.response,
      cell: ({ responseStatus }) => responseStatus ?? texts.noResponse,
      visibleFrom: 'sm',
      width: '6rem',
    },
    {
      label: texts.sent,
      cell: ({ entryDate }) => timeOf(entryDate, person.timeZone),
      visibleFrom: 'md',
    },
  ];
};

const Payload = ({ delivery: { id, webhookId }, close }: { delivery: Delivery; close: () => void }) => {
  const { api, keys } = useAccount();
  const query = useQuery({
    queryKey: keys.part('webhooks', webhookId, `delivery ${id}`),
    queryFn: async () => {
      const params = { path: { webhookId, webhookDeliveryId: id } };
      return (await unwrap(api.GET('/webhooks/{webhookId}/deliveries/{webhookDeliveryId}', { params })))
        .delivery;
    },
  });
  return (
    <Dialog close={close} title={texts.payload} size="lg">
      <Loaded query={query}>
        {({ payload }) => (
          <Code block className="wraps" tabIndex={0}>
            {JSON.stringify(payload, null, 2)}
          </Code>
        )}
      </Loaded>
    </Dialog>
  );
};
