/** Starts `lectern serve` in a process of its own, and calls its private API. */
import { createClient, type Client } from './client.js';
import { startCli, type Running } from './run-cli.js';

/** Resolves once it listens. */
export const serveApi = async (
  env: Record<string, string>,
  token: string,
): Promise<{ server: Running; api: Client }> => {
  const server = startCli(['serve'], env);
  await server.said('public   ');
  const base = /private\s+(\S+)/.exec(server.output())?.[1] ?? '';
  return { server, api: createClient(base, { Authorization: `Bearer ${token}` }) };
};
