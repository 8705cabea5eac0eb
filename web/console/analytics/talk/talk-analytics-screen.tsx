/** The analytics of one talk: how far people listen, beside what is said. */
import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { en } from '../../../../strings/console/en.js';
import { talkAnalytics } from '../../../../strings/console/analytics/talk.js';
import { useAccount } from '../../api/account.js';
import { useAccountRecord } from '../../parts/account-record.js';
import { Screen } from '../../parts/screen.js';
import { Failed, Loading, NotAllowed } from '../../parts/states.js';
import { withValues } from '../../parts/with-values.js';
import { AsOf } from '../as-of.js';
import { CsvLink } from '../csv-link.js';
import { countOf } from '../numbers.js';
import { dayIn, Period } from '../period.js';
import { useAnalyticsAddress } from '../use-analytics-address.js';
import { AudienceCurve } from './audience-curve.js';
import { PassageList } from './passage-list.js';
import { passagesOf } from './passages.js';
import { Places } from './places.js';
import { Moments, Typical } from './tables.js';
import { useRetention, useTalkText, type Retention, type TalkText } from './use-talk.js';
import styles from './talk.module.css';

export const TalkAnalyticsScreen = () => {
  const { may } = useAccount();
  const { itemId } = useParams({ from: '/a/$account/analytics/items/$itemId' });
  if (may('stats:read')) return <TalkAnalytics key={itemId} itemId={Number(itemId)} />;
  return (
    <Screen title={en.listScreens.analytics}>
      <NotAllowed />
    </Screen>
  );
};

const TalkAnalytics = ({ itemId }: { itemId: number }) => {
  const retention = useRetention(itemId);
  const text = useTalkText(itemId);
  const timeZone = useAccountRecord().data?.timeZone;
  const title = retention.data?.title;
  return (
    <Screen
      title={title === undefined ? en.listScreens.analytics : withValues(talkAnalytics.title, { title })}
      actions={<Links itemId={itemId} />}
    >
      <Period today={dayIn(timeZone)} />
      <AsOf report={retention.data} />
      <div className={styles.audience}>
        {retention.data ? (
          <Audience itemId={itemId} retention={retention.data} text={text.data} />
        ) : retention.isError ? (
          <Failed error={retention.error} retry={() => retention.refetch()} />
        ) : (
          <Loading />
        )}
      </div>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Moments itemId={itemId} />
        <Typical itemId={itemId} />
      </SimpleGrid>
    </Screen>
  );
};

const Links = ({ itemId }: { itemId: number }) => {
  const { shortName } = useAccount();
  const { search } = useAnalyticsAddress();
  return (
    <Group className="screen-only">
      <Anchor component={Link} to={`/a/${shortName}/analytics`} search={search as never} size="sm">
        {talkAnalytics.back}
      </Anchor>
      <Anchor component={Link} to={`/a/${shortName}/items/${itemId}`} size="sm">
        {talkAnalytics.item}
      </Anchor>
    </Group>
  );
};

interface AudienceProps {
  itemId: number;
  retention: Retention;
  /** Undefined while it is read. */
  text: TalkText | undefined;
}

const playsText = ({ plays, previous }: Retention): string =>
  previous
    ? withValues(talkAnalytics.playsCompared, { n: countOf(plays), previous: countOf(previous.plays) })
    : withValues(talkAnalytics.plays, { n: countOf(plays) });

const Audience = ({ itemId, retention, text }: AudienceProps) => {
  const [marked, mark] = useState<number | null>(null);
  const { audience, previous, plays } = retention;
  const passages = useMemo(
    () => passagesOf(audience, text?.segments ?? [], text?.chapters ?? []),
    [audience, text],
  );
  const hasText = passages.some((passage) => passage.text !== '');
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="analytics-audience">
      <Group justify="space-between">
        <Title order={2} size="h5" id="analytics-audience">
          {talkAnalytics.audience}
        </Title>
        <CsvLink card={talkAnalytics.audience} report={{ report: 'retention', itemId }} />
      </Group>
      <Text size="sm" data-plays={plays}>
        {playsText(retention)}
      </Text>
      {plays === 0 || passages.length === 0 ? (
        <Text size="sm" c="dimmed">
          {talkAnalytics.noAudience}
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} mt="xs">
          <Stack>
            <Text size="sm" c="dimmed">
              {talkAnalytics.audienceText}
            </Text>
            <AudienceCurve passages={passages} previous={previous?.audience} marked={marked} mark={mark} />
            <Places passages={passages} mark={mark} />
          </Stack>
          <div>
            {text && !hasText && (
              <Text size="sm" c="dimmed">
                {talkAnalytics.noTranscript}
              </Text>
            )}
            <PassageList passages={passages} marked={marked} mark={mark} />
          </div>
        </SimpleGrid>
      )}
    </Paper>
  );
};
