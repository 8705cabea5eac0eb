/** Reads the stores themselves, past the program and the proxies, to compare them with the ledger. */
import pg from 'pg';
import { connectClickHouse } from '../../analytics/index.js';

export interface StoreReader {
  /** The newest job. */
  lastJob(): Promise<number>;
  /** Jobs up to this one that wait or run. */
  unfinishedJobs(upTo: number): Promise<{ kind: string; status: string; lastError: string | null }[]>;
  deadJobs(): Promise<{ kind: string; lastError: string | null }[]>;
  /** Which of these events are stored. */
  storedEvents(ids: readonly string[]): Promise<string[]>;
  /** Ids of all page views, as often as they are stored. */
  allEvents(): Promise<string[]>;
}

/** Jobs that wait for callers or for their time. */
const UPKEEP = ['maintainIndex', 'reconcileIndex', 'finalizeUpload'];
const CONNECT_MS = 1_000;

export const createStoreReader = (databaseUrl: string, clickHouseUrl: string): StoreReader => {
  const query = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const events = async (where: string): Promise<string[]> => {
    const clickHouse = await connectClickHouse({ url: clickHouseUrl });
    try {
      const rows = await clickHouse.query<{ id: string }>(
        `SELECT toString(id) AS id FROM page_views ${where}`,
      );
      return rows.map(({ id }) => id);
    } finally {
      await clickHouse.close();
    }
  };
  return {
    lastJob: async () => {
      const [row] = await query<{ id: string | null }>('select max("id") as "id" from "job"');
      return Number(row?.id ?? 0);
    },
    unfinishedJobs: (upTo) =>
      query(
        `select "kind", "status", "lastError" from "job"
         where "id" <= $1 and "status" in ('waiting', 'running') and "kind" <> all($2)`,
        [upTo, UPKEEP],
      ),
    deadJobs: () => query(`select "kind", "lastError" from "job" where "status" = 'dead'`),
    storedEvents: (ids) => (ids.length === 0 ? Promise.resolve([]) : events(`WHERE id IN (${list(ids)})`)),
    allEvents: () => events(''),
  };
};

const list = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join(', ');
