/** The changes of a public item that visitors do not see yet: what they are, applying and discarding them. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { itemTexts } from '../../../strings/console/item/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { Dialog } from '../parts/dialog.js';
import { useAction } from '../parts/use-action.js';
import { useFieldText } from './field-text.js';
import { TwoValues } from './two-values.js';

interface Props {
  /** As visitors see it. */
  item: Schemas['Item'];
  draft: Schemas['ItemDraft'];
  /** Saves what was typed first. */
  flush(): Promise<void>;
}

export const PendingChanges = ({ item, draft, flush }: Props) => {
  const { api, keys, may } = useAccount();
  const { isRunning, run } = useAction(keys.every('items'));
  const [shown, show] = useState<'apply' | 'discard' | null>(null);
  const call = { params: { path: { itemId: item.id } } };
  const close = (): void => show(null);
  const open = (what: 'apply' | 'discard'): void => void run(flush).then((isSaved) => isSaved && show(what));
  const finish = async (work: () => Promise<unknown>, done?: string): Promise<void> => {
    if (await run(work, done)) close();
  };
  const apply = () => finish(() => unwrap(api.POST('/items/{itemId}/draft/apply', call)), en.item.updated);
  const discard = () => finish(() => unwrap(api.DELETE('/items/{itemId}/draft', call)));
  return (
    <>
      <Text size="sm">{itemTexts.changesText}</Text>
      {may('content:write') && (
        <Button loading={isRunning} onClick={() => open('apply')}>
          {en.item.updatePublicPage}
        </Button>
      )}
      {may('content:draft') && (
        <Button variant="default" loading={isRunning} onClick={() => open('discard')}>
          {en.item.discard}
        </Button>
      )}
      {shown !== null && (
        <Dialog
          close={close}
          size="xl"
          title={shown === 'apply' ? itemTexts.changesTitle : itemTexts.discardTitle}
        >
          <Stack>
            {shown === 'discard' && <Text>{itemTexts.discardText}</Text>}
            <Changes item={item} draft={draft} />
            <Group>
              {shown === 'apply' ? (
                <Button loading={isRunning} onClick={() => void apply()}>
                  {en.item.updatePublicPage}
                </Button>
              ) : (
                <Button color="red" loading={isRunning} onClick={() => void discard()}>
                  {en.item.discard}
                </Button>
              )}
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
};

const Changes = ({ item, draft: { changes, changedSince } }: Pick<Props, 'item' | 'draft'>) => {
  const textOf = useFieldText(item);
  return Object.entries(changes).map(([field, value]) => (
    <Stack key={field} gap="xs">
      <TwoValues
        field={field}
        sides={[
          { label: itemTexts.before, text: textOf(field, item[field as keyof Schemas['Item']]) },
          { label: itemTexts.after, text: textOf(field, value) },
        ]}
      />
      {changedSince.includes(field) && <Alert color="orange">{itemTexts.changedSince}</Alert>}
    </Stack>
  ));
};
