/** The views that fill roll-ups: without them rows can be inserted as they are. */
import { statements, views } from '../../migrations/clickhouse/0001-initial.js';
import type { ClickHouse } from '../clickhouse/clickhouse.js';

export const dropViews = async (clickHouse: ClickHouse): Promise<void> => {
  for (const { name } of views) await clickHouse.command(`DROP VIEW IF EXISTS ${name} SYNC`);
};

/** Safe to repeat. */
export const createViews = async (clickHouse: ClickHouse): Promise<void> => {
  for (const statement of statements)
    if (statement.startsWith('CREATE MATERIALIZED VIEW')) await clickHouse.command(statement);
};
