/** The console in a pseudo-language, whose words are 40% longer than the English ones, as those of other languages are. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { builtFolder } from '../../src/public/components/built-files.js';

const CONFIG = resolve(import.meta.dirname, '../../web/console/vite.config.js');
const STRINGS = /\/strings\/console\/.*\.ts$/;
const STYLES = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Words gain a vowel, several times, except in `{placeholders}`. Texts that come from another file have it already. */
const LENGTHEN = `
const lengthen = (value) => {
  if (Array.isArray(value)) return value.map(lengthen);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, lengthen(one)]));
  if (value.includes('ē')) return value;
  return value.replace(/\\{[^}]*\\}|[A-Za-z]+/g, (word) =>
    word.startsWith('{') ? word : word + 'ē'.repeat(Math.ceil(word.length * 0.4)));
};`;

const lengthenTexts: Plugin = {
  name: 'lengthen-texts',
  // After the types are gone.
  enforce: 'post',
  transform: (code, id) => {
    if (!STRINGS.test(id)) return;
    const names = [...code.matchAll(/^(?:export )?const (\w+) = \{/gm)].map(([, name]) => name);
    const english = code
      .replace(/^(?:export )?const (\w+) = \{/gm, 'const english_$1 = {')
      .replace(/^export \{.*\};?$/gm, '');
    const lengthened = names.map((name) => `export const ${name} = lengthen(english_${name});`);
    return { code: [english, LENGTHEN, ...lengthened].join('\n'), map: null };
  },
};

export interface PseudoLanguage {
  /** Pages that are opened from now on have the pseudo-language. */
  use(page: Page): Promise<void>;
  remove(): Promise<void>;
}

/** Builds the console a second time, and puts its files in the place of those that the page names. */
export const buildPseudoLanguage = async (): Promise<PseudoLanguage> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pseudo-'));
  const { NODE_ENV } = process.env;
  // With that of the tests, React is twice as large.
  process.env.NODE_ENV = 'production';
  await build({ configFile: CONFIG, plugins: [lengthenTexts], build: { outDir: folder } });
  process.env.NODE_ENV = NODE_ENV;
  const [english, pseudo] = await Promise.all([builtFolder('console'), folder].map(entryOf));
  return {
    use: async (page) => {
      await page.route(/\/assets\//, async (route) => {
        const name = new URL(route.request().url()).pathname.slice(1);
        const body = await readFile(join(folder, name === english ? pseudo! : name)).catch(() => null);
        // Files of the English build that are only fetched ahead.
        if (body === null) await route.continue();
        else await route.fulfill({ body, contentType: name.endsWith('.css') ? STYLES : SCRIPT });
      });
    },
    remove: () => rm(folder, { recursive: true }),
  };
};

/** @returns the path of the first script of a build */
const entryOf = async (folder: string): Promise<string> => {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    'main.tsx': { file: string };
  };
  return manifest['main.tsx'].file;
};
