/** How old the last backup is, on the home of operators. */
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { backups as texts } from '../../../strings/console/backups/en.js';
import { useAccount } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { withValues } from '../parts/with-values.js';
import { useBackups } from './use-backups.js';

export const LastBackup = () => {
  const { person, shortName } = useAccount();
  const { data } = useBackups(person.isOperator);
  if (!person.isOperator || !data) return null;
  const last = data.runs.find(({ kind, state }) => kind === 'backup' && state === 'done');
  const time = last?.startedAt ?? data.backups[0]?.startedAt;
  return (
    <Group gap="xs">
      <Text size="sm">
        {time ? withValues(texts.last, { time: timeOf(time, person.timeZone) }) : texts.none}
      </Text>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to={`/a/${shortName}/backups`} />}>
        {texts.seeAll}
      </Anchor>
    </Group>
  );
};
