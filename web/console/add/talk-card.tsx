/** A talk before it is created: what was guessed for it, with the reasons, in fields that correct it. */
import {
  Alert,
  Anchor,
  Autocomplete,
  Box,
  Button,
  Checkbox,
  Group,
  List,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { itemTexts } from '../../../strings/console/item/en.js';
import { useAccount } from '../api/account.js';
import { RemovablePill } from '../parts/removable-pill.js';
import { ScripturesField, useTypedScriptures } from '../parts/scriptures-field.js';
import { withValues } from '../parts/with-values.js';
import { reasonOf, type Talk, type TalkFields } from './talk.js';

export interface Names {
  speakers: readonly string[];
  series: readonly string[];
  /** Whether the person's role creates those that do not exist. */
  mayCreate: boolean;
}

interface Props {
  talk: Talk;
  names: Names;
  change(fields: Partial<TalkFields>): void;
  include(isIncluded: boolean): void;
}

/** What was guessed, and which names do not exist yet. */
const describe = (talk: Talk, field: 'speakers' | 'series', { mayCreate, ...names }: Names): string => {
  const known = new Set(names[field].map((name) => name.toLowerCase()));
  const unknown = [talk.fields[field]].flat().filter((name) => name && !known.has(name.toLowerCase()));
  const text = mayCreate ? en.add.newNames : en.add.unknownNames;
  return [reasonOf(talk, field), unknown.length > 0 && withValues(text, { names: unknown.join(', ') })]
    .filter(Boolean)
    .join('. ');
};

export const TalkCard = ({ talk, names, change, include }: Props) => {
  const { fields, errors, isIncluded } = talk;
  return (
    <Paper withBorder p="md" role="group" aria-label={talk.source}>
      <Stack gap="sm">
        <Heading talk={talk} include={include} />
        {errors[''] !== undefined && (
          <Alert color="red" role="alert">
            {errors['']}
          </Alert>
        )}
        {isIncluded && (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }} verticalSpacing="sm">
              <TextInput
                label={en.fields.title}
                description={reasonOf(talk, 'title')}
                error={errors.title}
                maxLength={255}
                value={fields.title}
                onChange={({ currentTarget: { value } }) => change({ title: value })}
              />
              <TextInput
                type="date"
                label={en.fields.date}
                description={fields.date === '' ? en.add.noDate : reasonOf(talk, 'date')}
                error={errors.date}
                value={fields.date}
                onChange={({ currentTarget: { value } }) => change({ date: value })}
              />
              <TagsInput
                label={en.fields.speakers}
                description={describe(talk, 'speakers', names)}
                error={errors.speakers}
                data={[...new Set(names.speakers)]}
                limit={100}
                acceptValueOnBlur
                value={fields.speakers}
                onChange={(speakers) => change({ speakers })}
              />
              <SeriesFields talk={talk} names={names} change={change} />
            </SimpleGrid>
            <Scriptures talk={talk} change={change} />
          </>
        )}
      </Stack>
    </Paper>
  );
};

/** The files, and whether the item is created. */
const Heading = ({ talk, include }: Pick<Props, 'talk' | 'include'>) => {
  const { shortName } = useAccount();
  const { existingItemId, notes } = talk.guess;
  const files = [
    ...talk.recordings.map(({ file }) => file.name),
    ...(talk.transcript ? [talk.transcript.name] : []),
  ];
  return (
    <Stack gap={4}>
      <Checkbox
        label={en.add.include}
        checked={talk.isIncluded}
        onChange={({ currentTarget: { checked } }) => include(checked)}
      />
      {(talk.episode ?? files.length > 0) && (
        <Text size="sm" c="dimmed">
          {talk.episode ? talk.source : withValues(en.add.files, { names: files.join(', ') })}
        </Text>
      )}
      {talk.unused.length > 0 && (
        <Text size="sm" c="dimmed">
          {withValues(en.add.unused, { names: talk.unused.join(', ') })}
        </Text>
      )}
      {existingItemId !== null && (
        <Text size="sm">
          {`${en.add.exists} `}
          <Anchor component={Link} to={`/a/${shortName}/items/${existingItemId}`}>
            {en.add.showItem}
          </Anchor>
        </Text>
      )}
      {notes.length > 0 && (
        <List size="sm">
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
};

const SeriesFields = ({ talk, names, change }: Omit<Props, 'include'>) => (
  <Group align="start">
    <Autocomplete
      label={en.fields.series}
      description={describe(talk, 'series', names)}
      error={talk.errors.series}
      flex="1 1 12rem"
      data={[...new Set(names.series)]}
      limit={100}
      maxLength={255}
      value={talk.fields.series}
      onChange={(series) => change({ series })}
    />
    {talk.fields.series.trim() !== '' && (
      <NumberInput
        label={en.add.orderInSeries}
        description={reasonOf(talk, 'orderInSeries')}
        error={talk.errors.orderInSeries}
        w="10rem"
        min={0}
        allowDecimal={false}
        value={talk.fields.orderInSeries ?? ''}
        onChange={(value) => change({ orderInSeries: typeof value === 'number' ? value : null })}
      />
    )}
  </Group>
);

const Scriptures = ({ talk, change }: Pick<Props, 'talk' | 'change'>) => {
  const { scriptures } = talk.fields;
  return (
    <Stack gap="xs" role="group" aria-label={en.add.scriptures}>
      {scriptures.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {en.add.scriptures}
          </Text>
          <Group gap="xs">
            {scriptures.map((scripture) => (
              <RemovablePill
                key={scripture.citation}
                text={scripture.citation}
                removeLabel={withValues(en.add.removeScripture, { citation: scripture.citation })}
                remove={() => change({ scriptures: scriptures.filter((one) => one !== scripture) })}
              />
            ))}
          </Group>
          <Text size="xs" c="dimmed">
            {reasonOf(talk, 'scriptures')}
          </Text>
        </>
      )}
      <AddScriptures
        add={(typed) => {
          const known = new Set(scriptures.map(({ citation }) => citation));
          const others = typed.filter(({ citation }) => !known.has(citation));
          change({ scriptures: [...scriptures, ...others] });
        }}
      />
    </Stack>
  );
};

const AddScriptures = ({ add }: { add: (scriptures: TalkFields['scriptures']) => void }) => {
  const [text, setText] = useState('');
  const { read } = useTypedScriptures(text);
  const isUnderstood = read !== undefined && read.scriptures.length > 0 && read.unread.length === 0;
  const addAll = (): void => {
    if (!isUnderstood) return;
    add(
      read.scriptures.map(({ book, chapter, verseStart, verseEnd, citation }) => ({
        book,
        chapter,
        verseStart,
        verseEnd,
        citation,
      })),
    );
    setText('');
  };
  return (
    <Group align="start">
      <Box
        flex="1 1 12rem"
        onKeyDown={(event) => {
          if (event.key === 'Enter') addAll();
        }}
      >
        <ScripturesField text={text} change={setText} read={read} />
      </Box>
      {text !== '' && (
        <Button variant="default" disabled={!isUnderstood} onClick={addAll}>
          {itemTexts.scripturesButton}
        </Button>
      )}
    </Group>
  );
};
