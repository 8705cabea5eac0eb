/** All requests of the console's screen Figures, sent together as it opens. */
import type { BenchContext } from './bench.js';
import { newSecret } from './engagement-reports.js';
import { getRequest, type LoadGenerator } from './load.js';
import { startServer } from './server.js';

const RANGE = 'last30days';
const ROUNDS = 9;
const WARM_ROUNDS = 2;

/** As a person sees them first: no tab has been chosen, and nothing is filtered or compared. */
const PATHS = [
  'overview',
  'downloads',
  'top-items',
  'top-series',
  'top-speakers',
  'trending-topics',
  'pages',
  'sources?by=referrer',
  'sources?by=country',
  'sources?by=device',
  'downloads/apps',
  'searches/groups',
  'live',
];

/** @returns the time from the first request to the last answer of each round, ms */
export const figuresPage = async (
  { root }: BenchContext,
  generator: LoadGenerator,
  dataDir: string,
): Promise<number[]> => {
  const secret = await newSecret(dataDir);
  const server = await startServer(root, dataDir, ['--role', 'api']);
  try {
    const requests = PATHS.map((path) => {
      const query = path === 'live' ? '' : `${path.includes('?') ? '&' : '?'}range=${RANGE}`;
      return getRequest('127.0.0.1', `/v2/stats/${path}${query}`, { Authorization: `Bearer ${secret}` });
    });
    const rounds: number[] = [];
    for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
      const { secs } = await generator.run({
        port: server.privatePort,
        requests,
        clients: requests.length,
        calls: requests.length,
      });
      if (round >= WARM_ROUNDS) rounds.push(secs * 1000);
    }
    return rounds;
  } finally {
    await server.stop();
  }
};
