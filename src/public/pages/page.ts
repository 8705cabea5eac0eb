/** The frame of a page: head, site name, menu, and the content below. */
import type { RawResponse } from '../../platform/http/endpoint/endpoint.js';
import { absoluteUrl } from '../../platform/lib/links.js';
import { LATEST_PATH } from '../items/own-pages.js';
import {
  attribute,
  html,
  jsonLdScript,
  markupOf,
  trusted,
  type Html,
  type HtmlContent,
} from '../../platform/lib/html.js';
import { pageHeaders } from './page-policy.js';
import { pageStyle, accentOf } from './page-style.js';
import type { Site } from './site.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { SiteLanguage } from '../../../strings/languages.js';

export const HTML_TYPE = 'text/html; charset=utf-8';

export interface FeedLink {
  title: string;
  url: string;
}

export interface PageContent {
  /** Without the site's name. */
  title: string;
  description: string | null;
  /** The canonical URL for search engines. */
  canonical: string;
  /** Structured data of schema.org. */
  jsonLd?: unknown;
  /** Open Graph type; default `website`. */
  type?: string;
  image?: string | null;
  /** Recording for Open Graph. */
  recording?: { kind: 'audio' | 'video'; url: string; mimeType: string } | null;
  feeds?: readonly FeedLink[];
  oEmbedUrl?: string | null;
  previous?: string | null;
  next?: string | null;
  /** Whether search engines should not index it. */
  isUnlisted?: boolean;
  /** The record for which the page view is counted. */
  subject?: { itemId?: number; seriesId?: number; collectionId?: number };
  /** Path of the page's menu entry. */
  entry?: '/' | typeof LATEST_PATH;
  script?: 'components' | 'player' | 'article';
  /** Origins of content on other hosts. */
  origins?: readonly string[];
  body: Html;
}

const MAX_DESCRIPTION = 300;

/** The description that search engines and other sites show. */
export const summaryOf = (text: string | null | undefined): string | null => {
  const line = (text ?? '').replace(/\s+/gu, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line || null;
  const cut = line.slice(0, MAX_DESCRIPTION).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_DESCRIPTION / 2))} …`;
};

const LOCALES = { de: 'de_DE', en: 'en_US', es: 'es_ES', fr: 'fr_FR', pt: 'pt_PT' } satisfies Record<
  SiteLanguage,
  string
>;

const link = (rel: string, href: string | null | undefined): Html | null =>
  href ? html`<link rel="${rel}" href="${href}" />` : null;

const property = (name: string, content: string | null | undefined): Html | null =>
  content ? html`<meta property="${name}" content="${content}" />` : null;

/** Paths of scripts whose names change with their content; null if they have not been built. */
export interface PageScripts {
  /** Counts page views. */
  page: string | null;
  /** Finds words in the text of an item without a recording. */
  article: string | null;
}

const scriptPath = (name: NonNullable<PageContent['script']>, scripts: PageScripts): string | null =>
  name === 'article' ? scripts.article && `/${scripts.article}` : `/${name}.js`;

const renderScript = (src: string | null | undefined): HtmlContent =>
  src && html`<script type="module" src="${src}"></script>`;

const renderHead = ({ account, words }: Site, page: PageContent, scripts: PageScripts): Html => {
  const { title, description, canonical, image = null, recording = null, subject = {} } = page;
  const fullTitle = title === account.name ? title : `${title} · ${account.name}`;
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${fullTitle}</title>
    ${description ? html`<meta name="description" content="${description}" />` : null}
    ${page.isUnlisted ? html`<meta name="robots" content="noindex" />` : link('canonical', canonical)}
    <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
    ${link('prev', page.previous)} ${link('next', page.next)}
    ${
      page.oEmbedUrl
        ? html`<link
            rel="alternate"
            type="application/json+oembed"
            href="${page.oEmbedUrl}"
            title="${title}"
          />`
        : null
    }
    ${(page.feeds ?? []).map(
      (feed) =>
        html`<link rel="alternate" type="application/rss+xml" href="${feed.url}" title="${feed.title}" />`,
    )}
    ${property('og:title', title)} ${property('og:type', page.type ?? 'website')}
    ${property('og:url', canonical)} ${property('og:site_name', account.name)}
    ${property('og:description', description)} ${property('og:locale', LOCALES[words.lang])}
    ${property('og:image', image)}
    ${recording && [property(`og:${recording.kind}`, recording.url), property(`og:${recording.kind}:type`, recording.mimeType)]}
    <meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />
    <style>
      ${trusted(pageStyle(account))}
    </style>
    ${page.jsonLd === undefined ? null : jsonLdScript(page.jsonLd)}
    ${
      scripts.page &&
      html`<script
        type="module"
        src="/${scripts.page}"
        data-page
        ${attribute('data-item-id', subject.itemId)}
        ${attribute('data-series-id', subject.seriesId)}
        ${attribute('data-collection-id', subject.collectionId)}
      ></script>`
    }
    ${renderScript(page.script && scriptPath(page.script, scripts))}
  </head>`;
};

