/** Who changed what and when. All filters are in the address. */
import { Anchor, Select, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { settings } from '../../../strings/console/settings/en.js';
import { where } from '../../../client/index.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { FilterChips } from '../parts/filter-chips.js';
import { optionsOf } from '../parts/form/options.js';
import { ListScreen } from '../parts/list/list-screen.js';
import { oneOf, useListSearch, type ListSearch } from '../parts/list/list-search.js';
import type { Column } from '../parts/list/record-table.js';
import { withValues } from '../parts/with-values.js';

type Entry = Schemas['AuditEntry'];
type Actor = Entry['actor'];
const texts = settings.auditLog;
const ACTORS = Object.keys(texts.actors) as Actor[];
const recordTypes: Partial<Record<string, string>> = texts.recordTypes;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The first moment of a day, here; null for what is no day. */
const startOf = (day: string | undefined, daysLater = 0): string | null => {
  if (day === undefined || !DAY.test(day)) return null;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

const queryOf = ({ actor, recordType, recordId, personId, from, to }: ListSearch) => {
  const [after, before] = [startOf(from), startOf(to, 1)];
  return {
    actor: oneOf(ACTORS, actor),
    recordType,
    recordId,
    personId,
    ...(after !== null && where({ 'entryDate.ge': after })),
    ...(before !== null && where({ 'entryDate.lt': before })),
  };
};

export const AuditLogScreen = () => {
  const { api } = useAccount();
  const { search, change } = useListSearch();
  const filters = queryOf(search);
  return (
    <ListScreen<Entry>
      title={en.listScreens.auditLog}
      scope="admin"
      resource="auditLog"
      filters={filters}
      load={async (page) => {
        const { auditEntries, totalRecords } = await unwrap(
          api.GET('/audit-log', { params: { query: { ...page, ...filters } } }),
        );
        return { records: auditEntries, totalRecords };
      }}
      searchLabel={texts.search}
      filterFields={<Filters />}
      columns={useColumns()}
      keyOf={({ id }) => id}
      nameOf={({ operation, id }) => `${operation} ${id}`}
      actionsOf={({ recordType, recordId, personId }) => [
        recordType !== null &&
          recordId !== null && {
            label: texts.onlyRecord,
            run: () => change({ recordType, recordId }),
          },
        personId !== null && { label: texts.onlyPerson, run: () => change({ personId }) },
      ]}
      empty={texts.empty}
    />
  );
};

const Filters = () => {
  const { search, change } = useListSearch();
  const { recordType, recordId, personId } = search;
  const chips = [
    recordId !== undefined && {
      label: recordOf(recordType ?? null, recordId),
      remove: () => change({ recordId: undefined }),
    },
    personId !== undefined && {
      label: withValues(texts.person, { id: personId }),
      remove: () => change({ personId: undefined }),
    },
  ].filter((chip) => chip !== false);
  return (
    <>
      <Select
        label={texts.actor}
        clearable
        data={optionsOf(texts.actors)}
        value={oneOf(ACTORS, search.actor) ?? null}
        onChange={(actor) => change({ actor: actor ?? undefined })}
      />
      <Select
        label={texts.recordType}
        clearable
        searchable
        data={optionsOf(texts.recordTypes)}
        value={recordType ?? null}
        onChange={(type) => change({ recordType: type ?? undefined, recordId: undefined })}
      />
      <TextInput
        label={texts.from}
        type="date"
        value={search.from ?? ''}
        onChange={({ currentTarget: { value } }) => change({ from: value || undefined })}
      />
      <TextInput
        label={texts.to}
        type="date"
        value={search.to ?? ''}
        onChange={({ currentTarget: { value } }) => change({ to: value || undefined })}
      />
      <FilterChips chips={chips} />
    </>
  );
};

/** `Item 42` */
const recordOf = (type: string | null, id: number | null): string =>
  [type === null ? '' : (recordTypes[type] ?? type), id ?? ''].join(' ').trim();

/** `createEmbedToken` as `create embed token`. */
const wordsOf = (operation: string): string =>
  operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const useColumns = (): Column<Entry>[] => {
  const { person, shortName } = useAccount();
  return [
    {
      label: texts.time,
      cell: ({ entryDate }) => timeOf(entryDate, person.timeZone),
      width: '11rem',
      visibleFrom: 'xs',
    },
    {
      label: texts.who,
      cell: ({ actor, personName, tokenName, jobId, entryDate }) => (
        <>
          <Text size="sm" hiddenFrom="xs">
            {timeOf(entryDate, person.timeZone)}
          </Text>
          {actor === 'cli' ? texts.commandLine : (personName ?? tokenName)}
          {jobId !== null && (
            <Anchor component={Link} to={`/a/${shortName}/jobs/${jobId}`} size="sm" display="block">
              {withValues(texts.byJob, { id: jobId })}
            </Anchor>
          )}
        </>
      ),
    },
    {
      label: texts.what,
      cell: ({ operation, changedFields }) => (
        <>
          {wordsOf(operation)}
          {changedFields.length > 0 && (
            <Text size="sm" c="dimmed">
              {changedFields.join(', ')}
            </Text>
          )}
        </>
      ),
    },
    {
      label: texts.record,
      cell: ({ recordType, recordId }) => recordOf(recordType, recordId),
      visibleFrom: 'sm',
    },
    {
      label: texts.status,
      cell: ({ responseStatus }) => responseStatus,
      visibleFrom: 'md',
      width: '5rem',
    },
  ];
};
