/** One collection: its details, its podcast feed and its variant types. */
import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { LanguageSelect } from '../parts/language-select.js';
import { optionsOf } from '../parts/form/options.js';
import { FormSection } from '../parts/form/form-section.js';
import { useForm } from '../parts/form/use-form.js';
import { Screen } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { FeedSection } from './feed-section.js';
import { VariantTypes } from './variant-types.js';

type Collection = Schemas['Collection'];

export const CollectionScreen = () => {
  const { collectionId: id } = useParams({ from: '/a/$account/collections/$collectionId' });
  const { api, keys } = useAccount();
  const collectionId = Number(id);
  const query = useQuery({
    queryKey: keys.one('collections', collectionId),
    queryFn: async () =>
      (await unwrap(api.GET('/collections/{collectionId}', { params: { path: { collectionId } } })))
        .collection,
  });
  return (
    <Loaded query={query}>
      {(collection) => (
        <Screen key={collection.id} title={collection.name}>
          <Stack gap="xl" maw="48rem">
            <Details collection={collection} />
            <FeedSection collection={collection} />
            <VariantTypes collectionId={collection.id} />
          </Stack>
        </Screen>
      )}
    </Loaded>
  );
};

const Details = ({ collection }: { collection: Collection }) => {
  const { api, keys, may } = useAccount();
  const readOnly = !may('content:write');
  const { name, itemDescriptor, contentFormat, fullService, defaultLanguage } = collection;
  const form = useForm({
    initial: { name, itemDescriptor, contentFormat, fullService, defaultLanguage },
    stale: [keys.every('collections')],
    send: async ({ changed: body }) => {
      const path = { collectionId: collection.id };
      await unwrap(api.PATCH('/collections/{collectionId}', { params: { path }, body }));
    },
    done: () => notifications.show({ message: lists.saved, role: 'status' }),
  });
  return (
    <FormSection title={lists.collections.details} form={form} readOnly={readOnly}>
      <TextInput label={lists.name} required maxLength={255} readOnly={readOnly} {...form.text('name')} />
      <Select
        label={lists.collections.itemDescriptor}
        allowDeselect={false}
        readOnly={readOnly}
        data={optionsOf(lists.collections.itemDescriptors)}
        value={form.values.itemDescriptor}
        onChange={(value) => form.set({ itemDescriptor: value as Collection['itemDescriptor'] })}
      />
      <Select
        label={lists.collections.contentFormat}
        allowDeselect={false}
        readOnly={readOnly}
        data={optionsOf(lists.collections.contentFormats)}
        value={form.values.contentFormat}
        onChange={(value) => form.set({ contentFormat: value as Collection['contentFormat'] })}
      />
      <LanguageSelect
        label={lists.collections.defaultLanguage}
        description={lists.collections.defaultLanguageHint}
        readOnly={readOnly}
        value={form.values.defaultLanguage}
        onChange={(language) => form.set({ defaultLanguage: language })}
      />
      <Checkbox
        label={lists.collections.fullService}
        disabled={readOnly}
        checked={form.values.fullService}
        onChange={({ currentTarget: { checked } }) => form.set({ fullService: checked })}
      />
    </FormSection>
  );
};
