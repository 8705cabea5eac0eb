/** A free port for a console with port 0: cookies and links name the port before the server listens. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { ConsoleConfig } from './console-config.js';

/** @returns the configuration, with a free port instead of 0 */
export const withConsolePort = async <T extends ConsoleConfig & { host: string }>(config: T): Promise<T> => {
  if (config.consolePort !== 0) return config;
  const server = createServer().listen(0, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const baseUrl = new URL(config.consoleBaseUrl);
  if (baseUrl.port === '0') baseUrl.port = String(port);
  return { ...config, consolePort: port, consoleBaseUrl: baseUrl.origin };
};
