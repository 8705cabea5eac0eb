/** Counts the time that requests and jobs wait for ClickHouse. */
import type { ClickHouse } from '../../analytics/index.js';
import { timedPart } from '../platform/db/request-work.js';

const timed = <T>(run: () => Promise<T>): Promise<T> => timedPart('clickHouseMs', run);

/**
 * Counts calls, and opening, as `clickHouseMs`. Reading a stream to its end does not count.
 * @param open returns ClickHouse once it has the events of the spool
 */
export const withTimes = (open: () => Promise<ClickHouse>) => async (): Promise<ClickHouse> => {
  const engine = await timed(open);
  return {
    ...engine,
    query: <Row>(...args: Parameters<ClickHouse['query']>) => timed(() => engine.query<Row>(...args)),
    stream: (...args) => timed(() => engine.stream(...args)),
    command: (...args) => timed(() => engine.command(...args)),
  };
};
