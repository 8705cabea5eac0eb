/** A card: its heading, its tabs, what it shows, and its CSV. */
import { Group, Paper, Tabs, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { analytics } from '../../../strings/console/analytics/en.js';
import { CsvLink, type Export } from './csv-link.js';
import { TABS, type TabbedCard } from './analytics-search.js';
import { useTab } from './use-analytics-address.js';
import styles from './analytics.module.css';

export type CardName = keyof typeof analytics.cards;

interface Props {
  card: CardName;
  csv?: Export;
  children: ReactNode;
}

export const Card = ({ card, csv, children }: Props) => (
  <Paper
    withBorder
    p="md"
    component="section"
    aria-labelledby={`analytics-${card}`}
    className={styles.card}
    data-card={card}
  >
    <Group justify="space-between" mb="xs">
      <Title order={2} size="h5" id={`analytics-${card}`}>
        {analytics.cards[card]}
      </Title>
      {csv && <CsvLink card={analytics.cards[card]} report={csv} />}
    </Group>
    {children}
  </Paper>
);

/** Tabs in a card. The chosen one is in the address. */
export const CardTabs = ({ card, children }: { card: TabbedCard; children: ReactNode }) => {
  const [tab, choose] = useTab(card);
  const labels: Record<string, string> = analytics.tabs[card];
  return (
    <Tabs value={tab} keepMounted={false} onChange={(next) => choose(next as typeof tab)}>
      <Tabs.List mb="xs" className="screen-only" aria-label={analytics.cards[card]}>
        {TABS[card].map((name) => (
          <Tabs.Tab key={name} value={name} px="xs">
            {labels[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  );
};
