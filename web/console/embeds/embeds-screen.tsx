/** Putting the search and the player into other websites: snippets to copy, a preview, and embed tokens. */
import { Box, Button, Code, SegmentedControl, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { lists } from '../../../strings/console/lists/en.js';
import { settings } from '../../../strings/console/settings/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { useAccountRecord } from '../parts/account-record.js';
import { CopyField } from '../parts/copy-field.js';
import { timeOf } from '../parts/dates.js';
import { FormDialog } from '../parts/form/form-parts.js';
import { useForm } from '../parts/form/use-form.js';
import { linesOf } from '../parts/lines.js';
import { RecordList } from '../parts/list/list-screen.js';
import { useRemoval } from '../parts/list/use-removal.js';
import { Screen } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { withValues } from '../parts/with-values.js';

type EmbedToken = Schemas['EmbedToken'];
const texts = settings.embeds;

export const EmbedsScreen = () => {
  const { may } = useAccount();
  const account = useAccountRecord();
  const newest = useNewestItem();
  // All at once, so that nothing moves.
  return (
    <Screen title={en.listScreens.embeds}>
      <Loaded query={account}>
        {({ snippets }) => (
          <Loaded query={newest}>
            {(item) => (
              <>
                <Snippets snippets={snippets} />
                <Preview item={item} />
                {may('admin') && <Tokens />}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
};

/** The published item that was created last; null if there is none. */
const useNewestItem = () => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.list('items', { newestPublished: true }),
    queryFn: async () => {
      const query = { status: 'published' as const, _limit: 1 };
      return (await unwrap(api.GET('/items', { params: { query } }))).items[0] ?? null;
    },
  });
};

const Snippets = ({ snippets }: { snippets: Schemas['Account']['snippets'] }) => (
  <Stack component="section" aria-labelledby="snippets">
    <Title order={2} size="h4" id="snippets">
      {texts.snippets}
    </Title>
    <Text size="sm">{texts.snippetsText}</Text>
    <CopyField label={texts.search} text={snippets.search} />
    <CopyField label={texts.player} text={snippets.player} />
    <CopyField label={texts.embed} text={snippets.embed} />
    <Text size="sm" c="dimmed">
      {texts.snippetHint}
    </Text>
  </Stack>
);

/** What the snippets show, as the console's host has it in the account's colours. */
const Preview = ({ item }: { item: Schemas['Item'] | null }) => {
  const { shortName } = useAccount();
  const [shown, show] = useState<'search' | 'player'>('search');
  const path = shown === 'search' ? 'search' : item && `items/${item.id}`;
  const name = shown === 'search' ? texts.previewSearch : (item?.title ?? '');
  return (
    <Stack component="section" aria-labelledby="preview" align="start">
      <Title order={2} size="h4" id="preview">
        {texts.preview}
      </Title>
      <Text size="sm">{texts.previewText}</Text>
      <SegmentedControl
        aria-label={texts.preview}
        value={shown}
        onChange={show}
        data={[
          { value: 'search', label: texts.previewSearch },
          { value: 'player', label: texts.previewPlayer },
        ]}
      />
      {path === null ? (
        <Text size="sm">{texts.noPreview}</Text>
      ) : (
        <Box
          component="iframe"
          src={`/a/${shortName}/preview/${path}`}
          title={withValues(texts.previewOf, { title: name })}
          w="100%"
          h="32rem"
          bd="1px solid var(--mantine-color-default-border)"
        />
      )}
    </Stack>
  );
};

const Tokens = () => {
  const { api, person } = useAccount();
  const removeRecord = useRemoval('embedTokens');
  const [isCreating, setCreating] = useState(false);
  const remove = ({ id: embedTokenId, name }: EmbedToken): void => {
    const call = { params: { path: { embedTokenId } } };
    removeRecord(
      name,
      () => unwrap(api.DELETE('/embed-tokens/{embedTokenId}', call)),
      () => unwrap(api.POST('/embed-tokens/{embedTokenId}/restore', call)),
    );
  };
  return (
    <Stack component="section" aria-labelledby="embed-tokens" align="stretch">
      <Title order={2} size="h4" id="embed-tokens">
        {texts.tokens}
      </Title>
      <Text size="sm">{texts.tokensText}</Text>
      <Button variant="default" onClick={() => setCreating(true)} w="fit-content">
        {texts.add}
      </Button>
      <RecordList<EmbedToken>
        title={texts.tokens}
        resource="embedTokens"
        load={async (page) => {
          const { embedTokens, totalRecords } = await unwrap(
            api.GET('/embed-tokens', { params: { query: page } }),
          );
          return { records: embedTokens, totalRecords };
        }}
        searchLabel={texts.searchTokens}
        columns={[
          { label: lists.name, cell: ({ name }) => name },
          { label: texts.token, cell: ({ token }) => <Code>{token}</Code> },
          {
            label: texts.origins,
            cell: ({ allowedOrigins }) => allowedOrigins.join(', '),
            visibleFrom: 'sm',
          },
          {
            label: texts.created,
            cell: ({ entryDate }) => timeOf(entryDate, person.timeZone),
            visibleFrom: 'md',
          },
        ]}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actionsOf={(token) => [{ label: lists.delete, isRemoval: true, run: () => remove(token) }]}
        empty={texts.empty}
      />
      {isCreating && <CreateToken close={() => setCreating(false)} />}
    </Stack>
  );
};

const CreateToken = ({ close }: { close: () => void }) => {
  const { api, keys } = useAccount();
  const form = useForm({
    initial: { name: '', allowedOrigins: '' },
    stale: [keys.every('embedTokens')],
    send: async ({ values: { name, allowedOrigins } }) => {
      await unwrap(
        api.POST('/embed-tokens/create', { body: { name, allowedOrigins: linesOf(allowedOrigins) } }),
      );
    },
    done: close,
  });
  return (
    <FormDialog title={texts.add} close={close} form={form} button={lists.create}>
      <TextInput label={lists.name} required maxLength={255} data-autofocus {...form.text('name')} />
      <Textarea
        label={texts.origins}
        description={texts.originsHint}
        required
        autosize
        minRows={2}
        {...form.text('allowedOrigins')}
      />
    </FormDialog>
  );
};
