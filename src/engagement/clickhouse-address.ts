/** Where the events of the installation are: a ClickHouse server, or the embedded one in the data folder. */
import { join } from 'node:path';
import type { ClickHouseAddress } from '../../analytics/index.js';

export const clickHouseAddress = ({
  dataDir,
  analytics: { clickHouseUrl: url },
}: {
  dataDir: string;
  analytics: { clickHouseUrl: string | null };
}): ClickHouseAddress => (url === null ? { path: join(dataDir, 'clickhouse') } : { url });
