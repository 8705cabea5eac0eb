/** Changes how the person signs in: password, passkeys, authenticator app. */
import { Accordion, Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { sessionApi, unwrap, type OwnSession, type SignInMethods } from '../api/session-api.js';
import { useRefreshSession } from '../api/use-session.js';
import { ActionForm } from '../parts/action-form.js';
import { CopyField } from '../parts/copy-field.js';
import { QrCode } from '../parts/qr-code.js';
import { useConfirmed } from '../parts/use-confirmed.js';
import { firstCodeField, newPasswordField } from './fields.js';
import { openProvider } from './open-id.js';
import { makePasskey } from './passkeys.js';

export const Credentials = ({ session, methods }: { session: OwnSession; methods: SignInMethods }) => (
  <Accordion variant="contained" order={3}>
    {session.hasPassword && methods.password && (
      <Accordion.Item value="password">
        <Accordion.Control>{en.changePassword}</Accordion.Control>
        <Accordion.Panel>
          <ChangePassword />
        </Accordion.Panel>
      </Accordion.Item>
    )}
    {methods.passkey && (
      <Accordion.Item value="passkey">
        <Accordion.Control>{en.addPasskey}</Accordion.Control>
        <Accordion.Panel>
          <AddPasskey />
        </Accordion.Panel>
      </Accordion.Item>
    )}
    {!session.factors.totp && (
      <Accordion.Item value="app">
        <Accordion.Control>{en.secondFactor}</Accordion.Control>
        <Accordion.Panel>
          <AddApp />
        </Accordion.Panel>
      </Accordion.Item>
    )}
    {methods.openId && (
      <Accordion.Item value="openId">
        <Accordion.Control>{en.linkOpenId}</Accordion.Control>
        <Accordion.Panel>
          <LinkOpenId />
        </Accordion.Panel>
      </Accordion.Item>
    )}
  </Accordion>
);

const LinkOpenId = () => {
  const confirmed = useConfirmed();
  return <ActionForm button={en.continue} send={() => confirmed(() => openProvider({ link: true }))} />;
};

const ChangePassword = () => {
  const confirmed = useConfirmed();
  const [isChanged, setChanged] = useState(false);
  if (isChanged) return <Text role="status">{en.passwordChanged}</Text>;
  return (
    <ActionForm
      fields={[newPasswordField]}
      button={en.savePassword}
      send={({ password = '' }) =>
        confirmed(async () => {
          await unwrap(sessionApi.POST('/auth/password', { body: { password } }));
          setChanged(true);
        })
      }
    />
  );
};

const AddPasskey = () => {
  const confirmed = useConfirmed();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes)
    return (
      <Stack>
        <Text role="status">{en.passkeyAdded}</Text>
        <RecoveryCodes codes={codes} />
      </Stack>
    );
  return (
    <ActionForm
      button={en.createPasskey}
      send={() =>
        confirmed(async () => {
          const credential = await makePasskey();
          const { recoveryCodes } = await unwrap(
            sessionApi.POST('/auth/passkeys/create', { body: { credential } }),
          );
          setCodes(recoveryCodes);
        })
      }
    />
  );
};

const AddApp = () => {
  const confirmed = useConfirmed();
  const [app, setApp] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} />;
  if (app === null)
    return (
      <ActionForm
        button={en.continue}
        send={() => confirmed(async () => setApp(await unwrap(sessionApi.POST('/auth/totp/create'))))}
      />
    );
  return (
    <Stack>
      <Text>{en.scanSecret}</Text>
      <QrCode text={app.uri} label={en.secretCode} />
      <Anchor href={app.uri}>{en.openApp}</Anchor>
      {/* In groups, for whoever types it. */}
      <CopyField label={en.secret} text={app.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
      <ActionForm
        fields={[firstCodeField]}
        button={en.continue}
        send={({ code = '' }) =>
          confirmed(async () =>
            setCodes((await unwrap(sessionApi.POST('/auth/totp/confirm', { body: { code } }))).recoveryCodes),
          )
        }
      />
    </Stack>
  );
};

/** Shown once, so that the screen changes only when the person goes on. */
const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const refresh = useRefreshSession();
  return (
    <Stack>
      {codes.length > 0 && (
        <>
          <Text>{en.recoveryCodes}</Text>
          <CopyField label={en.recoveryCodesLabel} text={codes.join('\n')} />
        </>
      )}
      <ActionForm button={en.continue} send={() => refresh().then(() => undefined)} />
    </Stack>
  );
};
