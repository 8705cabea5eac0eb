/** `npm run demo-traffic`: sends realistic traffic to a library that has no visitors yet. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { createSearchClient, unwrap } from '../../client/index.js';
import { addServerOptions, type ServerClientOptions } from '../../src/cli/options.js';
import { print, progress } from '../../src/cli/output.js';
import { explainingFetch, openServerClient } from '../../src/cli/server-client.js';
import { messageOf } from '../../src/platform/lib/errors.js';
import { fetchThrough } from './fetch-through.js';
import { DEMO_SEED, sendDemoTraffic } from './send-traffic.js';

interface Options extends ServerClientOptions {
  publicUrl?: string;
  days: number;
  seed: string;
}

const MAX_DAYS = 7;

const parseDays = (text: string): number => {
  const days = /^\d$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MAX_DAYS)
    throw new InvalidArgumentError(`Expected 1 to ${MAX_DAYS}: the API rejects older events.`);
  return days;
};

/** @returns the exit code: 0 success, 1 failure, 2 invalid usage */
export const main = async (args: string[]): Promise<number> => {
  const program = addServerOptions(new Command('demo-traffic'))
    .description('send visits, plays and searches of the last days to a running server, to fill its reports')
    .option('--public-url <url>', "public host of the account (default: the account's searchBaseUrl)")
    .option('--days <number>', `days back, 1 to ${MAX_DAYS}`, parseDays, MAX_DAYS)
    .option('--seed <text>', 'another text gives other visitors', DEMO_SEED)
    .addHelpText(
      'after',
      '\nFor trying out only: the reports keep these events. Safe to repeat, also after quickstart: each visitor of a seed is counted once,\n' +
        'and a later run adds those since, and the searches that a week lacks. The token needs the scopes content:read, logging:write and stats:read.',
    )
    .exitOverride()
    .action(send);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`demo-traffic: ${messageOf(error)}\n`);
    return 1;
  }
};

const send = async ({ publicUrl, days, seed, ...server }: Options): Promise<void> => {
  const api = await openServerClient(server);
  const baseUrl = publicUrl ?? (await unwrap(api.GET('/account'))).account.searchBaseUrl;
  const local = new URL(baseUrl).hostname.endsWith('.localhost');
  const site = createSearchClient({
    baseUrl,
    fetch: explainingFetch(local ? fetchThrough('localhost') : fetch),
  });
  const bar = progress('Sending events');
  const { events, searches } = await sendDemoTraffic({
    api,
    site,
    publicUrl: baseUrl,
    seed,
    days,
    onProgress: bar.update,
  });
  bar.stop();
  print(`Sent ${events} events and ${searches} searches. To see them, run \`npx lectern stats\`.`);
};
