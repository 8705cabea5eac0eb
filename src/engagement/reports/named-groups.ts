/** Series and speakers with their figures and names. */
import { topGroups, type ClickHouse } from '../../../analytics/index.js';
import type { StatsScope } from './stats-scope.js';
import type { NamedGroup } from './stats.repository.js';

type GroupsPage = Parameters<typeof topGroups>[4];

/** @throws {AnalyticsUnavailableError} when ClickHouse is down */
export const namedGroups = async (
  engine: ClickHouse,
  scope: StatsScope,
  kind: 'series' | 'speakers',
  named: readonly NamedGroup[],
  page: GroupsPage,
) => {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const { groups, totalRecords } = await topGroups(engine, scope, kind, named, page);
  return { groups: groups.map((group) => ({ ...group, name: names.get(group.id) ?? '' })), totalRecords };
};
