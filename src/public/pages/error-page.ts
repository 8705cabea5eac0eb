/** Renders errors of pages for people. */
import type { ErrorPage, ErrorReader } from '../../platform/http/server/error-handler.js';
import type { AppError } from '../../platform/lib/errors.js';
import { EMBED_FOLDER } from '../items/own-pages.js';
import { html, markupOf, trusted } from '../../platform/lib/html.js';
import { compact, HTML_TYPE, renderMenu } from './page.js';
import { pageStyle } from './page-style.js';
import { pageLanguages, pageStringsIn, pageStringsOf, type PageWords } from './page-words.js';

const textOf = ({ status, headers }: AppError, isFramed: boolean, words: PageWords): [string, string] => {
  if (status === 404)
    return isFramed
      ? [words.say('itemMissing'), words.say('notFoundHere')]
      : [words.say('notFound'), words.say('notFoundAdvice')];
  if (status === 403) return [words.say('notOnThisSite'), words.say('notOnThisSiteAdvice')];
  if (status === 429)
    return [words.say('tooMany'), words.say('limitedAdvice', { n: Number(headers['Retry-After']) || 1 })];
  return [words.say('brokenPage'), words.say('brokenPageAdvice')];
};

/** For a page framed by another site, whose visitors may not know the language of the account. */
const wordsForVisitor = ({ account, languageOf }: ErrorReader): PageWords => {
  const { lang } = pageStringsOf(account);
  const preferred = languageOf([lang, ...pageLanguages]);
  return pageStringsIn(pageLanguages.find((known) => known === preferred) ?? lang);
};

/** URL of the search; if an item or a series was not found, it searches for the words of the slug. */
const searchFor = (path: string): string => {
  const slug = /^\/(?:items|series)\/([^/]{1,255})\/?$/.exec(path)?.[1] ?? '';
  const words = decoded(slug)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words === '' ? '/' : `/?${new URLSearchParams({ q: words }).toString()}`;
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * Shows nothing of the library except its name and menu. Any site may frame the error of an embedded player,
 * whether or not it may frame the player.
 */
export const errorPage: ErrorPage = (error, reader) => {
  const { account, path } = reader;
  const isFramed = path.startsWith(EMBED_FOLDER);
  const words = isFramed ? wordsForVisitor(reader) : pageStringsOf(account);
  const [title, advice] = textOf(error, isFramed, words);
  const markup = html`<!doctype html>
    <html lang="${words.lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${trusted(pageStyle(account))}
        </style>
      </head>
      <body class="${isFramed ? 'embed' : ''}">
        ${account && !isFramed && renderMenu({ account, words }, {})}
        <main id="main" class="error">
          <h1>${title}</h1>
          <p>${advice}</p>
          ${
            account &&
            !isFramed &&
            html`<p><a class="button" href="${searchFor(path)}">${words.say('toSearch')}</a></p>`
          }
        </main>
      </body>
    </html>`;
  return {
    contentType: HTML_TYPE,
    body: compact(markupOf(markup)),
    headers: {
      'Content-Security-Policy': `frame-ancestors ${isFramed ? '*' : "'none'"}; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`,
      ...(isFramed && { 'X-Frame-Options': null, Vary: 'Accept-Language' }),
    },
  };
};
