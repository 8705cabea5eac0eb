/** Who changed what in the item, read when it is opened, and restoring what was before a change. */
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemTexts } from '../../../strings/console/item/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { Loaded } from '../parts/states.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';
import { fieldLabel, useFieldText } from './field-text.js';
import { TwoValues } from './two-values.js';

type Revision = Schemas['ItemRevision'];

const LIMIT = 50;
/** The others have no value to restore, or are changed by their own actions. */
const NOT_RESTORED: readonly string[] = [
  'status',
  'deletedDate',
  'readyForReview',
  'reviewNote',
  'transcript',
  'scriptures',
  'chapters',
];

/** @param mayChange whether the role may change this item at once */
export const ItemHistory = ({ item, mayChange }: { item: Schemas['Item']; mayChange: boolean }) => {
  const [isShown, show] = useState(false);
  return (
    <Stack component="section" aria-labelledby="history">
      <Title order={2} size="h4" id="history">
        {itemTexts.history}
      </Title>
      {isShown ? (
        <Revisions item={item} mayChange={mayChange} />
      ) : (
        <div>
          <Button variant="default" onClick={() => show(true)}>
            {itemTexts.showHistory}
          </Button>
        </div>
      )}
    </Stack>
  );
};

const Revisions = ({ item, mayChange }: { item: Schemas['Item']; mayChange: boolean }) => {
  const { api, keys } = useAccount();
  const textOf = useFieldText(item);
  const query = useQuery({
    queryKey: keys.part('items', item.id, 'revisions'),
    queryFn: () =>
      unwrap(
        api.GET('/items/{itemId}/revisions', {
          params: { path: { itemId: item.id }, query: { _limit: LIMIT } },
        }),
      ),
  });
  return (
    <Loaded query={query}>
      {({ revisions }) =>
        revisions.length === 0 ? (
          <Text c="dimmed">{itemTexts.noHistory}</Text>
        ) : (
          revisions.map((revision) => (
            <Change key={revision.id} revision={revision} textOf={textOf} mayChange={mayChange} />
          ))
        )
      }
    </Loaded>
  );
};

const Change = ({
  revision,
  textOf,
  mayChange,
}: {
  revision: Revision;
  mayChange: boolean;
  textOf: (field: string, value: unknown) => string;
}) => {
  const { api, keys, person } = useAccount();
  const { run, isRunning } = useAction(keys.every('items'));
  const time = timeOf(revision.entryDate, person.timeZone);
  const path = { itemId: revision.itemId, itemRevisionId: revision.id };
  const restore = () =>
    run(
      () => unwrap(api.POST('/items/{itemId}/revisions/{itemRevisionId}/restore', { params: { path } })),
      itemTexts.restored,
    );
  const canRestore = mayChange && revision.changes.some(({ field }) => !NOT_RESTORED.includes(field));
  return (
    <Paper withBorder p="sm" component="article" aria-label={time}>
      <Stack gap="xs">
        <Text size="sm">
          <b>{authorOf(revision)}</b> {time}
          {revision.jobId !== null && ` (${withValues(itemTexts.inJob, { id: revision.jobId })})`}
        </Text>
        {revision.changes.map(({ field, from, to }) =>
          from === null && to === null ? (
            <Text key={field} size="sm">
              {`${fieldLabel(field)}: ${itemTexts.itself}`}
            </Text>
          ) : (
            <TwoValues
              key={field}
              field={field}
              sides={[
                { label: itemTexts.before, text: textOf(field, from) },
                { label: itemTexts.after, text: textOf(field, to) },
              ]}
            />
          ),
        )}
        {canRestore && (
          <div>
            <Button
              variant="default"
              size="compact-sm"
              loading={isRunning}
              aria-label={withValues(itemTexts.restoreOf, { time })}
              onClick={() => void restore()}
            >
              {itemTexts.restore}
            </Button>
          </div>
        )}
      </Stack>
    </Paper>
  );
};

const authorOf = ({ author, draftAuthor }: Revision): string => {
  const name = author?.name ?? itemTexts.automatically;
  return draftAuthor?.name && draftAuthor.name !== author?.name
    ? withValues(itemTexts.fromDraftOf, { name, author: draftAuthor.name })
    : name;
};
