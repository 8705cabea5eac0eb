/** The open account, the others of the person, and signing out. */
import { Button, Group, Menu, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { backups } from '../../../strings/console/backups/en.js';
import { en } from '../../../strings/console/en.js';
import { useAccount } from '../api/account.js';
import { useSession } from '../api/use-session.js';
import { withValues } from '../parts/with-values.js';
import { useSignOut } from '../sign-in/use-sign-out.js';

export const AccountMenu = () => {
  const { name, shortName, role, person } = useAccount();
  const accounts = useSession().data?.session?.accounts ?? [];
  const navigate = useNavigate();
  const { signOut, question } = useSignOut();
  const others = accounts.filter((other) => other.shortName !== shortName);
  return (
    <Group justify="space-between" flex={1} wrap="nowrap">
      <Text fw={600} truncate>
        {name}
      </Text>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="subtle" size="compact-sm">
            {person.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {withValues(en.signedInWithRole, { email: person.email, role: en.roles[role] })}
          </Menu.Label>
          {others.length > 0 && <Menu.Label>{en.switchAccount}</Menu.Label>}
          {others.map((other) => (
            <Menu.Item
              key={other.shortName}
              onClick={() => void navigate({ to: `/a/${other.shortName}/home` })}
            >
              {other.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {person.isOperator && (
            <Menu.Item onClick={() => void navigate({ to: `/a/${shortName}/backups` })}>
              {backups.title}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void navigate({ to: '/' })}>{en.yourSignIn}</Menu.Item>
          <Menu.Item onClick={signOut}>{en.signOut}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question}
    </Group>
  );
};
