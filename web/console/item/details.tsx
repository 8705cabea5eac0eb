/** The fields of an item. */
import { MultiSelect, Select, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useState, type ChangeEvent } from 'react';
import { en } from '../../../strings/console/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { languageName } from '../parts/language-name.js';
import { LanguageSelect } from '../parts/language-select.js';
import { useCollections, useSeries, useSpeakers, useTopics } from '../parts/lookups.js';
import type { Autosave } from './use-autosave.js';

interface Props {
  /** With its pending changes, if it is public. */
  item: Schemas['Item'];
  autosave: Autosave;
}

type TextField = 'title' | 'subTitle' | 'shortDescription' | 'description' | 'date';
/** Fields of which an empty text is no text. */
const NULLABLE: readonly TextField[] = ['subTitle', 'shortDescription', 'description'];
/** Fields that an item cannot be without. */
const REQUIRED: readonly TextField[] = ['title', 'date'];

export const Details = ({ item, autosave }: Props) => {
  const { may } = useAccount();
  const readOnly = !may('content:draft');
  const current = { ...item, ...autosave.pending } as Schemas['Item'];
  const [empty, setEmpty] = useState<Partial<Record<TextField, true>>>({});
  const textField = (name: TextField) => ({
    label: en.fields[name],
    value: empty[name] ? '' : (current[name] ?? '').slice(0, name === 'date' ? 10 : undefined),
    readOnly,
    error: empty[name] && en.item.required,
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const isMissing = REQUIRED.includes(name) && value.trim() === '';
      setEmpty((former) => ({ ...former, [name]: isMissing ? true : undefined }));
      if (!isMissing)
        autosave.change({ [name]: NULLABLE.includes(name) && value.trim() === '' ? null : value });
    },
  });
  return (
    <Stack component="section" aria-labelledby="details">
      <Title order={2} size="h4" id="details">
        {en.item.details}
      </Title>
      <TextInput {...textField('title')} maxLength={255} />
      <TextInput {...textField('date')} type="date" />
      <Speakers item={current} autosave={autosave} readOnly={readOnly} />
      <Topics item={current} autosave={autosave} readOnly={readOnly} />
      <LanguageSelect
        label={en.fields.language}
        placeholder={current.effectiveLanguage ? languageName(current.effectiveLanguage) : undefined}
        description={en.item.languageHint}
        readOnly={readOnly}
        value={current.language}
        onChange={(language) => autosave.change({ language })}
      />
      <Place item={current} autosave={autosave} readOnly={readOnly} />
      <TextInput {...textField('subTitle')} maxLength={500} />
      <Textarea {...textField('shortDescription')} autosize minRows={2} maxLength={2_000} />
      <Textarea {...textField('description')} autosize minRows={4} />
    </Stack>
  );
};

interface FieldProps {
  item: Schemas['Item'];
  autosave: Autosave;
  readOnly: boolean;
}

const Speakers = ({ item, ...field }: FieldProps) => (
  <Names
    label={en.fields.speakers}
    records={useSpeakers().data ?? []}
    chosen={item.speakers ?? []}
    change={(speakers) => field.autosave.change({ speakers })}
    readOnly={field.readOnly}
  />
);

const Topics = ({ item, ...field }: FieldProps) => (
  <Names
    label={en.fields.topics}
    records={useTopics().data ?? []}
    chosen={item.topics ?? []}
    change={(topics) => field.autosave.change({ topics })}
    readOnly={field.readOnly}
  />
);

interface Named {
  id: number;
  name: string;
}

const Names = ({
  label,
  records,
  chosen,
  change,
  readOnly,
}: {
  label: string;
  records: readonly Named[];
  chosen: readonly Named[];
  change: (records: { id: number }[]) => void;
  readOnly: boolean;
}) => {
  // One beyond the list, or one that is being saved, still has its name.
  const names = new Map([...chosen, ...records].filter(({ name }) => name).map(({ id, name }) => [id, name]));
  return (
    <MultiSelect
      label={label}
      searchable
      readOnly={readOnly}
      limit={100}
      data={[...names].map(([id, name]) => ({ value: String(id), label: name }))}
      value={chosen.map(({ id }) => String(id))}
      onChange={(ids) => change(ids.map((id) => ({ id: Number(id) })))}
    />
  );
};

const Place = ({ item, autosave, readOnly }: FieldProps) => {
  const collections = useCollections().data ?? [];
  const series = useSeries(item.collectionId).data ?? [];
  return (
    <>
      <Select
        label={en.fields.collection}
        allowDeselect={false}
        readOnly={readOnly}
        data={collections.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(item.collectionId)}
        onChange={(id) => id !== null && autosave.change({ collectionId: Number(id), seriesId: null })}
      />
      <Select
        label={en.fields.series}
        clearable
        searchable
        readOnly={readOnly}
        data={series.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={item.seriesId === null ? null : String(item.seriesId)}
        onChange={(id) => autosave.change({ seriesId: id === null ? null : Number(id) })}
      />
    </>
  );
};
