/** What can be done with the item as a whole: publishing now or later, reviews, and pending changes. */
import { Anchor, Button, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { itemTexts } from '../../../strings/console/item/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import { missingSteps } from './missing-steps.js';
import { PendingChanges } from './pending-changes.js';
import { ReviewSteps } from './review-steps.js';
import { ScheduleDialog } from './schedule-dialog.js';

interface Props {
  item: Schemas['Item'];
  /** null if there are no pending changes. */
  draft: Schemas['ItemDraft'] | null;
  /** Saves what was typed first. */
  flush(): Promise<void>;
}

export const PublishPanel = ({ item, draft, flush }: Props) => {
  const { api, keys, may } = useAccount();
  const { isRunning, run } = useAction(keys.every('items'));
  const [isScheduling, setScheduling] = useState(false);
  const call = { params: { path: { itemId: item.id } } };
  const button = (label: string, work: () => Promise<unknown>, isMain = false) => (
    <Button
      loading={isRunning}
      variant={isMain ? 'filled' : 'default'}
      onClick={() =>
        void run(async () => {
          await flush();
          await work();
        })
      }
    >
      {label}
    </Button>
  );
  const mayPublish = may('content:write');
  const isHidden = ['ready', 'unpublished'].includes(item.status);
  const canPublish = isHidden && item.indexedMediaAssetId !== null;
  const canProcess =
    ['draft', 'ready', 'unpublished', 'actionRequired', 'error'].includes(item.status) &&
    (item.mediaAssets ?? []).length > 0;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="publishing">
      <Stack>
        <Title order={2} size="h4" id="publishing">
          {en.item.publishing}
        </Title>
        <Times item={item} />
        <Missing item={item} />
        {draft && <PendingChanges item={item} draft={draft} flush={flush} />}
        {mayPublish &&
          canPublish &&
          button(en.item.publish, () => unwrap(api.POST('/items/{itemId}/publish', call)), true)}
        {mayPublish && !['publishing', 'unpublishing'].includes(item.status) && (
          <Button variant="default" onClick={() => setScheduling(true)}>
            {itemTexts.schedule}
          </Button>
        )}
        {mayPublish &&
          item.status === 'published' &&
          button(en.item.unpublish, () => unwrap(api.POST('/items/{itemId}/unpublish', call)))}
        {may('content:draft') &&
          canProcess &&
          button(en.item.process, () => unwrap(api.POST('/items/{itemId}/process', call)))}
        <ReviewSteps item={item} flush={flush} />
        {isScheduling && <ScheduleDialog item={item} close={() => setScheduling(false)} />}
      </Stack>
    </Paper>
  );
};

/** Whether visitors see it, and when that changes. */
const Times = ({ item: { status, publishAt, unpublishAt } }: Pick<Props, 'item'>) => {
  const { timeZone } = useAccount().person;
  return (
    <>
      <Text size="sm" role="status">
        {['publishing', 'published', 'unpublishing'].includes(status) && en.statuses[status]}
      </Text>
      {publishAt !== null && (
        <Text size="sm">{withValues(en.item.scheduledFor, { time: timeOf(publishAt, timeZone) })}</Text>
      )}
      {unpublishAt !== null && (
        <Text size="sm">{withValues(itemTexts.willUnpublish, { time: timeOf(unpublishAt, timeZone) })}</Text>
      )}
    </>
  );
};

const Missing = ({ item }: Pick<Props, 'item'>) => {
  const steps = missingSteps(item);
  if (steps.length === 0) return null;
  return (
    <div>
      <Text size="sm">{itemTexts.missing}</Text>
      <List size="sm">
        {steps.map(({ step, section }) => (
          <List.Item key={step}>
            <Anchor href={`#${section}`}>{itemTexts.missingSteps[step]}</Anchor>
          </List.Item>
        ))}
      </List>
    </div>
  );
};
