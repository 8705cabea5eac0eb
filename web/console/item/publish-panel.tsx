/** Publishing, unpublishing, reviews, and applying pending changes. */
import { Button, List, Paper, Stack, Text, Title } from '@mantine/core';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import type { ItemChanges } from './use-autosave.js';

interface Props {
  item: Schemas['Item'];
  draft: ItemChanges;
  /** Saves what was typed first. */
  flush(): Promise<void>;
}

export const PublishPanel = ({ item, draft, flush }: Props) => {
  const { api, keys, may, person } = useAccount();
  const { isRunning, run } = useAction(keys.every('items'));
  const call = { params: { path: { itemId: item.id } } };
  const after = (work: () => Promise<unknown>) => async (): Promise<void> => {
    await flush();
    await work();
  };
  const button = (label: string, work: () => Promise<unknown>, done?: string, isMain = false) => (
    <Button
      key={label}
      loading={isRunning}
      variant={isMain ? 'filled' : 'default'}
      onClick={() => void run(after(work), done)}
    >
      {label}
    </Button>
  );
  const canPublish = ['ready', 'unpublished'].includes(item.status) && item.indexedMediaAssetId !== null;
  const canProcess =
    ['draft', 'ready', 'unpublished', 'actionRequired', 'error'].includes(item.status) &&
    (item.mediaAssets ?? []).length > 0;
  const fields = Object.keys(draft);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="publishing">
      <Stack>
        <Title order={2} size="h4" id="publishing">
          {en.item.publishing}
        </Title>
        {item.publishAt !== null && (
          <Text size="sm">
            {withValues(en.item.scheduledFor, { time: timeOf(item.publishAt, person.timeZone) })}
          </Text>
        )}
        {item.readyForReview && <Text size="sm">{item.reviewNote ?? en.item.isReadyForReview}</Text>}
        {item.status === 'draft' && !canProcess && <Text size="sm">{en.item.needsMedia}</Text>}
        {fields.length > 0 && <PendingFields fields={fields} />}
        {may('content:write') &&
          fields.length > 0 &&
          button(
            en.item.updatePublicPage,
            () => unwrap(api.POST('/items/{itemId}/draft/apply', call)),
            en.item.updated,
            true,
          )}
        {may('content:draft') &&
          fields.length > 0 &&
          button(en.item.discard, () => unwrap(api.DELETE('/items/{itemId}/draft', call)))}
        {may('content:write') &&
          canPublish &&
          button(
            en.item.publish,
            () => unwrap(api.POST('/items/{itemId}/publish', call)),
            en.item.published,
            true,
          )}
        {may('content:write') &&
          item.status === 'published' &&
          button(en.item.unpublish, () => unwrap(api.POST('/items/{itemId}/unpublish', call)))}
        {may('content:draft') &&
          canProcess &&
          button(en.item.process, () => unwrap(api.POST('/items/{itemId}/process', call)))}
        {may('content:draft') &&
          !may('content:write') &&
          !item.readyForReview &&
          button(en.item.readyForReview, () =>
            unwrap(api.POST('/items/{itemId}/review/request', { ...call, body: {} })),
          )}
      </Stack>
    </Paper>
  );
};

const PendingFields = ({ fields }: { fields: readonly string[] }) => (
  <div>
    <Text size="sm">{en.item.pending}</Text>
    <List size="sm">
      {fields.map((name) => (
        <List.Item key={name}>{(en.fields as Partial<Record<string, string>>)[name] ?? name}</List.Item>
      ))}
    </List>
  </div>
);
