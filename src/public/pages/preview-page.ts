/** Pages of previews: of an item or of the search, without scripts, so that they count nowhere and run nothing. */
import type { RawResponse } from '../../platform/http/endpoint/endpoint.js';
import { html, type Html } from '../../platform/lib/html.js';
import { renderItem, type ItemPageContent } from './item-page.js';
import { renderPage } from './page.js';
import { originsOf, previewHeaders } from './page-policy.js';
import { renderSearch, type SearchPageContent } from './search-page.js';
import type { Site } from './site.js';

interface PreviewOptions {
  /** Whether pages of the same host may frame it. */
  isFramed: boolean;
  /** The public host, if the preview is on another one: links of the page lead there. */
  publicHost: string | null;
}

const NO_SCRIPTS = { page: null, article: null };

/** Root-relative links of the markup; no text contains one, because quotes in it are escaped. */
const LINK = / href="\//g;
/** Links to the search page, and its form. */
const SEARCH_LINK = / href="\/(?=\?)/g;
const SEARCH_FORM = / action="\/"/g;

const banner = (text: string): Html => html`<p class="kicker" role="note">${text}</p>`;

const renderWithoutScripts = (
  site: Site,
  title: string,
  body: Html,
): { markup: string; page: RawResponse } => {
  const { words } = site;
  const page = renderPage(
    site,
    {
      title,
      description: null,
      // Nothing in it names the address of the preview.
      canonical: '',
      isUnlisted: true,
      body: html`${banner(words.say('preview'))} ${body}`,
    },
    NO_SCRIPTS,
  );
  return { markup: page.body as string, page };
};

export const renderPreview = (
  site: Site,
  content: ItemPageContent,
  { isFramed, publicHost }: PreviewOptions,
): RawResponse => {
  const { markup, page } = renderWithoutScripts(site, content.item.title, renderItem(content, site.words));
  const { mediaAssets } = content.item;
  // The icon of the page is on the public host.
  const origins = originsOf([publicHost, ...mediaAssets.map(({ url }) => url)]);
  return {
    ...page,
    body: publicHost === null ? markup : onPublicHost(markup, publicHost),
    headers: previewHeaders({ host: site.host, origins: [...site.fileOrigins, ...origins] }, isFramed),
  };
};

/** @param path of the preview, below which its searches stay */
export const renderSearchPreview = (
  site: Site,
  content: SearchPageContent,
  { publicHost, path }: { publicHost: string; path: string },
): RawResponse => {
  const title = content.found?.search.q || content.name;
  const { markup, page } = renderWithoutScripts(site, title, renderSearch(content, site.words));
  const searches = markup.replace(SEARCH_LINK, ` href="${path}`).replace(SEARCH_FORM, ` action="${path}"`);
  const sources = { host: site.host, origins: [...site.fileOrigins, ...originsOf([publicHost])] };
  return {
    ...page,
    body: onPublicHost(searches, publicHost, path),
    headers: previewHeaders(sources, true, { canSearch: true }),
  };
};

/** The other links lead to the public host, in a tab of their own. */
const onPublicHost = (markup: string, publicHost: string, path = ''): string =>
  markup.replace(LINK, (link, at: number) =>
    path !== '' && markup.startsWith(` href="${path}`, at)
      ? link
      : ` target="_blank" rel="noopener" href="${publicHost}/`,
  );
