/** The page of the console's host: one for all its addresses, which a script fills. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { en } from '../../strings/console/en.js';
import type { ConsolePage } from '../platform/http/console-host.js';
import { createLazy } from '../platform/lib/lazy.js';
import { builtFile, builtFolder } from '../public/components/built-files.js';
import { html, markupOf, trusted } from '../public/pages/html.js';

const STYLE = `
body { margin: 0 auto; max-width: 36rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark; }
form, label { display: block; margin: 0.75rem 0; }
input { display: block; box-sizing: border-box; width: 100%; padding: 0.5rem; font: inherit; }
button { padding: 0.5rem 1rem; font: inherit; }
.problem { color: light-dark(#a40000, #ff9d9d); }
.problem:empty { display: none; }
`;

/** Addresses of screens; anything else is unknown. */
const SCREEN = /^\/(?:sign-in\/?|a\/[^/]+(?:\/(?!v2(?:\/|$)).*)?)?$/s;

const readScript = async (): Promise<string> => {
  const file = builtFile('src/console.ts');
  if (file === null) throw new Error('dist/web has no console: run `npm run build`');
  return (await readFile(join(builtFolder(), file), 'utf8'))
    .replace(/^\/\/# sourceMappingURL=.*$/m, '')
    .replaceAll('</script', '<\\/script');
};

/** @param origins from which it shows files, besides its own */
export const createConsolePage = (origins: readonly string[]): ConsolePage => {
  const script = createLazy(() => readScript());
  const sources = ["'self'", ...origins].join(' ');
  return async (path) => {
    if (!SCREEN.test(path)) return null;
    const nonce = randomBytes(18).toString('base64url');
    const page = html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${en.title}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${trusted(STYLE)}
        </style>
        <main><noscript>${en.noScript}</noscript></main>
        <script type="module" nonce="${nonce}">
          ${trusted(await script.get())};
        </script>
      </html> `;
    return {
      body: markupOf(page),
      policy: [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
        `img-src ${sources} data:`,
        `media-src ${sources} blob:`,
        `connect-src ${sources}`,
        // Previews.
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join('; '),
    };
  };
};
