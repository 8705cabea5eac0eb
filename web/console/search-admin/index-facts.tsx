/** What searches run on: the model, its languages, and how much of the account is in the index. */
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount } from '../api/account.js';
import { timeOf } from '../parts/dates.js';
import { Loaded } from '../parts/states.js';

export const IndexFacts = () => {
  const { api, keys, person } = useAccount();
  const query = useQuery({
    queryKey: keys.list('searchIndex'),
    queryFn: async () => (await unwrap(api.GET('/search/index'))).index,
  });
  return (
    <Loaded query={query}>
      {({ engine, modelId, languages, builtDate, items, passages }) => (
        <Table aria-label={desk.tabs.index} w="fit-content">
          <Table.Tbody>
            {[
              [desk.engine, engine],
              [desk.model, modelId],
              [desk.languages, languages?.join(', ') ?? desk.allLanguages],
              [desk.built, timeOf(builtDate, person.timeZone)],
              [desk.indexedItems, items],
              [desk.indexedPassages, passages],
            ].map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th>{label}</Table.Th>
                <Table.Td className="wraps">{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Loaded>
  );
};
