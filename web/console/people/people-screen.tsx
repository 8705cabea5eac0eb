/** The people of the account: who they are, what they may, inviting and removing them. */
import { Alert, Button, Code, Group, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { Screen } from '../parts/screen.js';
import { Loaded, NotAllowed } from '../parts/states.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';

type Person = Schemas['Person'];
type Role = Person['role'];
const ROLES = Object.entries(en.roles).map(([value, label]) => ({ value, label }));
/** Accounts with more people than this have an identity provider. */
const LIMIT = 100;

export const PeopleScreen = () => {
  const { api, keys, may } = useAccount();
  const people = useQuery({
    queryKey: keys.list('people'),
    enabled: may('admin'),
    queryFn: async () => (await unwrap(api.GET('/people', { params: { query: { _limit: LIMIT } } }))).people,
  });
  if (!may('admin'))
    return (
      <Screen title={en.screens.people}>
        <NotAllowed />
      </Screen>
    );
  return (
    <Screen title={en.screens.people}>
      <Invite />
      <Loaded query={people}>
        {(list) => (
          <Table.ScrollContainer minWidth={500}>
            <Table aria-label={en.screens.people}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{en.people.name}</Table.Th>
                  <Table.Th>{en.people.role}</Table.Th>
                  <Table.Th>{en.people.secondFactor}</Table.Th>
                  <Table.Th>{en.people.lastSignIn}</Table.Th>
                  <Table.Th>{en.people.actions}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.map((one) => (
                  <PersonRow key={`${one.status} ${one.id}`} row={one} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Loaded>
    </Screen>
  );
};

const PersonRow = ({ row }: { row: Person }) => {
  const { api, keys, person } = useAccount();
  const { run, isRunning } = useAction(keys.every('people'));
  const [isAsking, { open, close }] = useDisclosure(false);
  const call = { params: { path: { personId: row.id } } };
  const changeRole = (role: string | null): void => {
    if (role === null) return;
    void run(
      () => unwrap(api.PATCH('/people/{personId}', { ...call, body: { role: role as Role } })),
      en.people.changed,
    );
  };
  const remove = async (): Promise<void> => {
    close();
    await run(
      () => unwrap(api.DELETE('/people/{personId}', call)),
      withValues(en.people.removed, { name: row.name }),
    );
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Text>{row.name}</Text>
        <Text size="sm" c="dimmed">
          {row.email}
        </Text>
      </Table.Td>
      <Table.Td>
        <Select
          aria-label={withValues(en.people.roleOf, { name: row.name })}
          data={ROLES}
          value={row.role}
          allowDeselect={false}
          disabled={isRunning || row.status === 'invited'}
          onChange={changeRole}
        />
      </Table.Td>
      <Table.Td>{row.hasSecondFactor ? en.people.yes : en.people.no}</Table.Td>
      <Table.Td>
        {row.status === 'invited'
          ? en.people.invited
          : row.lastSignInAt !== null && timeOf(row.lastSignInAt, person.timeZone)}
      </Table.Td>
      <Table.Td>
        <Button variant="default" size="compact-sm" loading={isRunning} onClick={open}>
          {en.people.remove}
        </Button>
        <Modal
          opened={isAsking}
          onClose={close}
          title={withValues(en.people.removeTitle, { name: row.name })}
        >
          <Stack>
            <Text>{en.people.removeText}</Text>
            <Button color="red" onClick={() => void remove()}>
              {en.people.remove}
            </Button>
          </Stack>
        </Modal>
      </Table.Td>
    </Table.Tr>
  );
};

const Invite = () => {
  const { api, keys } = useAccount();
  const { run, isRunning } = useAction(keys.every('people'));
  const [role, setRole] = useState<Role>('editor');
  const [link, setLink] = useState<{ email: string; url: string | null } | null>(null);
  const invite = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = new FormData(form).get('email');
    if (typeof email !== 'string') return;
    void run(async () => {
      const { invitationUrl } = await unwrap(api.POST('/people/create', { body: { email, role } }));
      setLink({ email, url: invitationUrl });
      form.reset();
    });
  };
  return (
    <Stack component="section" aria-label={en.people.invite}>
      <form onSubmit={invite}>
        <Group align="end">
          <TextInput name="email" type="email" label={en.email} required withAsterisk={false} />
          <Select
            label={en.people.role}
            data={ROLES}
            value={role}
            allowDeselect={false}
            onChange={(value) => setRole((value ?? 'editor') as Role)}
          />
          <Button type="submit" loading={isRunning}>
            {en.people.invite}
          </Button>
        </Group>
      </form>
      {link && (
        <Alert role="status" title={withValues(en.people.invitedTitle, { email: link.email })}>
          {link.url === null ? (
            en.people.mailed
          ) : (
            <>
              <Text size="sm">{en.people.handOver}</Text>
              <Code block>{link.url}</Code>
            </>
          )}
        </Alert>
      )}
    </Stack>
  );
};
