/** Marking the item as ready for an editor, taking that back, and sending it back, each with a note. */
import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { itemTexts } from '../../../strings/console/item/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';

interface Props {
  item: Schemas['Item'];
  /** Saves what was typed first. */
  flush(): Promise<void>;
}

export const ReviewSteps = ({ item, flush }: Props) => {
  const { api, keys, may } = useAccount();
  const { isRunning, run } = useAction(keys.every('items'));
  const [asked, ask] = useState<'request' | 'return' | null>(null);
  const { readyForReview, reviewNote } = item;
  const path = { itemId: item.id };
  const isShown = !['published', 'publishing'].includes(item.status) || item.hasDraft;
  return (
    <>
      {readyForReview && <Text size="sm">{en.item.isReadyForReview}</Text>}
      {reviewNote !== null && (
        <Text size="sm" className="wraps">
          {withValues(itemTexts.withNote, { note: reviewNote })}
        </Text>
      )}
      {may('content:draft') && isShown && !readyForReview && (
        <Button variant="default" onClick={() => ask('request')}>
          {en.item.readyForReview}
        </Button>
      )}
      {may('content:draft') && readyForReview && (
        <Button
          variant="default"
          loading={isRunning}
          onClick={() =>
            void run(() => unwrap(api.POST('/items/{itemId}/review/withdraw', { params: { path } })))
          }
        >
          {itemTexts.withdraw}
        </Button>
      )}
      {may('content:write') && readyForReview && (
        <Button variant="default" onClick={() => ask('return')}>
          {itemTexts.sendBack}
        </Button>
      )}
      {asked !== null && <NoteDialog item={item} step={asked} flush={flush} close={() => ask(null)} />}
    </>
  );
};

const NoteDialog = ({
  item,
  step,
  flush,
  close,
}: Props & { step: 'request' | 'return'; close: () => void }) => {
  const { api, keys } = useAccount();
  const isRequest = step === 'request';
  const form = useForm({
    initial: { note: '' },
    stale: [keys.every('items'), keys.every('home')],
    send: async ({ values: { note } }) => {
      await flush();
      const params = { path: { itemId: item.id } };
      const body = note.trim() === '' ? {} : { note };
      if (isRequest) await unwrap(api.POST('/items/{itemId}/review/request', { params, body }));
      else await unwrap(api.POST('/items/{itemId}/review/return', { params, body: { note } }));
    },
    done: close,
  });
  return (
    <FormDialog
      title={isRequest ? itemTexts.reviewTitle : itemTexts.sendBackTitle}
      close={close}
      form={form}
      button={isRequest ? en.item.readyForReview : itemTexts.sendBack}
    >
      {isRequest && <Text size="sm">{itemTexts.reviewText}</Text>}
      <Textarea
        required={!isRequest}
        label={itemTexts.note}
        autosize
        minRows={2}
        maxLength={2_000}
        data-autofocus
        {...form.text('note')}
      />
    </FormDialog>
  );
};
