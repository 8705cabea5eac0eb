/** What the account uses of its limits. */
import { Anchor, Badge, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { settings } from '../../../strings/console/settings/en.js';
import { useAccount } from '../api/account.js';
import { useAccountRecord } from '../parts/account-record.js';
import { Screen } from '../parts/screen.js';
import { sizeOf } from '../parts/sizes.js';
import { Loaded } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';

const texts = settings.quotas;
const QUOTAS = ['storedBytes', 'items', 'tokens', 'webhooks'] as const;
type Quota = (typeof QUOTAS)[number];
const NEARLY_FULL_PERCENT = 90;

export const QuotasScreen = () => {
  const { may, shortName } = useAccount();
  const account = useAccountRecord();
  return (
    <Screen title={en.listScreens.quotas}>
      <Text>{texts.intro}</Text>
      <Loaded query={account}>
        {({ usage, limits }) => (
          <Stack gap="xl" maw="40rem">
            {QUOTAS.map((name) => (
              <QuotaBar key={name} name={name} used={usage[name]} max={limits[name]} />
            ))}
          </Stack>
        )}
      </Loaded>
      {may('content:draft') && (
        <Text size="sm">
          {`${texts.trash} `}
          <Anchor component={Link} to={`/a/${shortName}/trash`} inherit underline="always">
            {texts.toTrash}
          </Anchor>
        </Text>
      )}
    </Screen>
  );
};

const QuotaBar = ({ name, used, max }: { name: Quota; used: number; max: number | null }) => {
  const format = name === 'storedBytes' ? sizeOf : (n: number) => n.toLocaleString('en');
  const text =
    max === null
      ? withValues(texts.unlimited, { used: format(used) })
      : withValues(texts.of, { used: format(used), max: format(max) });
  const percent = max === null ? 0 : max === 0 ? 100 : Math.min(100, (used / max) * 100);
  const isNearlyFull = percent >= NEARLY_FULL_PERCENT;
  return (
    <Stack gap={4} component="section" aria-labelledby={`quota-${name}`}>
      <Group justify="space-between">
        <Title order={2} size="h5" id={`quota-${name}`}>
          {texts[name]}
        </Title>
        <Group gap="xs">
          {isNearlyFull && (
            <Badge color={percent >= 100 ? 'red' : 'orange'} variant="light" tt="none">
              {percent >= 100 ? texts.full : texts.nearlyFull}
            </Badge>
          )}
          <Text size="sm">{text}</Text>
        </Group>
      </Group>
      {max !== null && (
        <Progress
          value={percent}
          color={isNearlyFull ? 'orange' : undefined}
          aria-label={`${texts[name]}: ${text}`}
        />
      )}
    </Stack>
  );
};
