/** Who is here now, read again every half minute while somebody looks at the page. */
import { List, Text } from '@mantine/core';
import { analytics } from '../../../../strings/console/analytics/en.js';
import { unwrap, useAccount } from '../../api/account.js';
import { Failed, Loading } from '../../parts/states.js';
import { withValues } from '../../parts/with-values.js';
import { Card } from '../card.js';
import { countOf } from '../numbers.js';
import { useReport } from '../use-report.js';

const POLL_MS = 30_000;
const texts = analytics.live;

export const LiveCard = () => {
  const { api } = useAccount();
  const query = useReport('live', {}, () => unwrap(api.GET('/stats/live')), { refetchInterval: POLL_MS });
  const live = query.data?.live;
  return (
    <Card card="live">
      {query.isError && !live && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.isPending && <Loading />}
      {live && (
        <>
          <Text size="sm" c="dimmed">
            {texts.text}
          </Text>
          <Text fz="xl" fw={600} data-live="playing" data-value={live.playing}>
            {withValues(texts.listening, { n: countOf(live.playing) })}
          </Text>
          <Text size="sm">
            {withValues(texts.visitors, { n: countOf(live.uniqueVisitors) })}
            {' · '}
            {withValues(texts.views, { n: countOf(live.pageViews) })}
          </Text>
          {live.items.length === 0 ? (
            <Text size="sm" c="dimmed" mt="xs">
              {texts.nobody}
            </Text>
          ) : (
            <List listStyleType="none" mt="xs" size="sm" className="wraps">
              {live.items.map(({ itemId, title, uniqueVisitors }) => (
                <List.Item key={itemId}>
                  {title ?? withValues(analytics.deleted, { id: itemId })}
                  {` · ${withValues(texts.visitors, { n: countOf(uniqueVisitors) })}`}
                </List.Item>
              ))}
            </List>
          )}
        </>
      )}
    </Card>
  );
};
