/** Counts the statements that reach either database, in the drivers themselves. */
import pg from 'pg';
import { Database } from '../../sqlite/driver.js';
import { engine } from './database.js';

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Counts all statements from now on; `restore` stops it. */
export const countQueries = () => {
  let queries = 0;
  const [prototype, names] =
    engine === 'postgres'
      ? [pg.Client.prototype, ['query']]
      : [statements(), ['all', 'get', 'run', 'iterate']];
  const methods = prototype as unknown as Record<string, Method>;
  const originals = names.map((name): [string, Method] => [name, methods[name] as Method]);
  for (const [name, original] of originals)
    methods[name] = function (...values) {
      queries++;
      return original.apply(this, values);
    };
  const of = async (work: () => Promise<unknown>): Promise<number> => {
    const before = queries;
    await work();
    return queries - before;
  };
  return {
    /** The number of statements of `work` and of everything that runs beside it. */
    of,
    /**
     * The minimum of three attempts, because background work, such as recording the use of tokens, does not disturb
     * all of them.
     * @param prepare runs before each attempt, and is not counted
     */
    least: async (
      work: () => Promise<unknown>,
      prepare: () => Promise<unknown> = () => Promise.resolve(),
    ): Promise<number> => {
      const attempts: number[] = [];
      for (let i = 0; i < 3; i++) {
        await prepare();
        attempts.push(await of(work));
      }
      return Math.min(...attempts);
    },
    restore: () => originals.forEach(([name, original]) => (methods[name] = original)),
  };
};

const statements = (): object => {
  const database = new Database(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('select 1')) as object;
  database.close();
  return prototype;
};
