/** `lectern demo-traffic`: believable visitors for a library that has none yet. */
import { Command, InvalidArgumentError } from 'commander';
import { sendDemoTraffic } from '../../scripts/demo-traffic/send-traffic.js';
import { addCallerOptions, apiOf, createApi, type CallerOptions } from './api-client.js';
import { print, progress } from './output.js';

interface Options extends CallerOptions {
  publicUrl?: string;
  days: number;
  seed: string;
}

const MOST_DAYS = 7;

const aNumberOfDays = (text: string): number => {
  const days = /^\d$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_DAYS)
    throw new InvalidArgumentError(`1 to ${MOST_DAYS}: the API takes no older events`);
  return days;
};

export const demoTrafficCommand = (): Command =>
  addCallerOptions(new Command('demo-traffic'))
    .description(
      'send visits, plays and searches of the last days to a running server, so that its reports show something',
    )
    .option('--public-url <address>', "public host of the account (default: the account's searchBaseUrl)")
    .option(
      '--days <number>',
      `days back, 1 to ${MOST_DAYS}: the API takes no older events`,
      aNumberOfDays,
      MOST_DAYS,
    )
    .option('--seed <text>', 'another text makes other visitors', 'demo')
    .addHelpText(
      'after',
      '\nFor trying out: these metrics stay in the reports. With the same seed it can be run again: each event is counted once,\n' +
        'and a later run adds what is missing. The token needs the scopes content:read, logging:write and stats:read.',
    )
    .action(async ({ publicUrl, days, seed, ...caller }: Options) => {
      const api = await apiOf(caller);
      const { account } = await api.get<{ account: { searchBaseUrl: string } }>('/account');
      const bar = progress('Sending events');
      const { events, searches } = await sendDemoTraffic({
        api,
        publicApi: (userAgent) => createApi(publicUrl ?? account.searchBaseUrl, { 'User-Agent': userAgent }),
        seed,
        days,
        onProgress: bar.update,
      });
      bar.stop();
      print(`${events} events and ${searches} searches. \`lectern stats\` shows them in a moment.`);
    });
