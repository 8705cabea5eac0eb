/** Fields that somebody else has changed while they were typed here: both texts, and which of them stays. */
import { Alert, Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { itemTexts } from '../../../strings/console/item/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { useUndoable } from '../parts/undo-toast.js';
import { useFieldText } from './field-text.js';
import type { ItemField } from './item-saver.js';
import { TwoValues } from './two-values.js';
import type { Autosave } from './use-autosave.js';

export const FieldConflicts = ({ item, autosave }: { item: Schemas['Item']; autosave: Autosave }) => {
  const { conflicts } = autosave;
  return conflicts.length === 0 ? null : <Conflicts item={item} autosave={autosave} />;
};

const Conflicts = ({
  item,
  autosave: { conflicts, pending, change, keepMine, keepTheirs },
}: {
  item: Schemas['Item'];
  autosave: Autosave;
}) => {
  const { keys } = useAccount();
  const textOf = useFieldText(item);
  const { run } = useUndoable(keys.every('items'));
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  /** The text that is given up can be taken back. */
  const giveUp = (field: ItemField): void => {
    let mine: unknown;
    void run({
      message: itemTexts.keptTheirs,
      undone: itemTexts.mineAgain,
      remove: () => Promise.resolve((mine = keepTheirs(field))),
      restore: () => Promise.resolve(change({ [field]: mine })),
    });
  };
  const button = (label: string, act: () => void) => (
    <Button size="compact-sm" variant="default" onClick={act}>
      {label}
    </Button>
  );
  return (
    <Alert color="orange" title={itemTexts.conflicts} role="alert" ref={section}>
      <Stack>
        {itemTexts.conflictsText}
        {conflicts.map(({ field, theirs }) => (
          <TwoValues
            key={field}
            field={field}
            sides={[
              {
                label: itemTexts.yours,
                text: textOf(field, pending[field]),
                action: button(itemTexts.keepMine, () => keepMine(field)),
              },
              {
                label: itemTexts.theirs,
                text: textOf(field, theirs),
                action: button(itemTexts.keepTheirs, () => giveUp(field)),
              },
            ]}
          />
        ))}
      </Stack>
    </Alert>
  );
};
