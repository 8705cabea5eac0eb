/** The pins of the account: which talks come first for a search, and which are hidden from it. */
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { lists } from '../../../strings/console/lists/en.js';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { RecordList } from '../parts/list/list-screen.js';
import { ItemTitles } from './item-titles.js';
import { PinQueriesDialog } from './pin-queries-dialog.js';
import { useRuleRemoval } from './use-rule-removal.js';

export const Pins = () => {
  const { api, may } = useAccount();
  const remove = useRuleRemoval();
  const [edited, edit] = useState<Schemas['Pin'] | null>(null);
  return (
    <Stack>
      <Text size="sm">{desk.pinsText}</Text>
      <RecordList<Schemas['Pin']>
        title={desk.tabs.pins}
        resource="searchPins"
        load={async (query) => {
          const { pins, totalRecords } = await unwrap(api.GET('/search/pins', { params: { query } }));
          return { records: pins, totalRecords };
        }}
        searchLabel={desk.searchPins}
        columns={[
          { label: desk.query, cell: ({ query }) => query },
          { label: desk.alsoFor, cell: ({ otherQueries }) => otherQueries.join(', '), visibleFrom: 'md' },
          { label: desk.pinnedTalks, cell: ({ pinnedItemIds }) => <ItemTitles ids={pinnedItemIds} /> },
          { label: desk.hiddenTalks, cell: ({ hiddenItemIds }) => <ItemTitles ids={hiddenItemIds} /> },
        ]}
        keyOf={({ id }) => id}
        nameOf={({ query }) => query}
        actionsOf={(pin) => [
          may('content:write') && { label: desk.editPinQueries, run: () => edit(pin) },
          may('content:write') && {
            label: lists.delete,
            isRemoval: true,
            run: () =>
              remove({
                recordType: 'searchPin',
                recordId: pin.id,
                name: pin.query,
                remove: () =>
                  unwrap(
                    api.DELETE('/search/pins/{searchPinId}', { params: { path: { searchPinId: pin.id } } }),
                  ),
              }),
          },
        ]}
        empty={desk.noPins}
      />
      {edited && <PinQueriesDialog pin={edited} close={() => edit(null)} />}
    </Stack>
  );
};
