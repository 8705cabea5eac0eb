/** Who changed synonyms and pins, and putting back what a change replaced. */
import { Code, Stack, Text } from '@mantine/core';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { RecordList } from '../parts/list/list-screen.js';
import { useAction } from '../parts/use-action.js';

type Revision = Schemas['SearchRevision'];
type Content = Revision['before'];

/** `communion: eucharist`, or a query with its talks. */
const textOf = (content: Content): string => {
  if (content === null) return '';
  const { term, synonyms, query, pinnedItemIds, hiddenItemIds } = content;
  return typeof term === 'string'
    ? `${term}: ${[synonyms].flat().join(', ')}`
    : `${String(query)}: ${[...idsOf('+', pinnedItemIds), ...idsOf('−', hiddenItemIds)].join(' ')}`;
};

const idsOf = (sign: string, ids: unknown): string[] =>
  Array.isArray(ids) ? ids.map((id) => `${sign}#${String(id)}`) : [];

export const History = () => {
  const { api, keys, may, person } = useAccount();
  const { run } = useAction(
    keys.every('searchRevisions'),
    keys.every('searchSynonyms'),
    keys.every('searchPins'),
    keys.every('explanations'),
  );
  return (
    <Stack>
      <Text size="sm">{desk.historyText}</Text>
      <RecordList<Revision>
        title={desk.tabs.history}
        resource="searchRevisions"
        load={async (query) => {
          const { revisions, totalRecords } = await unwrap(
            api.GET('/search/revisions', { params: { query } }),
          );
          return { records: revisions, totalRecords };
        }}
        columns={[
          { label: desk.when, cell: ({ entryDate }) => timeOf(entryDate, person.timeZone) },
          { label: desk.who, cell: ({ author }) => author?.name ?? '', visibleFrom: 'sm' },
          { label: desk.before, cell: ({ before }) => before && <Code>{textOf(before)}</Code> },
          { label: desk.after, cell: ({ after }) => after && <Code>{textOf(after)}</Code> },
        ]}
        keyOf={({ id }) => id}
        nameOf={({ before, after }) => textOf(after ?? before)}
        actionsOf={({ id: searchRevisionId }) => [
          may('content:write') && {
            label: desk.putBack,
            run: () =>
              void run(
                () =>
                  unwrap(
                    api.POST('/search/revisions/{searchRevisionId}/restore', {
                      params: { path: { searchRevisionId } },
                    }),
                  ),
                desk.isPutBack,
              ),
          },
        ]}
        empty={desk.noHistory}
      />
    </Stack>
  );
};
