/** The files of the console that `npm run build` writes to dist/console. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ConsoleFile } from '../platform/http/console-host.js';
import { builtFolder } from '../public/components/built-files.js';

const ENTRY = 'main.tsx';
/** The name of an asset changes with its content. */
const CACHING = 'public, max-age=31536000, immutable';
const TYPES: Partial<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

export interface BuiltConsole {
  /** Path of the first script, below the root of the host. */
  script: string;
  styles: string[];
  /** Paths of the scripts that a screen such as `library` needs besides, so that browsers fetch them all at once. */
  scriptsOf(screen: string): string[];
  /** The asset at a path such as `/assets/main-B3xY.js`; null if there is none. */
  assetAt(path: string): Promise<ConsoleFile | null>;
}

/** Of Vite's manifest, by source file. */
type Chunks = Partial<Record<string, { file: string; imports?: string[] }>>;

/** A chunk's own file, and those that it imports at once. */
const filesOf = (chunks: Chunks, name: string, seen = new Set<string>()): string[] => {
  const chunk = chunks[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => filesOf(chunks, imported, seen))];
};

/** @throws {Error} when the console has not been built */
export const builtConsole = async (): Promise<BuiltConsole> => {
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
