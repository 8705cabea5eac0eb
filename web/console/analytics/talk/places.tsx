/** The places of a talk that stand out: where people leave, and what they play again. */
import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { talkAnalytics } from '../../../../strings/console/analytics/talk.js';
import { clockOf } from '../../parts/dates.js';
import { withValues } from '../../parts/with-values.js';
import { countOf, percentOf } from '../numbers.js';
import { leavingOf, repeatedOf, type Passage } from './passages.js';

interface Props {
  passages: readonly Passage[];
  /** @param at index of the passage */
  mark(at: number): void;
}

export const Places = ({ passages, mark }: Props) => {
  const timeOf = ({ fromSeconds }: Passage): string => clockOf(fromSeconds * 1000);
  return (
    <>
      <PlaceList
        id="analytics-leaving"
        title={talkAnalytics.leaving}
        empty={talkAnalytics.noLeaving}
        places={leavingOf(passages).map(({ passage, share }) => ({
          passage,
          label: withValues(talkAnalytics.leaves, { time: timeOf(passage), share: percentOf(share) }),
        }))}
        mark={(passage) => mark(passages.indexOf(passage))}
      />
      <PlaceList
        id="analytics-repeated"
        title={talkAnalytics.repeated}
        empty={talkAnalytics.noRepeated}
        places={repeatedOf(passages).map(({ first, last, repeats }) => ({
          passage: first,
          label: withValues(talkAnalytics.repeatedAt, {
            time: first === last ? timeOf(first) : `${timeOf(first)}–${timeOf(last)}`,
            n: countOf(repeats),
          }),
        }))}
        mark={(passage) => mark(passages.indexOf(passage))}
      />
    </>
  );
};

interface ListProps {
  id: string;
  title: string;
  empty: string;
  places: readonly { passage: Passage; label: string }[];
  mark(passage: Passage): void;
}

const PlaceList = ({ id, title, empty, places, mark }: ListProps) => (
  <Stack gap="xs" component="section" aria-labelledby={id}>
    <Title order={2} size="h5" id={id}>
      {title}
    </Title>
    {places.length === 0 ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : (
      <List listStyleType="none" spacing="xs">
        {places.map(({ passage, label }) => (
          <List.Item key={passage.part}>
            <Anchor component="button" size="sm" ta="left" onClick={() => mark(passage)}>
              {label}
            </Anchor>
            <Text size="sm" c="dimmed" lineClamp={2} className="wraps">
              {passage.text}
            </Text>
          </List.Item>
        ))}
      </List>
    )}
  </Stack>
);
