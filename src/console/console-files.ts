/** The files of the console's host: one page for all its addresses, whose script shows the screen there, and assets. */
import { randomBytes } from 'node:crypto';
import { en } from '../../strings/console/en.js';
import type { ConsoleFiles, ConsoleFile } from '../platform/http/server/console-host.js';
import { createLazy } from '../platform/lib/lazy.js';
import { html, markupOf } from '../platform/lib/html.js';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { builtFolder } from '../public/components/built-files.js';

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

const ENTRY = 'main.tsx';
/** The name of an asset changes with its content. */
const CACHING = 'public, max-age=31536000, immutable';
const TYPES: Partial<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

interface BuiltConsole {
  /** Path of the first script, below the root of the host. */
  script: string;
  styles: string[];
  /** Paths of the scripts that a screen such as `library` needs besides, so that browsers fetch them all at once. */
  scriptsOf(screen: string): string[];
  /** The asset at a path such as `/assets/main-B3xY.js`; null if there is none. */
  assetAt(path: string): Promise<ConsoleFile | null>;
}

/** The chunks in Vite's manifest, by source file. */
type Chunks = Partial<Record<string, { file: string; imports?: string[] }>>;

/** A chunk's own file, and those that it imports at once. */
const filesOf = (chunks: Chunks, name: string, seen = new Set<string>()): string[] => {
  const chunk = chunks[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => filesOf(chunks, imported, seen))];
};

/** @throws {Error} when the console has not been built */
const builtConsole = async (): Promise<BuiltConsole> => {
  const folder = builtFolder('console');
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error('dist/console is missing: run `npm run build`');
  });
  const chunks = JSON.parse(text) as Chunks;
  const script = chunks[ENTRY]?.file;
  if (!script) throw new Error(`dist/console has no ${ENTRY}: run \`npm run build\``);
  const files = new Set((await readdir(join(folder, 'assets'))).map((name) => `assets/${name}`));
  return {
    script,
    scriptsOf: (screen) => [
      ...new Set([ENTRY, `${screen}/${screen}-screen.tsx`].flatMap((name) => filesOf(chunks, name))),
    ],
    styles: [...files].filter((file) => file.endsWith('.css')),
    assetAt: async (path) => {
      const file = path.slice(1);
      const contentType = TYPES[extname(file)];
      if (!files.has(file) || !contentType) return null;
      return { body: await readFile(join(folder, file)), contentType, caching: CACHING };
    },
  };
};
