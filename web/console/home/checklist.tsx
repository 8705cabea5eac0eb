/** What a new library still lacks; goes away when it lacks nothing, or when the person hides it. */
import { Anchor, Button, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount } from '../api/account.js';

type Step = keyof typeof en.home.steps;

export const Checklist = () => {
  const { api, keys, may, shortName, person } = useAccount();
  const [isHidden, hide] = useLocalStorage({
    key: `lectern.${person.id}.${shortName}.checklist`,
    defaultValue: false,
  });
  const isOwner = may('admin');
  const account = useQuery({
    queryKey: keys.every('account'),
    enabled: isOwner && !isHidden,
    queryFn: async () => (await unwrap(api.GET('/account'))).account,
  });
  const people = useQuery({
    queryKey: keys.list('people', { count: true }),
    enabled: isOwner && !isHidden,
    queryFn: async () =>
      (await unwrap(api.GET('/people', { params: { query: { _limit: 1 } } }))).totalRecords,
  });
  if (!account.data || people.data === undefined || isHidden) return null;
  const { usage, logoUrl, settings } = account.data;
  const done: Record<Step, boolean> = {
    talks: usage.items > 0,
    logo: logoUrl !== null,
    site: settings.publicSiteUrl !== null || settings.publicSites.length > 0,
    people: people.data > 1,
  };
  const steps = Object.keys(done) as Step[];
  if (steps.every((step) => done[step])) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="checklist">
      <Stack align="start">
        <Title order={2} size="h5" id="checklist">
          {en.home.checklist}
        </Title>
        <List listStyleType="none" spacing="xs">
          {steps.map((step) => (
            <List.Item key={step}>
              {done[step] ? (
                <Text c="dimmed">{`✓ ${en.home.steps[step].text}`}</Text>
              ) : (
                <StepLink text={en.home.steps[step].text} path={en.home.steps[step].path} />
              )}
            </List.Item>
          ))}
        </List>
        <Button variant="subtle" size="compact-sm" onClick={() => hide(true)}>
          {en.home.hide}
        </Button>
      </Stack>
    </Paper>
  );
};

const StepLink = ({ text, path }: { text: string; path: string }) => {
  const { shortName } = useAccount();
  return (
    <Anchor component={Link} to={`/a/${shortName}/${path}`}>
      {text}
    </Anchor>
  );
};
