/** The example church site of the quickstart, with any element a test puts into its page. */
import { churchPage, churchPolicy, policyText } from '../../scripts/church-site/church-page.js';
import { serveSite } from '../../scripts/church-site/serve-church-site.js';

export interface ChurchSite {
  url: string;
  /** URL of a page that contains this element. */
  page(element: string, options?: PageOptions): string;
  close(): Promise<void>;
}

interface PageOptions {
  lang?: string;
  dir?: 'ltr' | 'rtl';
  /** More query parameters for the page's URL. */
  query?: string;
}

/** @param host the public host from which the pages load their scripts */
export const startChurchSite = async (host: string): Promise<ChurchSite> => {
  // One page shows the talks of another account.
  const policy = { ...churchPolicy(host), 'connect-src': `${host} ${host.replace('demo.', 'other.')}` };
  const { url, close } = await serveSite((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
    response.setHeader('Content-Type', 'text/html');
    response.setHeader('Content-Security-Policy', policyText(policy));
    if (pathname !== '/') return void response.writeHead(204).end();
    const { lang = 'en', dir, element = '' } = Object.fromEntries(searchParams);
    response.end(churchPage({ host, main: element, lang, dir: dir === 'rtl' ? 'rtl' : 'ltr' }));
  });
  return {
    url,
    close,
    page: (element, { lang = 'en', dir = 'ltr', query = '' } = {}) =>
      `${url}/?${new URLSearchParams({ element, lang, dir }).toString()}${query && `&${query}`}`,
  };
};
