/**
 * Hostile requests to all operations get no 5xx except 503, no large errors and few problems. `npm run abuse` sends
 * more, and measures the event loop and memory.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { classes } from '../support/abuse/classes.js';
import type { Target } from '../support/abuse/abuse-class.js';
import { newTarget } from '../support/abuse/target.js';
import { runClass } from '../support/abuse/run-class.js';
import { buildEverything } from '../support/factories.js';
import { runs } from '../support/random-runs.js';
import { seed } from '../support/seed.js';
import { useApp } from '../support/start-app.js';

/**
 * Number of cases of each class, and the minimum number of responses: fewer mean that the class no longer tests
 * anything.
 */
const CASES: Record<string, [cases: number, responses: number]> = {
  'public GETs': [6, 150],
  lists: [45, 40],
  problems: [130, 100],
  'unknown keys': [130, 100],
  nesting: [130, 100],
  numbers: [130, 120],
  runs: [150, 130],
  uploads: [17, 10],
  transcripts: [12, 12],
  authentication: [2, 50],
  connections: [14, 50],
  protocol: [46, 25],
};

describe('hostile requests', () => {
  const app = useApp({ env: { REQUEST_TIMEOUT_SECS: '2', STALL_TIMEOUT_SECS: '2' } });
  let target: Target;
  beforeAll(async () => {
    await buildEverything(app, app.demo);
    await app.app.db.updateTable('item').set({ status: 'published' }).execute();
    const { Authorization = '' } = app.demo.api.headers;
    target = await newTarget(app.app.db, app.demo, app, [Authorization.replace('Bearer ', '')]);
  });

  it('cover every class', () => {
    expect(Object.keys(CASES)).toEqual(classes.map(({ name }) => name));
  });

  it.each(classes.map(({ name }) => name))('of the class “%s” are refused or served', async (name) => {
    const abuse = classes.find((one) => one.name === name)!;
    // Few connections may all be without a response.
    const times = name === 'connections' ? (all: number) => all : runs;
    const [count, atLeast] = CASES[name]!.map(times) as [number, number];
    const { problems, statuses, countedProblems } = await runClass(abuse, target, { seed, count });
    expect(problems).toEqual([]);
    statuses.delete('closed');
    const responses = [...statuses.values()].reduce((sum, times) => sum + times, 0);
    expect(responses, JSON.stringify([...statuses])).toBeGreaterThanOrEqual(atLeast);
    // Of few, all may be without one.
    if (name === 'problems' && count > 100) expect(countedProblems).toBeGreaterThan(count / 4);
    expect((await app.other.site.get('/config')).status).toBe(200);
  });
});
