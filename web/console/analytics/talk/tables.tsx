/** Tables of one talk: the moments that searches lead to, and the library's usual talk at the same age. */
import { Paper, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { talkAnalytics } from '../../../../strings/console/analytics/talk.js';
import { clockOf } from '../../parts/dates.js';
import { Loaded } from '../../parts/states.js';
import { withValues } from '../../parts/with-values.js';
import { countOf, hoursOf } from '../numbers.js';
import { useMoments, useTypical, type Age, type Moment } from './use-talk.js';
import styles from './talk.module.css';

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <Paper withBorder p="md" component="section" aria-labelledby={id} className={styles.section}>
    <Title order={2} size="h5" id={id} mb="xs">
      {title}
    </Title>
    {children}
  </Paper>
);

export const Moments = ({ itemId }: { itemId: number }) => (
  <Section id="analytics-moments" title={talkAnalytics.moments}>
    <Loaded query={useMoments(itemId)}>
      {(moments) =>
        moments.length === 0 ? (
          <Text size="sm" c="dimmed">
            {talkAnalytics.noMoments}
          </Text>
        ) : (
          <MomentTable moments={moments} />
        )
      }
    </Loaded>
  </Section>
);

const MomentTable = ({ moments }: { moments: readonly Moment[] }) => (
  <Table aria-label={talkAnalytics.moments}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{talkAnalytics.moment}</Table.Th>
        <Table.Th ta="right">{talkAnalytics.clicks}</Table.Th>
        <Table.Th>{talkAnalytics.searches}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {moments.map(({ startMs, clicks, queries }) => (
        <Table.Tr key={startMs}>
          <Table.Td>{clockOf(startMs)}</Table.Td>
          <Table.Td ta="right">{countOf(clicks)}</Table.Td>
          <Table.Td className="wraps">{queries.map(({ query }) => query).join(', ')}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

export const Typical = ({ itemId }: { itemId: number }) => (
  <Section id="analytics-typical" title={talkAnalytics.typical}>
    <Text size="sm" c="dimmed">
      {talkAnalytics.typicalText}
    </Text>
    <Loaded query={useTypical(itemId)}>
      {(ages) =>
        ages.length === 0 ? (
          <Text size="sm" c="dimmed">
            {talkAnalytics.neverPublic}
          </Text>
        ) : (
          <AgeTable ages={ages} />
        )
      }
    </Loaded>
  </Section>
);

const ageOf = ({ days, isComplete }: Age): string => {
  const age = days === 1 ? talkAnalytics.oneDay : withValues(talkAnalytics.days, { n: days });
  return isComplete ? age : withValues(talkAnalytics.soFar, { age });
};

const AgeTable = ({ ages }: { ages: readonly Age[] }) => (
  <Table aria-label={talkAnalytics.typical}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{talkAnalytics.age}</Table.Th>
        <Table.Th ta="right">{talkAnalytics.playsOf}</Table.Th>
        <Table.Th ta="right">{talkAnalytics.usualPlays}</Table.Th>
        <Table.Th ta="right" visibleFrom="xs">
          {talkAnalytics.hours}
        </Table.Th>
        <Table.Th ta="right" visibleFrom="xs">
          {talkAnalytics.usualHours}
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {ages.map((age) => (
        <Table.Tr key={age.days}>
          <Table.Td>{ageOf(age)}</Table.Td>
          <Table.Td ta="right">{countOf(age.plays)}</Table.Td>
          <Table.Td ta="right">{age.usual ? countOf(age.usual.plays) : '–'}</Table.Td>
          <Table.Td ta="right" visibleFrom="xs">
            {countOf(hoursOf(age.watchSeconds))}
          </Table.Td>
          <Table.Td ta="right" visibleFrom="xs">
            {age.usual ? countOf(hoursOf(age.usual.watchSeconds)) : '–'}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
