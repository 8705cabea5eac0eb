/** The screens of the account that the person's role may open. */
import { NavLink, ScrollArea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { useAccount, type Scope } from '../api/account.js';

interface Place {
  path: string;
  label: string;
  scope: Scope;
}

const PLACES: readonly Place[] = [
  { path: 'home', label: en.screens.home, scope: 'content:read' },
  { path: 'library', label: en.screens.library, scope: 'content:read' },
  { path: 'add', label: en.screens.add, scope: 'content:draft' },
  { path: 'review', label: en.screens.review, scope: 'content:draft' },
  { path: 'people', label: en.screens.people, scope: 'admin' },
];

export const Navigation = () => {
  const { shortName, may } = useAccount();
  return (
    <ScrollArea>
      {PLACES.filter(({ scope }) => may(scope)).map(({ path, label }) => (
        <NavLink
          key={path}
          component={Link}
          to={`/a/${shortName}/${path}`}
          label={label}
          activeProps={{ 'data-active': true }}
        />
      ))}
    </ScrollArea>
  );
};
