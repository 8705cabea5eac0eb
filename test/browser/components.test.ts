/** The web components in a real browser on another site. All their tests share one app and one browser. */
import { describe, expect, it } from 'vitest';
import { browserPath } from './chromium.js';
import { articleCases } from './article-cases.js';
import { startFixture } from './fixture.js';
import { lookCases } from './look-cases.js';
import { nearestCases } from './nearest-cases.js';
import { pageCases } from './page-cases.js';
import { playerCases } from './player-cases.js';
import { sizeCases } from './size-cases.js';
import { use } from '../support/use.js';

describe.skipIf(!browserPath)('the web components', () => {
  const at = use(() => startFixture(), 'stop');

  nearestCases(() => at);
  playerCases(() => at);
  lookCases(() => at);
  pageCases(() => at);
  articleCases(() => at);
  sizeCases(() => at);

  it('make no requests to other hosts and fail none', () => {
    expect(at.strayRequests).toEqual([]);
    expect(at.problems).toEqual([]);
  });
});
