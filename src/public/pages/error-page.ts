/** Errors of pages, as people read them. */
import type { ErrorPage } from '../../platform/http/error-handler.js';
import { html, markupOf, trusted } from './html.js';
import { compact, HTML_TYPE } from './page.js';
import { pageStyle } from './page-style.js';
import { wordsOf } from './page-words.js';

export const errorPage: ErrorPage = ({ status, headers }, account) => {
  const words = wordsOf(account);
  const [title, advice] =
    status === 404
      ? [words.say('notFound'), words.say('notFoundAdvice')]
      : status === 429
        ? [words.say('tooMany'), words.say('limitedAdvice', { n: Number(headers['Retry-After']) || 1 })]
        : [words.say('brokenPage'), words.say('brokenPageAdvice')];
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
      <body>
        <main id="main" class="error">
          <h1>${title}</h1>
          <p>${advice}</p>
          ${account && html`<p><a class="button" href="/">${words.say('toSearch')}</a></p>`}
        </main>
      </body>
    </html>`;
  return {
    contentType: HTML_TYPE,
    body: compact(markupOf(markup)),
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  };
};
