/** What became of each item of a bulk job, or would become of it. */
import { Anchor, List, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lists } from '../../../../strings/console/lists/en.js';
import { en } from '../../../../strings/console/en.js';
import { where, type LecternClient } from '../../../../client/index.js';
import { unwrap, useAccount, type Schemas } from '../../api/account.js';
import { optionsOf } from '../form/options.js';
import { RecordList } from '../list/list-screen.js';
import { oneOf, useListSearch } from '../list/list-search.js';
import type { PageQuery, RecordPage } from '../list/use-record-page.js';
import { withValues } from '../with-values.js';
import type { Job } from './wait-for-job.js';

type Result = Schemas['JobResult'];
type TitledResult = Result & { title: string | undefined };
type Outcome = Result['outcome'];
const OUTCOMES = Object.keys(lists.jobs.outcomes) as Outcome[];

/** @param job that has finished */
export const JobResults = ({ job }: { job: Job }) => {
  const { api } = useAccount();
  const { search, change } = useListSearch();
  const outcome = oneOf(OUTCOMES, search.outcome);
  const texts = job.dryRun ? lists.jobs.wouldOutcomes : lists.jobs.outcomes;
  return (
    <RecordList<TitledResult>
      title={lists.jobs.results}
      resource="jobs"
      filters={{ ofJob: job.id, outcome }}
      load={(page) => loadResults(api, job.id, { ...page, outcome })}
      filterFields={
        <Select
          label={lists.jobs.outcome}
          clearable
          placeholder={lists.all}
          data={optionsOf(texts)}
          value={outcome ?? null}
          onChange={(value) => change({ outcome: value ?? undefined })}
        />
      }
      columns={[
        { label: lists.jobs.item, cell: (result) => <ItemName result={result} />, width: '30%' },
        { label: lists.jobs.outcome, cell: (result) => texts[result.outcome], width: '8rem' },
        { label: lists.jobs.changes, cell: (result) => <Changes result={result} />, visibleFrom: 'xs' },
      ]}
      keyOf={({ id }) => id}
      nameOf={({ itemId, title }) => title ?? String(itemId)}
      empty={lists.jobs.noResults}
    />
  );
};

export const loadResults = async (
  api: LecternClient,
  jobId: number,
  query: PageQuery & { outcome?: Outcome },
): Promise<RecordPage<TitledResult>> => {
  const params = { path: { jobId }, query };
  const { results, totalRecords } = await unwrap(api.GET('/jobs/{jobId}/results', { params }));
  return { records: await withTitles(api, results), totalRecords };
};

/** The titles of the items of some results. */
const withTitles = async (api: LecternClient, results: Result[]): Promise<TitledResult[]> => {
  if (results.length === 0) return [];
  const ids = results.map(({ itemId }) => itemId).join(',');
  const query = { ...where({ 'id.in': ids }), _withDeleted: true, _limit: results.length };
  const { items } = await unwrap(api.GET('/items', { params: { query } }));
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  return results.map((result) => ({ ...result, title: titles.get(result.itemId) }));
};

/** The title of an item; its number if it has been purged. */
export const ItemName = ({ result: { itemId, title } }: { result: TitledResult }) => {
  const { shortName } = useAccount();
  return (
    <Anchor component={Link} to={`/a/${shortName}/items/${itemId}`}>
      {title ?? withValues(lists.jobs.itemId, { id: itemId })}
    </Anchor>
  );
};

const fieldNames: Partial<Record<string, string>> = en.fields;

/** A value of a change: lists of speakers and topics have names, other values are texts. */
const valueOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return lists.jobs.nothing;
  if (Array.isArray(value)) return value.length === 0 ? lists.jobs.nothing : value.map(valueOf).join(', ');
  if (typeof value === 'object') {
    const { name, id } = value as { name?: unknown; id?: unknown };
    return typeof name === 'string' ? name : typeof id === 'number' ? String(id) : JSON.stringify(value);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export const Changes = ({ result: { changes, error, kept, hits } }: { result: Result }) => (
  <Stack gap={2}>
    {error && (
      <Text size="sm" c="red">
        {error.message}
      </Text>
    )}
    {hits !== null && <Text size="sm">{withValues(lists.jobs.hits, { n: hits })}</Text>}
    {kept.length > 0 && <Text size="sm">{withValues(lists.jobs.kept, { fields: kept.join(', ') })}</Text>}
    <List size="sm" listStyleType="none">
      {changes.map(({ field, from, to }) => (
        <List.Item key={field}>
          {withValues(lists.jobs.change, {
            field: fieldNames[field] ?? field,
            from: valueOf(from),
            to: valueOf(to),
          })}
        </List.Item>
      ))}
    </List>
  </Stack>
);
