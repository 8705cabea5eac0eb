/** Serves the site of a fictional church on its own origin, with the web components of a public host in its pages. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { churchPage, churchPolicy, policyText } from './church-page.js';

export interface ChurchSite {
  /** Origin of the site. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves pages on the loopback interface.
 * @param port any free port if it is 0 or in use
 */
export const serveSite = async (
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
): Promise<ChurchSite> => {
  const server = createServer(handle);
  await listen(server, port).catch(() => listen(server, 0));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });

/**
 * `/` has the search, `/sermons/{slug}` the player of an item.
 * @param host origin of the account's public host
 */
export const serveChurchSite = (host: string, port: number): Promise<ChurchSite> =>
  serveSite(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const slug = /^\/sermons\/([\w-]{1,200})$/.exec(pathname)?.[1];
    if (pathname !== '/' && slug === undefined) return void response.writeHead(404).end();
    const main = slug
      ? `<lectern-player item="${slug}" details style="display: block; min-height: 30rem"></lectern-player>`
      : '<lectern-search style="display: block; min-height: 100vh"></lectern-search>';
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', policyText(churchPolicy(host)));
    response.end(churchPage({ host, main }));
  }, port);
