/** The order of the items of a series: dragging one, or moving it with the keys, numbers them all anew. */
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lists } from '../../../strings/console/lists/en.js';
import { LecternError, type LecternClient } from '../../../client/index.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { dateOf } from '../parts/dates.js';
import { waitForJob } from '../parts/jobs/wait-for-job.js';
import { readAll } from '../parts/lookups.js';
import { ReorderList } from '../parts/reorder-list.js';
import { Empty, Loaded } from '../parts/states.js';
import { useUndoable } from '../parts/undo-toast.js';

type Item = Schemas['Item'];

/** By number; items without one last, by date. */
const inOrder = (one: Item, other: Item): number =>
  (one.orderInSeries ?? Infinity) - (other.orderInSeries ?? Infinity) || one.date.localeCompare(other.date);

export const ItemOrder = ({ series }: { series: Schemas['Series'] }) => {
  const { api, keys, may } = useAccount();
  const { run } = useUndoable(keys.every('items'));
  const items = useQuery({
    queryKey: keys.list('items', { ofSeries: series.id }),
    queryFn: async () => {
      const all = await readAll(async (page) => {
        const query = { ...page, seriesId: series.id };
        const { items: records, hasMore } = await unwrap(api.GET('/items', { params: { query } }));
        return { records, hasMore };
      });
      return all.sort(inOrder);
    },
  });
  const reorder = (ids: number[]): Promise<boolean> => {
    let jobId = 0;
    return run({
      message: lists.series.numbered,
      undone: lists.series.orderRestored,
      // One job numbers all items, so that one undo brings the former numbers back.
      remove: async () => {
        jobId = await number(api, ids);
      },
      restore: async () => {
        const { job } = await unwrap(api.POST('/jobs/{jobId}/undo', { params: { path: { jobId } } }));
        await waitForJob(api, job.id);
      },
    });
  };
  return (
    <Stack component="section" aria-labelledby="series-order">
      <Title order={2} size="h4" id="series-order">
        {lists.series.order}
      </Title>
      <Loaded query={items}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty text={lists.series.noItems} />
          ) : may('content:write') ? (
            <ReorderList
              label={lists.series.order}
              rows={rows}
              idOf={({ id }) => id}
              nameOf={({ title }) => title}
              reorder={reorder}
            >
              {(item) => <ItemLine item={item} />}
            </ReorderList>
          ) : (
            rows.map((item) => <ItemLine key={item.id} item={item} />)
          )
        }
      </Loaded>
    </Stack>
  );
};

/** @returns the id of the job that numbered the items */
const number = async (api: LecternClient, ids: number[]): Promise<number> => {
  const body = { ids, action: 'update' as const, changes: { numberFrom: 1 } };
  const started = await unwrap(api.POST('/items/bulk', { body }));
  const job = await waitForJob(api, started.job.id);
  if (job.failed > 0) throw new LecternError(422, 'InvalidStateError', lists.series.orderFailed);
  return job.id;
};

const ItemLine = ({ item }: { item: Item }) => {
  const { shortName } = useAccount();
  return (
    <Group gap="xs" flex={1} justify="space-between" wrap="nowrap">
      <Anchor component={Link} to={`/a/${shortName}/items/${item.id}`} lineClamp={1}>
        {item.title}
      </Anchor>
      <Text size="sm" c="dimmed" visibleFrom="xs">
        {dateOf(item.date)}
      </Text>
    </Group>
  );
};
