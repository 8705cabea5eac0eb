/** A church's site, on an origin of its own, with the web components in its pages. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChurchSite {
  url: string;
  /** The address of a page with this element in it. */
  page(element: string, options?: PageOptions): string;
  close(): Promise<void>;
}

interface PageOptions {
  lang?: string;
  dir?: 'ltr' | 'rtl';
  /** Further query of the page's address. */
  query?: string;
}

const STYLE = `:root { color-scheme: light dark }
  body { margin: 0; font: 17px/1.5 Georgia, serif; background: light-dark(#fdfbf7, #15181c); color: light-dark(#222, #e8e6e1) }
  main { max-width: 60rem; margin: 0 auto; padding: 1rem } h1 { font-size: 1.8rem }
  #elsewhere { position: fixed; inset-inline-start: -9999px }`;

/** @param host the public host whose scripts its pages load */
export const startChurchSite = async (host: string): Promise<ChurchSite> => {
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
    response.setHeader('Content-Type', 'text/html');
    // The whole of what a host page must allow, as docs/web.md says.
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; script-src ${host}; connect-src ${host} ${host.replace('demo.', 'other.')}; img-src ${host}; media-src ${host}; frame-src ${host}; style-src 'unsafe-inline'`,
    );
    if (pathname !== '/') return void response.writeHead(204).end();
    const { lang = 'en', dir = 'ltr', element = '' } = Object.fromEntries(searchParams);
    response.end(`<!doctype html><html lang="${lang}" dir="${dir}"><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1"><title>Grace Church</title>
      <style>${STYLE}</style><main><h1>Sermons</h1>${element}</main>
      <script type="module" src="${host}/components.js"></script>
      ${element.includes('lectern-player') ? `<script type="module" src="${host}/player.js"></script>` : ''}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    page: (element, { lang = 'en', dir = 'ltr', query = '' } = {}) =>
      `${url}/?${new URLSearchParams({ element, lang, dir }).toString()}${query && `&${query}`}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
