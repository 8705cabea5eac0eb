/** The screens of the account that the person's role may open. */
import { Box, NavLink, ScrollArea, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
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
  { path: 'analytics', label: en.listScreens.analytics, scope: 'stats:read' },
  { path: 'search-desk', label: en.listScreens.searchDesk, scope: 'stats:read' },
];

/** The records that items refer to, and what happened to items. */
const WORK: readonly Place[] = [
  { path: 'series', label: en.listScreens.series, scope: 'content:read' },
  { path: 'speakers', label: en.listScreens.speakers, scope: 'content:read' },
  { path: 'topics', label: en.listScreens.topics, scope: 'content:read' },
  { path: 'collections', label: en.listScreens.collections, scope: 'content:read' },
  { path: 'resources', label: en.listScreens.resources, scope: 'content:read' },
  { path: 'jobs', label: en.listScreens.jobs, scope: 'content:draft' },
  { path: 'trash', label: en.listScreens.trash, scope: 'content:draft' },
];

const SETTINGS: readonly Place[] = [
  { path: 'account', label: en.listScreens.account, scope: 'admin' },
  { path: 'people', label: en.screens.people, scope: 'admin' },
  { path: 'embeds', label: en.listScreens.embeds, scope: 'content:draft' },
  { path: 'webhooks', label: en.listScreens.webhooks, scope: 'admin' },
  { path: 'tokens', label: en.listScreens.tokens, scope: 'admin' },
  { path: 'audit-log', label: en.listScreens.auditLog, scope: 'admin' },
  { path: 'quotas', label: en.listScreens.quotas, scope: 'content:draft' },
];

export const Navigation = () => (
  <ScrollArea>
    <Places places={PLACES} />
    <Group label={en.navigationGroups.work} places={WORK} />
    <Group label={en.navigationGroups.settings} places={SETTINGS} />
  </ScrollArea>
);

const Group = ({ label, places }: { label: string; places: readonly Place[] }) => {
  const { may } = useAccount();
  const id = useId();
  if (!places.some(({ scope }) => may(scope))) return null;
  return (
    <Box role="group" aria-labelledby={id} mt="md">
      <Text size="xs" c="dimmed" fw={600} px="sm" id={id}>
        {label}
      </Text>
      <Places places={places} />
    </Box>
  );
};

const Places = ({ places }: { places: readonly Place[] }) => {
  const { shortName, may } = useAccount();
  return places
    .filter(({ scope }) => may(scope))
    .map(({ path, label }) => (
      <NavLink
        key={path}
        component={Link}
        to={`/a/${shortName}/${path}`}
        label={label}
        activeProps={{ 'data-active': true }}
      />
    ));
};