const LOGO_HEIGHT = 40;

const renderLogo = ({ account, links }: Site): Html | null => {
  const { logo } = account.settings;
  if (!logo) return null;
  const width = Math.round((logo.width / logo.height) * LOGO_HEIGHT) || LOGO_HEIGHT;
  return html`<img src="${absoluteUrl(logo.url, links)}" alt="" width="${width}" height="${LOGO_HEIGHT}" />`;
};

/** The site's name, its logo if there is one, and the menu. */
export const renderMenu = (
  { account, words }: Pick<Site, 'account' | 'words'>,
  { shown, logo = null }: { shown?: string | undefined; logo?: Html | null },
): Html => {
  const { links = [] } = account.settings;
  const entry = (href: string, text: string): Html =>
    html`<li><a href="${href}" ${href === shown ? trusted(' aria-current="page"') : null}>${text}</a></li>`;
  return html`<header class="site">
    <a class="brand" href="/">${logo}<span class="text">${account.name}</span></a>
    <nav aria-label="${words.say('menu')}">
      <ul>
        ${entry('/', words.say('search'))} ${entry(LATEST_PATH, words.say('latest'))}
        ${links.map(({ title, url }) => entry(url, title))}
      </ul>
    </nav>
  </header>`;
};

const renderFoot = ({ words }: Site, feeds: readonly FeedLink[]): HtmlContent =>
  feeds.length === 0
    ? null
    : html`<footer class="site">
        <h2 class="unseen">${words.say('feeds')}</h2>
        <ul>
          ${feeds.map(
            ({ title, url }) =>
              html`<li>
                <a href="${url}">${icon} <bdi class="text">${title}</bdi></a>
              </li>`,
          )}
        </ul>
      </footer>`;

/** The feed icon. */
const icon = trusted(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 11a8 8 0 0 1 8 8M5 5a14 14 0 0 1 14 14"/><circle cx="6" cy="18" r="1.5"/></svg>',
);

export const renderPage = (site: Site, page: PageContent, scripts: PageScripts): RawResponse => {
  const markup = html`<!doctype html>
    <html lang="${site.words.lang}">
      ${renderHead(site, page, scripts)}
      <body>
        <a class="skip" href="#main">${site.words.say('skip')}</a>
        ${renderMenu(site, { shown: page.entry, logo: renderLogo(site) })}
        <main id="main" tabindex="-1">${page.body}</main>
        ${renderFoot(site, page.feeds ?? [])}
      </body>
    </html>`;
  return {
    contentType: HTML_TYPE,
    body: compact(markupOf(markup)),
    headers: pageHeaders({ host: site.host, origins: [...site.fileOrigins, ...(page.origins ?? [])] }),
  };
};

/** Removes the indentation of templates, which has no meaning in HTML without preformatted text. */
export const compact = (markup: string): string => markup.replace(/\n\s*/g, '\n');

export const ICON_PATH = '/icon.svg';

/** The first letter of a name. */
const initialOf = (name: string): string => {
  const [letter = '·'] = /\p{L}|\p{N}/u.exec(name.replace(/^(?:the|an?)\s+/i, '')) ?? [];
  return letter.toLocaleUpperCase();
};

export const iconOf = (account: Account): string =>
  markupOf(
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
      <rect width="64" height="64" rx="14" fill="${accentOf(account)}" />
      <text
        x="32"
        y="45"
        font-family="Georgia, serif"
        font-size="38"
        font-weight="600"
        text-anchor="middle"
        fill="#fff"
      >
        ${initialOf(account.name)}
      </text>
    </svg>`,
  );
