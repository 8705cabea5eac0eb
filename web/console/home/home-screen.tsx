/** What waits for the person: one section for each kind, with its first records and one action. */
import { Alert, Anchor, Button, Group, List, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { LastBackup } from '../backups/last-backup.js';
import { timeOf } from '../parts/dates.js';
import { Screen } from '../parts/screen.js';
import { Empty, Loaded } from '../parts/states.js';
import { sizeOf } from '../parts/sizes.js';
import { withValues } from '../parts/with-values.js';
import { Checklist } from './checklist.js';
import { SampleContent } from './sample-content.js';

type Home = Schemas['Home'];
type HomeItem = Schemas['HomeItem'];

export const HomeScreen = () => {
  const { api, keys } = useAccount();
  const home = useQuery({ queryKey: keys.every('home'), queryFn: () => unwrap(api.GET('/home')) });
  return (
    <Screen title={en.screens.home}>
      <Loaded query={home}>{({ home: waiting }) => <Waiting home={waiting} />}</Loaded>
      <SampleContent />
      <LastBackup />
    </Screen>
  );
};

const Waiting = ({ home }: { home: Home }) => {
  const { person } = useAccount();
  const { errors, readyForReview, suggestions, scheduled, drafts, pendingChanges, uploads, searches, feeds } =
    home;
  const { failedChecks } = home;
  const sections = [
    <ItemSection key="errors" name="errors" section={errors} to="library?needsAttention=true">
      {({ errorMessage }) => errorMessage}
    </ItemSection>,
    <ItemSection key="ready" name="readyForReview" section={readyForReview} to="library?readyForReview=true">
      {({ reviewNote }) => reviewNote}
    </ItemSection>,
    <Section
      key="suggestions"
      name="suggestions"
      count={suggestions?.count}
      to="review"
      lines={suggestions?.first.map(({ id, kind, text }) => (
        <span key={id}>{`${en.review.kinds[kind]}: ${text}`}</span>
      ))}
    />,
    <ItemSection key="scheduled" name="scheduled" section={scheduled} to="library?sort=newest">
      {({ publishAt }) => publishAt !== null && timeOf(publishAt, person.timeZone)}
    </ItemSection>,
    <ItemSection key="drafts" name="drafts" section={drafts} to="library?status=draft" />,
    <ItemSection key="pending" name="pendingChanges" section={pendingChanges} to="library?hasDraft=true" />,
    <Section
      key="uploads"
      name="uploads"
      count={uploads?.count}
      to="add"
      lines={uploads?.first.map(({ id, itemId, originalFilename }) => (
        <ItemLink key={id} id={itemId} label={originalFilename ?? String(id)} />
      ))}
    />,
    <Section
      key="searches"
      name="searches"
      count={searches?.count}
      lines={searches?.first.map(({ query, withoutResults }) => (
        <span key={query}>{withValues(en.home.search, { query, n: withoutResults })}</span>
      ))}
    />,
    <Section
      key="failedChecks"
      name="failedChecks"
      count={failedChecks?.count}
      to="search-desk?tab=checks"
      lines={failedChecks?.first.map(({ id, query }) => (
        <span key={id}>{query}</span>
      ))}
    />,
    <Section
      key="feeds"
      name="feeds"
      count={feeds?.count}
      to="collections"
      lines={feeds?.first.map((feed) => (
        <FeedLink key={feed.collectionId} feed={feed} />
      ))}
    />,
  ];
  const isQuiet = [
    errors,
    readyForReview,
    suggestions,
    scheduled,
    drafts,
    pendingChanges,
    uploads,
    searches,
    failedChecks,
    feeds,
  ].every((section) => !section || section.count === 0);
  return (
    <Stack>
      {home.checklist && <Checklist has={home.checklist} />}
      {isQuiet && <Empty text={en.home.nothing} />}
      {sections}
      <Storage storage={home.storage} />
    </Stack>
  );
};

/** `needsAttention=true` as the library's address has it. */
const searchOf = (query: string): Record<string, string | boolean> =>
  Object.fromEntries(
    [...new URLSearchParams(query)].map(([key, value]) => [key, value === 'true' ? true : value]),
  );

type SectionName = keyof typeof en.home.sections;

interface SectionProps {
  name: SectionName;
  count: number | undefined;
  lines: ReactNode[] | undefined;
  /** The screen that shows all of them, below the account. */
  to?: string;
}

/** Nothing where nothing waits, or where the person's role does not see it. */
const Section = ({ name, count, lines, to }: SectionProps) => {
  const { shortName } = useAccount();
  if (!count) return null;
  const [path, search = ''] = (to ?? '').split('?');
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={`home-${name}`}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5" id={`home-${name}`}>
          {`${en.home.sections[name].title} (${count})`}
        </Title>
        {path !== '' && (
          <Button
            component={Link}
            to={`/a/${shortName}/${path}`}
            // A path that is put together has no type of its own.
            search={searchOf(search) as never}
            variant="default"
            size="compact-sm"
          >
            {en.home.sections[name].action}
          </Button>
        )}
      </Group>
      <List listStyleType="none" spacing={4}>
        {lines?.map((line, index) => (
          <List.Item key={index}>{line}</List.Item>
        ))}
      </List>
    </Paper>
  );
};

const ItemSection = ({
  name,
  section,
  to,
  children,
}: {
  name: SectionName;
  section: { count: number; first: HomeItem[] } | null;
  to: string;
  children?: (item: HomeItem) => ReactNode;
}) => (
  <Section
    name={name}
    count={section?.count}
    to={to}
    lines={section?.first.map((item) => {
      const note = children?.(item);
      return (
        <div key={item.id}>
          <ItemLink id={item.id} label={item.title} />
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </div>
      );
    })}
  />
);

const ItemLink = ({ id, label }: { id: number; label: string }) => {
  const { shortName } = useAccount();
  return (
    <Anchor component={Link} to={`/a/${shortName}/items/${id}`}>
      {label}
    </Anchor>
  );
};

type Feed = NonNullable<Home['feeds']>['first'][number];

const FeedLink = ({ feed: { collectionId, name, missing } }: { feed: Feed }) => {
  const { shortName } = useAccount();
  return (
    <>
      <Anchor component={Link} to={`/a/${shortName}/collections/${collectionId}`}>
        {name}
      </Anchor>
      {`: ${missing.map((setting) => lists.collections.missing[setting]).join(', ')}`}
    </>
  );
};

/** From here on, the storage is worth a warning. */
const NEARLY_FULL_PERCENT = 90;

const Storage = ({ storage }: { storage: Home['storage'] }) => {
  if (!storage) return null;
  const { usedBytes, maxBytes } = storage;
  if (maxBytes === null)
    return (
      <Text size="sm" c="dimmed">
        {withValues(en.home.storage, { used: sizeOf(usedBytes) })}
      </Text>
    );
  const percent = (usedBytes / maxBytes) * 100;
  const text = withValues(en.home.storageOf, { used: sizeOf(usedBytes), max: sizeOf(maxBytes) });
  return (
    <Stack gap="xs">
      {percent >= NEARLY_FULL_PERCENT && <Alert color="orange">{en.home.nearlyFull}</Alert>}
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <Progress value={percent} aria-label={text} />
    </Stack>
  );
};
