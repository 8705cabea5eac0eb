/** The page before an account is open: signing in, redeeming a link, choosing an account. */
import { Alert, Anchor, Container, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { linkToken, openIdFailure, type OwnSession, type SessionState } from '../api/session-api.js';
import { useRefreshSession, useSession } from '../api/use-session.js';
import { Loaded } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';
import { Credentials } from './credentials.js';
import { DigestSwitch } from './digest-switch.js';
import { Redeem } from './redeem.js';
import { SignIn } from './sign-in.js';
import { SignOutButton } from './sign-out-button.js';

/** @param opened the short name in the address, which the person does not belong to; undefined if it has none */
export const FrontPage = ({ opened }: { opened?: string }) => {
  useDocumentTitle(en.title);
  const session = useSession();
  const [failure] = useState(openIdFailure);
  return (
    <Container size="xs" py="xl" component="main">
      <Stack>
        <Title order={1}>{en.title}</Title>
        {failure !== null && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Loaded query={session}>{(state) => <Front state={state} opened={opened} />}</Loaded>
      </Stack>
    </Container>
  );
};

const Front = ({ state, opened }: { state: SessionState; opened?: string }) => {
  const refresh = useRefreshSession();
  const [token, setToken] = useState(linkToken.get);
  const navigate = useNavigate();
  // Whoever came for a screen of an account sees that screen once they are signed in.
  const cameForScreen = useParams({ strict: false }).account !== undefined;
  const done = async (): Promise<void> => {
    setToken(linkToken.get());
    const account = onlyAccount(await refresh());
    if (!cameForScreen && account) await navigate({ to: `/a/${account.shortName}` });
  };
  if (token !== null) return <Redeem token={token} methods={state.methods} done={done} />;
  if (!state.session) return <SignIn methods={state.methods} done={done} />;
  return <Accounts session={state.session} state={state} opened={opened} />;
};

/** The account of a person who has one, unless it is closed to them. */
const onlyAccount = ({ session }: SessionState): OwnSession['accounts'][number] | undefined => {
  const [account, ...others] = session?.accounts ?? [];
  return others.length > 0 || account?.lacksSecondFactor ? undefined : account;
};

const Accounts = ({
  session,
  state: { methods, mailsDigests },
  opened,
}: {
  session: OwnSession;
  state: SessionState;
  opened?: string;
}) => {
  const { accounts, person } = session;
  const closed = accounts.find(({ shortName }) => shortName === opened);
  return (
    <Stack>
      <Text>{withValues(en.signedInAs, { name: person.name, email: person.email })}</Text>
      {opened !== undefined && !closed && (
        <Alert color="red" role="alert">
          {en.noSuchAccount}
        </Alert>
      )}
      <Title order={2} size="h4">
        {en.accounts}
      </Title>
      {accounts.length === 0 && <Text>{en.noAccounts}</Text>}
      <List listStyleType="none" spacing="sm">
        {accounts.map((membership) => (
          <List.Item key={membership.shortName}>
            <Paper withBorder p="sm">
              <Anchor component={Link} to={`/a/${membership.shortName}`} underline="always">
                {membership.name}
              </Anchor>
              {`: ${en.roles[membership.role]}`}
              {membership.lacksSecondFactor && (
                <Text size="sm" c="red">
                  {en.lacksSecondFactor}
                </Text>
              )}
              <DigestSwitch membership={membership} isMailed={mailsDigests} />
            </Paper>
          </List.Item>
        ))}
      </List>
      <Credentials session={session} methods={methods} />
      <SignOutButton />
    </Stack>
  );
};
