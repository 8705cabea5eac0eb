/** What a new library still lacks; goes away when it lacks nothing, or when the person hides it. */
import { Anchor, Button, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { useAccount, type Schemas } from '../api/account.js';

type Has = NonNullable<Schemas['Home']['checklist']>;
type Step = keyof Has;

/** In the order in which they help most. */
const STEPS: readonly Step[] = ['talks', 'logo', 'site', 'feed', 'transcriber', 'people'];

export const Checklist = ({ has }: { has: Has }) => {
  const { shortName, person } = useAccount();
  const [isHidden, hide] = useLocalStorage({
    key: `lectern.${person.id}.${shortName}.checklist`,
    defaultValue: false,
    // At once, so that nothing moves.
    getInitialValueInEffect: false,
  });
  if (isHidden || STEPS.every((step) => has[step])) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="checklist">
      <Stack align="start">
        <Title order={2} size="h5" id="checklist">
          {en.home.checklist}
        </Title>
        <List listStyleType="none" spacing="xs">
          {STEPS.map((step) => (
            <List.Item key={step}>
              {has[step] ? (
                <Text c="dimmed">{`✓ ${en.home.steps[step].text}`}</Text>
              ) : (
                <StepLink step={step} />
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

const StepLink = ({ step }: { step: Step }) => {
  const { shortName } = useAccount();
  const { text, path, hint } = en.home.steps[step];
  return (
    <>
      {path === '' ? (
        text
      ) : (
        <Anchor component={Link} to={`/a/${shortName}/${path}`}>
          {text}
        </Anchor>
      )}
      {hint !== '' && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </>
  );
};
