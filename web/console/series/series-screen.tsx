/** One series: its details, its artwork, and the order of its items. */
import { Checkbox, Grid, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lists } from '../../../strings/console/lists/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { FormSection } from '../parts/form/form-section.js';
import { optionsOf } from '../parts/form/options.js';
import { useForm, type Form } from '../parts/form/use-form.js';
import { ImageField, uploadImage } from '../parts/image-field.js';
import { Screen } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { ItemOrder } from './item-order.js';

type Series = Schemas['Series'];
type Values = Pick<
  Series,
  | 'title'
  | 'subTitle'
  | 'shortDescription'
  | 'description'
  | 'urlSlug'
  | 'itemSortDirection'
  | 'showItemOrderInSeries'
>;

export const SeriesScreen = () => {
  const { seriesId: id } = useParams({ from: '/a/$account/series/$seriesId' });
  const { api, keys } = useAccount();
  const seriesId = Number(id);
  const query = useQuery({
    queryKey: keys.one('series', seriesId),
    queryFn: async () =>
      (await unwrap(api.GET('/series/{seriesId}', { params: { path: { seriesId } } }))).series,
  });
  return <Loaded query={query}>{(series) => <SeriesEditor key={series.id} series={series} />}</Loaded>;
};

const SeriesEditor = ({ series }: { series: Series }) => (
  <Screen title={series.title}>
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="xl">
          <Details series={series} />
          <Artwork series={series} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <ItemOrder series={series} />
      </Grid.Col>
    </Grid>
  </Screen>
);

const Details = ({ series }: { series: Series }) => {
  const { api, keys, may } = useAccount();
  const readOnly = !may('content:write');
  const {
    title,
    subTitle,
    shortDescription,
    description,
    urlSlug,
    itemSortDirection,
    showItemOrderInSeries,
  } = series;
  const form = useForm<Values>({
    initial: {
      title,
      subTitle,
      shortDescription,
      description,
      urlSlug,
      itemSortDirection,
      showItemOrderInSeries,
    },
    stale: [keys.every('series')],
    send: async ({ changed }) => {
      const { urlSlug: slug, ...others } = changed;
      const body = { ...others, ...(slug && { urlSlug: slug }) };
      await unwrap(api.PATCH('/series/{seriesId}', { params: { path: { seriesId: series.id } }, body }));
    },
    done: () => notifications.show({ message: lists.saved, role: 'status' }),
  });
  return (
    <FormSection title={lists.series.details} form={form} readOnly={readOnly}>
      <TextFields form={form} readOnly={readOnly} />
      <Select
        label={lists.series.direction}
        allowDeselect={false}
        readOnly={readOnly}
        data={optionsOf(lists.series.directions)}
        value={form.values.itemSortDirection}
        onChange={(value) => form.set({ itemSortDirection: value as Series['itemSortDirection'] })}
      />
      <Checkbox
        label={lists.series.showOrder}
        disabled={readOnly}
        checked={form.values.showItemOrderInSeries}
        onChange={({ currentTarget: { checked } }) => form.set({ showItemOrderInSeries: checked })}
      />
    </FormSection>
  );
};

const TextFields = ({ form, readOnly }: { form: Form<Values>; readOnly: boolean }) => (
  <>
    <TextInput
      label={lists.series.title}
      required
      maxLength={255}
      readOnly={readOnly}
      {...form.text('title')}
    />
    <TextInput label={lists.series.subTitle} readOnly={readOnly} {...form.text('subTitle')} />
    <Textarea
      label={lists.series.shortDescription}
      autosize
      minRows={2}
      readOnly={readOnly}
      {...form.text('shortDescription')}
    />
    <Textarea
      label={lists.series.description}
      autosize
      minRows={3}
      readOnly={readOnly}
      {...form.text('description')}
    />
    <TextInput
      label={lists.series.urlSlug}
      description={lists.series.urlSlugHint}
      readOnly={readOnly}
      {...form.text('urlSlug')}
    />
  </>
);

const Artwork = ({ series }: { series: Series }) => {
  const { api, keys, may } = useAccount();
  const call = { params: { path: { seriesId: series.id } } };
  const variant = 'square' as const;
  return (
    <ImageField
      label={lists.series.artwork}
      hint={lists.series.artworkHint}
      url={series.squareImgUrl}
      readOnly={!may('content:write')}
      stale={[keys.every('series')]}
      upload={async (file) => {
        await uploadImage(file, (created) =>
          unwrap(api.POST('/series/{seriesId}/artwork/create', { ...call, body: { variant, ...created } })),
        );
        await unwrap(api.POST('/series/{seriesId}/artwork/uploaded', { ...call, body: { variant } }));
      }}
      remove={() => unwrap(api.POST('/series/{seriesId}/artwork/delete', { ...call, body: { variant } }))}
    />
  );
};
