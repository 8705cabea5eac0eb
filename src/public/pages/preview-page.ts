/** The page of a preview: that of the item, without scripts, so that it counts nowhere and runs nothing. */
import type { RawResponse } from '../../platform/http/endpoint.js';
import { html, type Html } from './html.js';
import { renderItem, type ItemPageContent } from './item-page.js';
import { renderPage } from './page.js';
import { originsOf, previewHeaders } from './page-policy.js';
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

const banner = (text: string): Html => html`<p class="kicker" role="note">${text}</p>`;

export const renderPreview = (
  site: Site,
  content: ItemPageContent,
  { isFramed, publicHost }: PreviewOptions,
): RawResponse => {
  const { words } = site;
  const { body, ...page } = renderPage(
    site,
    {
      title: content.item.title,
      description: null,
      // Nothing in it names the address of the preview.
      canonical: '',
      isUnlisted: true,
      body: html`${banner(words.say('preview'))} ${renderItem(content, words)}`,
    },
    NO_SCRIPTS,
  );
  const { mediaAssets } = content.item;
  // The icon of the page is on the public host.
  const origins = originsOf([publicHost, ...mediaAssets.map(({ url }) => url)]);
  const markup = body as string;
  return {
    ...page,
    body:
      publicHost === null
        ? markup
        : markup.replace(LINK, ` target="_blank" rel="noopener" href="${publicHost}/`),
    headers: previewHeaders({ host: site.host, origins: [...site.fileOrigins, ...origins] }, isFramed),
  };
};
