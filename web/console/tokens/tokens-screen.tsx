/** The API tokens of the account: creating, rotating and revoking them. */
import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { settings } from '../../../strings/console/settings/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { ConfirmDialog } from '../parts/confirm-dialog.js';
import { timeOf } from '../parts/dates.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { linesOf } from '../parts/lines.js';
import { ListScreen } from '../parts/list/list-screen.js';
import type { Column } from '../parts/list/record-table.js';
import { SecretDialog } from '../parts/secret-dialog.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';

type Token = Schemas['Token'];
type TokenScope = Token['scopes'][number];
const texts = settings.tokens;
const SCOPES = Object.keys(texts.scopeNames) as TokenScope[];

type Dialog =
  | { is: 'create' }
  | { is: 'rotate' | 'revoke'; token: Token }
  | { is: 'secret'; name: string; secret: string }
  | null;

export const TokensScreen = () => {
  const { api } = useAccount();
  const [dialog, setDialog] = useState<Dialog>(null);
  return (
    <ListScreen
      title={en.listScreens.tokens}
      scope="admin"
      resource="tokens"
      load={async (page) => {
        const { tokens, totalRecords } = await unwrap(api.GET('/tokens', { params: { query: page } }));
        return { records: tokens, totalRecords };
      }}
      searchLabel={texts.search}
      screenActions={<Button onClick={() => setDialog({ is: 'create' })}>{texts.add}</Button>}
      columns={useColumns()}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      actionsOf={(token) => [
        { label: texts.rotate, run: () => setDialog({ is: 'rotate', token }) },
        { label: texts.revoke, isRemoval: true, run: () => setDialog({ is: 'revoke', token }) },
      ]}
      empty={texts.empty}
    >
      <Dialogs dialog={dialog} setDialog={setDialog} />
    </ListScreen>
  );
};

const Dialogs = ({ dialog, setDialog }: { dialog: Dialog; setDialog: Dispatch<SetStateAction<Dialog>> }) => {
  const { api, keys } = useAccount();
  const { run } = useAction(keys.every('tokens'));
  const close = (): void => setDialog(null);
  const callOf = ({ id: tokenId }: Token) => ({ params: { path: { tokenId } } });
  const revoke = (token: Token): void =>
    void run(
      () => unwrap(api.DELETE('/tokens/{tokenId}', callOf(token))),
      withValues(texts.revoked, { name: token.name }),
    );
  const rotate = (token: Token): void =>
    void run(async () => {
      const { secret } = await unwrap(api.POST('/tokens/{tokenId}/rotate', { ...callOf(token), body: {} }));
      setDialog({ is: 'secret', name: token.name, secret });
    });
  return (
    <>
      {dialog?.is === 'create' && (
        <CreateToken
          // The secret's dialog takes the place of this one.
          close={() => setDialog((open) => (open?.is === 'secret' ? open : null))}
          created={(name, secret) => setDialog({ is: 'secret', name, secret })}
        />
      )}
      {dialog?.is === 'secret' && (
        <SecretDialog
          title={withValues(texts.secretTitle, { name: dialog.name })}
          text={texts.secretText}
          secret={dialog.secret}
          close={close}
        />
      )}
      {(dialog?.is === 'rotate' || dialog?.is === 'revoke') && (
        <ConfirmDialog
          title={withValues(dialog.is === 'rotate' ? texts.rotateTitle : texts.revokeTitle, {
            name: dialog.token.name,
          })}
          text={dialog.is === 'rotate' ? texts.rotateText : texts.revokeText}
          button={dialog.is === 'rotate' ? texts.rotate : texts.revoke}
          close={close}
          confirm={() => (dialog.is === 'rotate' ? rotate : revoke)(dialog.token)}
        />
      )}
    </>
  );
};

const useColumns = (): Column<Token>[] => {
  const { person } = useAccount();
  const time = (value: string | null): string =>
    value === null ? texts.never : timeOf(value, person.timeZone);
  return [
    {
      label: texts.name,
      cell: ({ name, createdBy }) => (
        <>
          {name}
          {createdBy?.name && <Text size="sm" c="dimmed">{`${texts.createdBy}: ${createdBy.name}`}</Text>}
        </>
      ),
    },
    {
      label: texts.scopes,
      cell: ({ scopes }) => scopes.map((scope) => texts.scopeNames[scope]).join(', '),
      visibleFrom: 'xs',
    },
    { label: texts.lastUsed, cell: ({ lastUsedAt }) => time(lastUsedAt), visibleFrom: 'sm' },
    { label: texts.expires, cell: ({ expiresAt }) => time(expiresAt), visibleFrom: 'md' },
  ];
};

const CreateToken = ({
  close,
  created,
}: {
  close: () => void;
  created: (name: string, secret: string) => void;
}) => {
  const { api, keys } = useAccount();
  const form = useForm<{
    name: string;
    scopes: TokenScope[];
    expiresAt: string;
    allowedNetworks: string;
  }>({
    initial: { name: '', scopes: ['content:read'], expiresAt: '', allowedNetworks: '' },
    stale: [keys.every('tokens')],
    send: async ({ values: { name, scopes, expiresAt, allowedNetworks } }) => {
      const networks = linesOf(allowedNetworks);
      const body = {
        name,
        scopes,
        // At the end of the day, here.
        expiresAt: expiresAt === '' ? null : new Date(`${expiresAt}T23:59:59`).toISOString(),
        allowedNetworks: networks.length === 0 ? null : networks,
      };
      const { secret } = await unwrap(api.POST('/tokens/create', { body }));
      created(name, secret);
    },
    done: close,
  });
  return (
    <FormDialog title={texts.add} close={close} form={form} button={lists.create}>
      <TextInput label={texts.name} required maxLength={255} data-autofocus {...form.text('name')} />
      <Checkbox.Group
        label={texts.scopes}
        value={form.values.scopes}
        error={form.errorOf('scopes')}
        onChange={(scopes) => form.set({ scopes: scopes })}
      >
        <Stack gap="xs" mt="xs">
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={texts.scopeNames[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label={texts.expires}
        description={texts.expiresHint}
        type="date"
        {...form.text('expiresAt')}
      />
      <Textarea
        label={texts.networks}
        description={texts.networksHint}
        autosize
        minRows={2}
        {...form.text('allowedNetworks')}
      />
    </FormDialog>
  );
};
