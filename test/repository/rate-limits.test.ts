/** Limits that several processes share on PostgreSQL: each `createLimiters` here is one of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createLimiters, type Limiters } from '../../src/platform/limits/limiters.js';
import { rateLimitMaintenance } from '../../src/platform/limits/shared-counts.js';
import { engine } from '../support/database.js';
import { useApp } from '../support/start-app.js';

describe('limits', () => {
  const app = useApp();
  let one: Limiters;
  let two: Limiters;
  beforeAll(() => {
    [one, two] = [createLimiters(app.app.db), createLimiters(app.app.db)];
  });

  const refused = expect.objectContaining({ status: 429 });
  const outcomes = (calls: Promise<void>[]): Promise<string[]> =>
    Promise.all(calls.map((call) => call.then(() => 'passed', () => 'refused'))); // prettier-ignore

  it('count exactly what must not be guessed, and give back what was right', async () => {
    const options = { name: 'guesses of a test', points: 3, seconds: 600 };
    const limiter = one.exact(options);
    const other = engine === 'postgres' ? two.exact(options) : limiter;
    expect(
      (await outcomes([limiter, other, limiter, other, limiter].map((each) => each.consume('ruth')))).sort(),
    ).toEqual(['passed', 'passed', 'passed', 'refused', 'refused']);
    await expect(other.consume('ruth')).rejects.toEqual(refused);
    await other.consume('naomi');
    const third = { ...options, name: 'others of a test' };
    const [a, b] = [one.exact(third), two.exact(third)];
    for (let i = 0; i < 10; i++) {
      await a.consume('ruth');
      await b.consume('ruth');
      await a.refund('ruth');
      await b.refund('ruth');
    }
  });

  it.skipIf(engine !== 'postgres')(
    'tell each other what they have counted, and store no addresses',
    async () => {
      const options = { name: 'searches of a test', points: 100, seconds: 600 };
      const [a, b] = [one.counted(options), two.counted(options)];
      await a.consume('192.0.2.1', 60);
      await b.consume('192.0.2.1', 30);
      await b.consume('192.0.2.2', 5);
      // Until both know of both, 10 more would pass in each; 20 would not.
      await expect
        .poll(async () => outcomes([a.consume('192.0.2.1', 11), b.consume('192.0.2.1', 11)]), {
          timeout: 60_000,
        })
        .toEqual(['refused', 'refused']);
      await expect(a.check('192.0.2.1')).rejects.toEqual(refused);
      await a.check('192.0.2.2');
      const shared = async (): Promise<string[]> => {
        const rows = await app.app.db.selectFrom('rateLimit').select('key').execute();
        return rows.map(({ key }) => key).filter((key) => key.startsWith(options.name));
      };
      // The other address has used less than a tenth.
      await expect.poll(shared).toHaveLength(1);
      expect((await shared()).join()).not.toContain('192.0.2');
    },
  );

  it.skipIf(engine !== 'postgres')('end with their window, whose counts are then deleted', async () => {
    const options = { name: 'short', points: 1, seconds: 1 };
    const [limiter, other] = [one.exact(options), two.exact(options)];
    await limiter.consume('ruth');
    await expect(other.consume('ruth')).rejects.toEqual(refused);
    await expect.poll(() => outcomes([other.consume('ruth')]), { timeout: 60_000 }).toEqual(['passed']);
    const left = async (): Promise<number> => {
      await rateLimitMaintenance(app.app.db).run();
      const rows = await app.app.db.selectFrom('rateLimit').select('key').execute();
      return rows.filter(({ key }) => key.startsWith('short')).length;
    };
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
  });
});
