/** The synonyms of the account: adding, changing and deleting them. */
import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { lists } from '../../../strings/console/lists/en.js';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { linesOf } from '../parts/lines.js';
import { RecordList } from '../parts/list/list-screen.js';
import { withValues } from '../parts/with-values.js';
import { SynonymPreview } from './synonym-preview.js';
import { useRuleRemoval } from './use-rule-removal.js';

type Synonym = Schemas['Synonym'];

export const Synonyms = () => {
  const { api, may } = useAccount();
  const remove = useRuleRemoval();
  const [edited, edit] = useState<Synonym | 'new' | null>(null);
  const canWrite = may('content:write');
  return (
    <Stack>
      <Text size="sm">{desk.synonymsText}</Text>
      {canWrite && (
        <Group>
          <Button onClick={() => edit('new')}>{desk.addSynonym}</Button>
        </Group>
      )}
      <RecordList<Synonym>
        title={desk.tabs.synonyms}
        resource="searchSynonyms"
        load={async (query) => {
          const { synonyms, totalRecords } = await unwrap(api.GET('/search/synonyms', { params: { query } }));
          return { records: synonyms, totalRecords };
        }}
        searchLabel={desk.searchSynonyms}
        columns={[
          { label: desk.term, cell: ({ term }) => term },
          { label: desk.others, cell: ({ synonyms }) => synonyms.join(', ') },
          {
            label: desk.ways,
            cell: ({ bothWays }) => (bothWays ? desk.bothWays : desk.oneWay),
            visibleFrom: 'sm',
          },
        ]}
        keyOf={({ id }) => id}
        nameOf={({ term }) => term}
        actionsOf={(synonym) => [
          canWrite && { label: lists.edit, run: () => edit(synonym) },
          canWrite && {
            label: lists.delete,
            isRemoval: true,
            run: () =>
              remove({
                recordType: 'searchSynonym',
                recordId: synonym.id,
                name: synonym.term,
                remove: () =>
                  unwrap(
                    api.DELETE('/search/synonyms/{searchSynonymId}', {
                      params: { path: { searchSynonymId: synonym.id } },
                    }),
                  ),
              }),
          },
        ]}
        empty={desk.noSynonyms}
      />
      {edited !== null && (
        <SynonymDialog synonym={edited === 'new' ? null : edited} term="" close={() => edit(null)} />
      )}
    </Stack>
  );
};

/**
 * @param synonym null for a new one
 * @param term of a new one, to begin with
 */
export const SynonymDialog = ({
  synonym,
  term,
  close,
}: {
  synonym: Synonym | null;
  term: string;
  close: () => void;
}) => {
  const { api, keys } = useAccount();
  const form = useForm({
    initial: {
      term: synonym?.term ?? term,
      synonyms: synonym?.synonyms.join('\n') ?? '',
      bothWays: synonym?.bothWays ?? true,
    },
    stale: [keys.every('searchSynonyms'), keys.every('searchRevisions'), keys.every('explanations')],
    send: async ({ values }) => {
      const body = { ...values, synonyms: linesOf(values.synonyms) };
      if (synonym) {
        const params = { path: { searchSynonymId: synonym.id } };
        await unwrap(api.PATCH('/search/synonyms/{searchSynonymId}', { params, body }));
      } else await unwrap(api.POST('/search/synonyms/create', { body }));
    },
    done: close,
  });
  return (
    <FormDialog
      title={synonym ? withValues(desk.editSynonym, { name: synonym.term }) : desk.addSynonym}
      close={close}
      form={form}
      button={synonym ? lists.save : lists.create}
      canSend={form.isChanged}
    >
      <TextInput label={desk.term} required maxLength={100} data-autofocus {...form.text('term')} />
      <Textarea
        label={desk.others}
        description={desk.othersHint}
        required
        autosize
        minRows={2}
        {...form.text('synonyms')}
      />
      <Checkbox
        label={desk.bothWaysText}
        checked={form.values.bothWays}
        onChange={({ currentTarget: { checked } }) => form.set({ bothWays: checked })}
      />
      <SynonymPreview
        query={term || (synonym?.term ?? '')}
        synonym={{
          ...(synonym && { id: synonym.id }),
          ...form.values,
          synonyms: linesOf(form.values.synonyms),
        }}
      />
    </FormDialog>
  );
};
