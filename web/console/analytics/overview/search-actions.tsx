/** What can be done about a search, as a menu. */
import { useNavigate } from '@tanstack/react-router';
import { analytics } from '../../../../strings/console/analytics/en.js';
import { unwrap, useAccount } from '../../api/account.js';
import { RowMenu } from '../../parts/list/record-table.js';
import { useUndoable } from '../../parts/undo-toast.js';
import { withValues } from '../../parts/with-values.js';

const texts = analytics.search;

interface Props {
  query: string;
  /** Others of its group, if it stands for one. */
  others?: readonly string[];
}

export const SearchActions = ({ query, others }: Props) => {
  const { api, keys, may, shortName } = useAccount();
  const navigate = useNavigate();
  const { run } = useUndoable(keys.every('analytics'));
  const open = (screen: string, search: object): void =>
    void navigate({ to: `/a/${shortName}/${screen}`, search: search as never });
  const ignore = (): void => {
    let ignoredQueryId = 0;
    void run({
      message: withValues(texts.ignored, { query }),
      undone: withValues(texts.unignored, { query }),
      remove: async () => {
        const { ignoredQuery } = await unwrap(api.POST('/search/ignored/create', { body: { query } }));
        ignoredQueryId = ignoredQuery.id;
      },
      restore: () =>
        unwrap(api.DELETE('/search/ignored/{ignoredQueryId}', { params: { path: { ignoredQueryId } } })),
    });
  };
  const canWrite = may('content:write');
  const actions = [
    { label: texts.why, run: () => open('search-desk', { q: query }) },
    canWrite && { label: texts.synonym, run: () => open('search-desk', { q: query, add: 'synonym' }) },
    // From the results of the search.
    canWrite && { label: texts.pin, run: () => open('search-desk', { q: query, also: others }) },
    canWrite && { label: texts.topic, run: () => open('topics', { add: query }) },
    may('content:draft') && { label: texts.write, run: () => open('add', { title: query }) },
    canWrite && others !== undefined && { label: texts.ignore, run: ignore },
  ].filter((action) => action !== false);
  return <RowMenu name={query} actions={actions} />;
};
