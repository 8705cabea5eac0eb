/** `lectern stats`: prints the main reports of a running server, with small charts. */
import type { ServerClientOptions } from './options.js';
import { print } from './output.js';
import { printableJson } from './printable.js';
import { readReports, statsPage, type Period } from './stats-page.js';
import { openServerClient } from './server-client.js';

export interface StatsOptions extends ServerClientOptions, Period {
  limit: number;
  json: boolean;
}

const DEFAULT_COLUMNS = 80;

export const stats = async ({ range, from, to, limit, json, ...server }: StatsOptions): Promise<void> => {
  const reports = await readReports(await openServerClient(server), { range, from, to }, limit);
  print(json ? printableJson(reports) : statsPage(reports, process.stdout.columns || DEFAULT_COLUMNS));
};
