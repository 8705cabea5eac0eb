/** The files of the console's host: one page for all its addresses, whose script shows the screen there, and assets. */
import { randomBytes } from 'node:crypto';
import { en } from '../../strings/console/en.js';
import type { ConsoleFiles } from '../platform/http/console-host.js';
import { createLazy } from '../platform/lib/lazy.js';
import { html, markupOf } from '../platform/lib/html.js';
import { builtConsole } from './built-console.js';

/** Addresses of screens; anything else is unknown. */
const SCREEN = /^\/(?:sign-in\/?|unsubscribe\/[\w.-]{1,100}|a\/[^/]+(?:\/(?!(?:v2|preview)(?:\/|$)).*)?)?$/s;

/** The screen in an address. */
const NAME = /^\/a\/[^/]+\/([a-z-]+)/;

/** @param origins from which it shows files, besides its own */
export const createConsoleFiles = (origins: readonly string[]): ConsoleFiles => {
  const built = createLazy(() => builtConsole());
  const sources = ["'self'", ...origins].join(' ');
  return async (path) => {
    if (path.startsWith('/assets/')) return (await built.get()).assetAt(path);
    if (!SCREEN.test(path)) return null;
    const nonce = randomBytes(18).toString('base64url');
    const { script, styles, scriptsOf } = await built.get();
    const modules = scriptsOf(NAME.exec(path)?.[1] ?? 'home').filter((file) => file !== script);
    const page = html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta property="csp-nonce" nonce="${nonce}" />
        <title>${en.title}</title>
        <link rel="icon" href="data:," />
        ${styles.map((file) => html`<link rel="stylesheet" href="/${file}" nonce="${nonce}" />`)}
        <script type="module" src="/${script}" nonce="${nonce}"></script>
        ${modules.map((file) => html`<link rel="modulepreload" href="/${file}" nonce="${nonce}" />`)}
        <div id="console"><noscript>${en.noScript}</noscript></div>
      </html> `;
    return {
      body: markupOf(page),
      contentType: 'text/html; charset=utf-8',
      policy: [
        "default-src 'none'",
        // Modules that the script imports have its nonce.
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
        `img-src ${sources} data: blob:`,
        `media-src ${sources} blob:`,
        `connect-src ${sources}`,
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join('; '),
    };
  };
};
