/** Generates client/custom-elements.json, the public interface of the web components for editors and catalogues. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** One element per file; the base class has the members that both inherit. */
const ELEMENTS = ['web/src/search/lectern-search.ts', 'web/src/player/lectern-player.ts'];
const BASE = 'web/src/lectern-element.ts';
/** The analyzer needs a path inside the project. */
const OUT = 'dist/manifest';

interface Described {
  name: string;
  privacy?: string;
  fieldName?: string;
  inheritedFrom?: unknown;
}

interface Declaration {
  name: string;
  members?: Described[];
  attributes?: Described[];
  events?: Described[];
  cssProperties?: Described[];
  cssParts?: Described[];
  superclass?: unknown;
}

interface Manifest {
  modules: { path: string; declarations: Declaration[]; exports?: unknown }[];
}

/** @param root the project's folder */
export const elementManifest = async (root: string): Promise<string> => {
  const require = createRequire(resolve(root, 'package.json'));
  const analyzer = require.resolve('@custom-elements-manifest/analyzer/cem.js');
  const globs = [BASE, ...ELEMENTS].flatMap((path) => ['--globs', path]);
  await promisify(execFile)(
    process.execPath,
    [analyzer, 'analyze', '--litelement', ...globs, '--outdir', OUT, '--quiet'],
    { cwd: root },
  );
  const manifest = JSON.parse(await readFile(join(root, OUT, 'custom-elements.json'), 'utf8')) as Manifest;
  const modules = manifest.modules
    .filter(({ path }) => ELEMENTS.includes(path))
    .map(({ path, declarations, ...rest }) => ({
      ...rest,
      path,
      declarations: declarations.map(publicPart),
    }));
  return `${JSON.stringify({ ...manifest, modules }, null, 2)}\n`;
};

/** Drops private members, and lists inherited ones as the element's own. */
const publicPart = (declaration: Declaration): Declaration => {
  const isHidden = ({ privacy = 'public' }: Described): boolean => privacy !== 'public';
  const hidden = new Set((declaration.members ?? []).filter(isHidden).map(({ name }) => name));
  const shown = (list: Described[] = []): Described[] =>
    list
      .filter(({ name, fieldName }) => !hidden.has(fieldName ?? name))
      .map((one) => ({ ...one, inheritedFrom: undefined }));
  return {
    ...declaration,
    superclass: undefined,
    members: shown(declaration.members),
    attributes: shown(declaration.attributes),
    // The one event without a fixed name is the helper that dispatches all of them.
    events: shown(declaration.events).filter(({ name }) => name.includes('-')),
    cssProperties: shown(declaration.cssProperties),
    cssParts: shown(declaration.cssParts),
  };
};
