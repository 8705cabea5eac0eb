/** The webhooks of the account. */
import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { settings } from '../../../strings/console/settings/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { ListScreen } from '../parts/list/list-screen.js';
import type { Column } from '../parts/list/record-table.js';
import { useRemoval } from '../parts/list/use-removal.js';
import { SecretDialog } from '../parts/secret-dialog.js';
import { WebhookDialog } from './webhook-dialog.js';

type Webhook = Schemas['Webhook'];
type Dialog = { is: 'create' } | { is: 'edit'; webhook: Webhook } | { is: 'secret'; secret: string } | null;
const texts = settings.webhooks;

export const WebhooksScreen = () => {
  const { api } = useAccount();
  const removeRecord = useRemoval('webhooks');
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = (): void => setDialog(null);
  const remove = ({ id: webhookId, url }: Webhook): void => {
    const call = { params: { path: { webhookId } } };
    removeRecord(
      url,
      () => unwrap(api.DELETE('/webhooks/{webhookId}', call)),
      () => unwrap(api.POST('/webhooks/{webhookId}/restore', call)),
    );
  };
  return (
    <ListScreen
      title={en.listScreens.webhooks}
      scope="admin"
      resource="webhooks"
      load={async (page) => {
        const { webhooks, totalRecords } = await unwrap(api.GET('/webhooks', { params: { query: page } }));
        return { records: webhooks, totalRecords };
      }}
      searchLabel={texts.search}
      screenActions={<Button onClick={() => setDialog({ is: 'create' })}>{texts.add}</Button>}
      columns={useColumns()}
      keyOf={({ id }) => id}
      nameOf={({ url }) => url}
      actionsOf={(webhook) => [
        { label: lists.edit, run: () => setDialog({ is: 'edit', webhook }) },
        { label: lists.delete, isRemoval: true, run: () => remove(webhook) },
      ]}
      empty={texts.empty}
    >
      {(dialog?.is === 'create' || dialog?.is === 'edit') && (
        <WebhookDialog
          webhook={dialog.is === 'edit' ? dialog.webhook : null}
          // The secret's dialog takes the place of this one.
          close={() => setDialog((open) => (open?.is === 'secret' ? open : null))}
          created={(secret) => setDialog({ is: 'secret', secret })}
        />
      )}
      {dialog?.is === 'secret' && (
        <SecretDialog
          title={texts.secretTitle}
          text={texts.secretText}
          secret={dialog.secret}
          close={close}
        />
      )}
    </ListScreen>
  );
};

const useColumns = (): Column<Webhook>[] => {
  const { shortName } = useAccount();
  return [
    {
      label: texts.url,
      cell: ({ id, url, description }) => (
        <>
          <Anchor component={Link} to={`/a/${shortName}/webhooks/${id}`}>
            {url}
          </Anchor>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </>
      ),
    },
    { label: texts.state, cell: ({ enabled }) => (enabled ? texts.on : texts.off), width: '6rem' },
  ];
};
