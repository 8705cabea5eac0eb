/** One item: its details, media and transcript, and what can be done with it. */
import { Alert, Badge, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { itemTexts } from '../../../strings/console/item/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { messageOf } from '../api/session-api.js';
import { isPublic } from '../parts/is-public.js';
import { Screen } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { StatusBadge } from '../parts/status-badge.js';
import { withValues } from '../parts/with-values.js';
import { ArtworkSection } from './artwork-section.js';
import { ResourcesSection } from '../resources/resources-section.js';
import { Details } from './details.js';
import { FieldConflicts } from './field-conflicts.js';
import { ItemHistory } from './item-history.js';
import type { SaveState } from './item-saver.js';
import { MediaSection } from './media-section.js';
import { PreviewPanel } from './preview-panel.js';
import { PublishPanel } from './publish-panel.js';
import { ScripturesSection } from './scriptures-section.js';
import { useAutosave } from './use-autosave.js';
import { usePresence } from './use-presence.js';

/** While something is under way, the item is read this often. */
const POLL_MS = 2_000;
const UNDER_WAY: readonly Schemas['Item']['status'][] = [
  'queued',
  'processing',
  'publishing',
  'unpublishing',
];

export const ItemScreen = () => {
  const { itemId } = useParams({ from: '/a/$account/items/$itemId' });
  const { api, keys } = useAccount();
  const id = Number(itemId);
  const query = useQuery({
    queryKey: keys.one('items', id),
    queryFn: async () =>
      (
        await unwrap(
          api.GET('/items/{itemId}', {
            params: {
              path: { itemId: id },
              query: {
                '_expand[]': ['speakers', 'collection', 'series', 'mediaAssets', 'topics', 'scriptures'],
              },
            },
          }),
        )
      ).item,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_MS : false),
  });
  return <Loaded query={query}>{(item) => <ItemEditor key={item.id} item={item} />}</Loaded>;
};

const isUnderWay = ({ status, mediaAssets = [] }: Schemas['Item']): boolean =>
  UNDER_WAY.includes(status) ||
  mediaAssets.some((asset) => asset.status === 'uploaded' || asset.status === 'processing');

const ItemEditor = ({ item }: { item: Schemas['Item'] }) => {
  const { api, keys, may } = useAccount();
  const toDraft = isPublic(item);
  const mayChange = may(toDraft ? 'content:write' : 'content:draft');
  const draft = useQuery({
    queryKey: keys.part('items', item.id, 'draft'),
    enabled: item.hasDraft && may('content:draft'),
    queryFn: async () =>
      (await unwrap(api.GET('/items/{itemId}/draft', { params: { path: { itemId: item.id } } }))).draft,
  });
  const pending = item.hasDraft ? (draft.data ?? null) : null;
  const shown = { ...item, ...pending?.changes };
  const autosave = useAutosave(shown, toDraft);
  return (
    <Screen title={item.title} actions={<StatusBadge status={item.status} />}>
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
            <MediaSection item={item} />
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

/** Of what the preview shows. */
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

const SaveStatus = ({ state }: { state: SaveState | null }) => (
  <Text size="sm" role="status" c={state?.is === 'notSaved' ? 'red' : 'dimmed'}>
    {state?.is === 'notSaved' ? `${en.item.notSaved}: ${messageOf(state.error)}` : state && en.item[state.is]}
  </Text>
);
