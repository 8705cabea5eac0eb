/** One item: its details, media and transcript, and what can be done with it. */
import { Alert, Anchor, Badge, Grid, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { itemTexts } from '../../../strings/console/item/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { Screen } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { StatusBadge } from '../parts/status-badge.js';
import { withValues } from '../parts/with-values.js';
import { ResourcesSection } from '../resources/resources-section.js';
import { ArtworkSection } from './artwork-section.js';
import { Details } from './details.js';
import { FieldConflicts } from './field-conflicts.js';
import { ItemHistory } from './item-history.js';
import { MediaSection } from './media-section.js';
import { PreviewPanel } from './preview-panel.js';
import { PublishPanel } from './publish-panel.js';
import { SaveStatus } from './save-status.js';
import { ScripturesSection } from './scriptures-section.js';
import { useEditedItem, useItem } from './use-item.js';
import { usePresence } from './use-presence.js';

export const ItemScreen = () => {
  const { itemId } = useParams({ from: '/a/$account/items/$itemId' });
  const query = useItem(Number(itemId));
  return <Loaded query={query}>{(item) => <ItemEditor key={item.id} item={item} />}</Loaded>;
};

const ItemEditor = ({ item }: { item: Schemas['Item'] }) => {
  const { may } = useAccount();
  const { shown, pending, autosave, toDraft, mayChange } = useEditedItem(item);
  return (
    <Screen
      title={item.title}
      actions={
        <>
          {may('stats:read') && <AnalyticsLink itemId={item.id} />}
          <StatusBadge status={item.status} />
        </>
      }
    >
      {item.errorMessage !== null && (
        <Alert color="red" title={en.item.problem} role="alert" id="problem">
          {item.errorMessage}
        </Alert>
      )}
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="xl">
            <FieldConflicts item={item} autosave={autosave} />
            <Details item={shown} autosave={autosave} />
            <ScripturesSection item={item} mayChange={mayChange} />
            <MediaSection item={item} mayChange={mayChange} />
            <ArtworkSection item={item} mayChange={mayChange} />
            <ResourcesSection itemId={item.id} mayChange={mayChange} />
            <PreviewPanel item={item} version={versionOf(item, autosave.saves)} />
            <ItemHistory item={item} mayChange={mayChange} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Group justify="space-between">
              {may('content:draft') && (
                <Badge variant="default" tt="none">
                  {toDraft ? en.item.savesToDraft : en.item.savesToItem}
                </Badge>
              )}
              <SaveStatus state={autosave.save} />
            </Group>
            <Others itemId={item.id} />
            <PublishPanel item={item} draft={pending} flush={autosave.flush} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Screen>
  );
};

const AnalyticsLink = ({ itemId }: { itemId: number }) => {
  const { shortName } = useAccount();
  return (
    <Anchor component={Link} to={`/a/${shortName}/analytics/items/${itemId}`} size="sm">
      {en.listScreens.analytics}
    </Anchor>
  );
};

/** Version of what the preview shows. */
const versionOf = ({ status, scriptures, mediaAssets }: Schemas['Item'], saves: number): string =>
  JSON.stringify([saves, status, scriptures?.map(({ id }) => id), mediaAssets?.map(({ id }) => id)]);

const Others = ({ itemId }: { itemId: number }) => {
  const names = usePresence(itemId);
  const text = names.length === 1 ? itemTexts.othersHere : itemTexts.othersHereMany;
  return (
    <Text size="sm" role="status" aria-live="polite">
      {names.length > 0 && withValues(text, { names: names.join(', ') })}
    </Text>
  );
};
