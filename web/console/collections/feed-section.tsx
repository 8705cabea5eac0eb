/** The podcast feed of a collection: its address, what directories still miss, and its settings. */
import { Alert, Checkbox, List, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { useAccountRecord } from '../parts/account-record.js';
import { CopyField } from '../parts/copy-field.js';
import { FormSection } from '../parts/form/form-section.js';
import { optionsOf } from '../parts/form/options.js';
import { useForm } from '../parts/form/use-form.js';
import { ImageField, uploadImage } from '../parts/image-field.js';

type Collection = Schemas['Collection'];
type Missing = keyof typeof lists.collections.missing;

export const FeedSection = ({ collection }: { collection: Collection }) => {
  const account = useAccountRecord().data;
  return (
    <Stack component="section" aria-labelledby="feed">
      <Title order={2} size="h4" id="feed">
        {lists.collections.feed}
      </Title>
      {account && (
        <CopyField
          label={lists.collections.feedAddress}
          text={`${account.searchBaseUrl}/collections/${collection.id}/feed.xml`}
        />
      )}
      <MissingSettings collection={collection} />
      <Cover collection={collection} />
      <FeedSettings collection={collection} />
    </Stack>
  );
};

/** What the collection's own fields lack. Its transcripts may tell the language. */
const missingOf = (
  { squareImgUrl, feed }: Collection,
  publicSiteUrl: string | null | undefined,
): Missing[] => {
  const values: Partial<Record<Missing, string | null | undefined>> = {
    picture: squareImgUrl,
    owner: feed.ownerEmail,
    category: feed.category,
    description: feed.description,
    link: feed.link ?? publicSiteUrl,
  };
  return (Object.keys(values) as Missing[]).filter((name) => !values[name]);
};

const MissingSettings = ({ collection }: { collection: Collection }) => {
  const { api, keys } = useAccount();
  const account = useAccountRecord().data;
  // The home screen has checked the feeds with files, with the language of their transcripts.
  const home = useQuery({ queryKey: keys.every('home'), queryFn: () => unwrap(api.GET('/home')) });
  if (!account || home.isPending) return null;
  const checked = home.data?.home.feeds?.first.find(({ collectionId }) => collectionId === collection.id);
  const missing = checked?.missing ?? missingOf(collection, account.settings.publicSiteUrl);
  if (missing.length === 0) return <Text size="sm">{lists.collections.feedComplete}</Text>;
  return (
    <Alert color="orange" title={lists.collections.feedMissing}>
      <List size="sm">
        {missing.map((name) => (
          <List.Item key={name}>{lists.collections.missing[name]}</List.Item>
        ))}
      </List>
    </Alert>
  );
};

const Cover = ({ collection }: { collection: Collection }) => {
  const { api, keys, may } = useAccount();
  const call = { params: { path: { collectionId: collection.id } } };
  const variant = 'square' as const;
  return (
    <ImageField
      label={lists.collections.cover}
      hint={lists.collections.coverHint}
      url={collection.squareImgUrl}
      types={['image/png', 'image/jpeg']}
      readOnly={!may('content:write')}
      stale={[keys.every('collections'), keys.every('home')]}
      upload={async (file) => {
        await uploadImage(file, (body) =>
          unwrap(api.POST('/collections/{collectionId}/artwork/create', { ...call, body })),
        );
        await unwrap(
          api.POST('/collections/{collectionId}/artwork/uploaded', { ...call, body: { variant } }),
        );
      }}
      remove={() =>
        unwrap(api.POST('/collections/{collectionId}/artwork/delete', { ...call, body: { variant } }))
      }
    />
  );
};

const texts = lists.collections.settings;

const FeedSettings = ({ collection }: { collection: Collection }) => {
  const { api, keys, may } = useAccount();
  const readOnly = !may('content:write');
  const form = useForm({
    initial: collection.feed,
    prefix: 'feed.',
    stale: [keys.every('collections'), keys.every('home')],
    send: async ({ changed: feed }) => {
      const path = { collectionId: collection.id };
      await unwrap(api.PATCH('/collections/{collectionId}', { params: { path }, body: { feed } }));
    },
    done: () => notifications.show({ message: lists.saved, role: 'status' }),
  });
  const field = (name: Exclude<keyof typeof texts & keyof Schemas['FeedSettings'], 'explicit'>) => ({
    label: texts[name],
    readOnly,
    ...form.text(name),
  });
  return (
    <FormSection title={lists.collections.feedSettings} form={form} readOnly={readOnly}>
      <TextInput {...field('title')} />
      <Textarea {...field('description')} autosize minRows={3} maxLength={4_000} />
      <TextInput {...field('author')} />
      <TextInput {...field('ownerName')} />
      <TextInput {...field('ownerEmail')} type="email" description={texts.ownerEmailHint} />
      <TextInput {...field('category')} description={texts.categoryHint} />
      <TextInput {...field('language')} description={texts.languageHint} />
      <TextInput {...field('link')} type="url" />
      <TextInput {...field('copyright')} />
      <Select
        label={texts.type}
        allowDeselect={false}
        readOnly={readOnly}
        data={optionsOf(lists.collections.types)}
        value={form.values.type ?? 'episodic'}
        onChange={(type) => form.set({ type: type as 'episodic' | 'serial' })}
      />
      <Checkbox
        label={texts.explicit}
        disabled={readOnly}
        checked={form.values.explicit}
        onChange={({ currentTarget: { checked } }) => form.set({ explicit: checked })}
      />
    </FormSection>
  );
};
