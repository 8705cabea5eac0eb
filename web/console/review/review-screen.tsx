/** What waits before talks are published: recent uploads to see through, and the suggestions of all items. */
import { Anchor, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { where } from '../../../client/index.js';
import { unwrap, useAccount } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { Screen } from '../parts/screen.js';
import { Failed } from '../parts/states.js';
import { StatusBadge } from '../parts/status-badge.js';
import { Suggestions } from './suggestions.js';

export const ReviewScreen = () => {
  const { may } = useAccount();
  return (
    <Screen title={en.screens.review}>
      {may('content:write') && <RecentUploads />}
      <Suggestions />
    </Screen>
  );
};

const RECENT_DAYS = 8;
const DAY_MS = 86_400_000;
const SHOWN = 5;
/** Statuses of items that are not public yet. */
const STATUSES = 'draft,queued,processing,ready,error';

/** Uploads of the last days that are not public yet, each with the screen that takes it from recording to published. */
const RecentUploads = () => {
  const { api, keys, person, shortName } = useAccount();
  const { data: items = [], error } = useQuery({
    queryKey: keys.list('items', { recentUploads: true }),
    queryFn: async () => {
      const since = new Date(Date.now() - RECENT_DAYS * DAY_MS).toISOString();
      const query = {
        ...where({ 'status.in': STATUSES, 'entryDate.ge': since, 'durationSecs.nl': false }),
        '_orderBy[]': ['entryDate,DESC'],
        _limit: SHOWN,
      };
      return (await unwrap(api.GET('/items', { params: { query } }))).items;
    },
  });
  if (error) return <Failed error={error} />;
  if (items.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="recent">
      <Stack gap="xs">
        <Title order={2} size="h5" id="recent">
          {en.review.recent}
        </Title>
        <Text size="sm">{en.review.recentText}</Text>
        <List listStyleType="none" spacing={4}>
          {items.map(({ id, title, status, entryDate }) => (
            <List.Item key={id}>
              <Anchor component={Link} to={`/a/${shortName}/review/${id}`}>
                {title}
              </Anchor>{' '}
              <StatusBadge status={status} />
              <Text span size="sm" c="dimmed">
                {` ${timeOf(entryDate, person.timeZone)}`}
              </Text>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Paper>
  );
};
