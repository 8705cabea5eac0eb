/** What an action on many items needs: a topic, a speaker, a series, times, or a text to find. */
import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { en } from '../../../../strings/console/en.js';
import { bulk } from '../../../../strings/console/bulk/en.js';
import type { Form } from '../../parts/form/use-form.js';
import { optionsOf } from '../../parts/form/options.js';
import { LanguageSelect } from '../../parts/language-select.js';
import { useAllSeries, useSpeakers, useTopics } from '../../parts/lookups.js';
import { ZoneNote } from '../../parts/zone-note.js';
import type { BulkAction, BulkValues } from './bulk-request.js';

interface Props {
  form: Form<BulkValues>;
}

export const BulkFields = ({ action, form }: Props & { action: BulkAction }) => {
  switch (action) {
    case 'addTopic':
      return <TopicField form={form} />;
    case 'addSpeaker':
      return <SpeakerField form={form} />;
    case 'setSeries':
      return <SeriesField form={form} />;
    case 'setLanguage':
      return (
        <LanguageSelect
          label={en.fields.language}
          description={en.item.languageHint}
          value={form.values.language}
          onChange={(language) => form.set({ language })}
        />
      );
    case 'schedule':
      return <Times form={form} />;
    case 'replaceText':
      return <TextFields form={form} />;
    default:
      return null;
  }
};

const options = (records: readonly { id: number; name: string }[] | undefined) =>
  (records ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
const textOf = (id: number | null): string | null => (id === null ? null : String(id));
const idOf = (text: string | null): number | null => (text === null ? null : Number(text));

const TopicField = ({ form }: Props) => (
  <Select
    label={bulk.topic}
    searchable
    limit={100}
    data={options(useTopics().data)}
    value={textOf(form.values.topicId)}
    error={form.errorOf('topicId')}
    onChange={(id) => form.set({ topicId: idOf(id) })}
  />
);

const SpeakerField = ({ form }: Props) => (
  <Select
    label={bulk.speaker}
    searchable
    limit={100}
    data={options(useSpeakers().data)}
    value={textOf(form.values.speakerId)}
    error={form.errorOf('speakerId')}
    onChange={(id) => form.set({ speakerId: idOf(id) })}
  />
);

const SeriesField = ({ form }: Props) => {
  const series = useAllSeries().data?.map(({ id, title }) => ({ id, name: title }));
  return (
    <Select
      label={bulk.series}
      description={bulk.seriesHint}
      searchable
      clearable
      limit={100}
      placeholder={bulk.noSeries}
      data={options(series)}
      value={textOf(form.values.seriesId)}
      error={form.errorOf('seriesId')}
      onChange={(id) => form.set({ seriesId: idOf(id) })}
    />
  );
};

const Times = ({ form }: Props) => (
  <Stack>
    <TextInput label={bulk.publishAt} type="datetime-local" {...form.text('publishAt')} />
    <TextInput label={bulk.unpublishAt} type="datetime-local" {...form.text('unpublishAt')} />
    <ZoneNote typed={form.values.publishAt || form.values.unpublishAt} />
  </Stack>
);

const TextFields = ({ form }: Props) => (
  <Stack>
    <TextInput label={bulk.find} required data-autofocus {...form.text('find')} />
    <TextInput label={bulk.replaceWith} {...form.text('replaceWith')} />
    <Radio.Group
      label={bulk.match}
      value={form.values.match}
      onChange={(match) => form.set({ match: match })}
    >
      <Stack gap="xs" mt="xs">
        {optionsOf(bulk.matches).map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  </Stack>
);
