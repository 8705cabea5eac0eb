/** The packages that ship with Lectern: what production needs, and what is built into the pages and the console. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression. */
  licence: string;
  /** Texts of its licence files; empty if it has none, or is for another platform. */
  texts: string[];
}

/** Licences that allow what Lectern does with the packages, which is to distribute them unchanged. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'CC0-1.0'],
  ...['BlueOak-1.0.0', 'PSF-2.0', 'WTFPL'],
]);
/** Others, by package and with the reason. */
const EXCEPTIONS: [RegExp, string][] = [
  // libvips is a library of its own that anybody can exchange, as the LGPL asks for.
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
];
/** Packages whose metadata names no licence, from their repositories. */
const KNOWN: [RegExp, string][] = [[/^@chdb\/lib-/, 'Apache-2.0']];

export const isAllowed = ({ name, licence }: Pick<ShippedPackage, 'name' | 'licence'>): boolean => {
  const isFine = (part: string): boolean =>
    ALLOWED.has(part) || EXCEPTIONS.some(([packages, allowed]) => packages.test(name) && part === allowed);
  const bare = licence.replace(/[()]/g, '');
  return bare.includes(' OR ') ? bare.split(' OR ').some(isFine) : bare.split(' AND ').every(isFine);
};

/** @param root of the project, with `node_modules` */
export const shippedPackages = (root: string): ShippedPackage[] => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const paths = new Set(
    Object.entries(packages).flatMap(([path, { dev, devOptional }]) =>
      path === '' || dev || devOptional ? [] : path,
    ),
  );
  const add = (name: string, from: string): void => {
    const path = located(packages, name, from);
    if (path === null || paths.has(path)) return;
    paths.add(path);
    const { dependencies = {}, peerDependencies = {} } = packages[path]!;
    for (const one of Object.keys({ ...dependencies, ...peerDependencies })) add(one, path);
  };
  for (const name of importedByPages(join(root, 'web'))) add(name, '');
  return [...paths].sort().map((path) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version = '', license } = packages[path]!;
    const licence = license ?? KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown';
    return { name, version, licence, texts: textsIn(join(root, path)) };
  });
};

/** Where Node finds a package from another one; null if it is not installed. */
const located = (packages: Record<string, LockedPackage>, name: string, from: string): string | null => {
  for (
    let at = from;
    ;
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
  ) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (at === '') return null;
  }
};

const IMPORT = /(?:from|import)\s*\(?\s*'([^'.][^']*)'/g;

const importedByPages = (folder: string): Set<string> => {
  const names = new Set<string>();
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/\.(?:tsx?|css)$/.test(name)) continue;
    for (const [, imported = ''] of readFileSync(join(parentPath, name), 'utf8').matchAll(IMPORT))
      names.add(
        imported
          .split('/')
          .slice(0, imported.startsWith('@') ? 2 : 1)
          .join('/'),
      );
  }
  return names;
};

const textsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
        .sort()
        .flatMap((name) => readText(join(folder, name)))
    : [];

const readText = (path: string): string[] => {
  try {
    return [readFileSync(path, 'utf8').trim()];
  } catch (error) {
    // A folder of that name.
    if ((error as { code?: unknown }).code === 'EISDIR') return readText(join(path, 'LICENSE'));
    if ((error as { code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
};

/** A document with all of them; each text once. */
export const licenceDocument = (packages: readonly ShippedPackage[]): string => {
  const byText = new Map<string, string[]>();
  for (const { name, version, licence, texts } of packages)
    for (const text of texts.length > 0 ? texts : [`(${licence}; the package has no text of it)`])
      byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${licence})`]);
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
  return `Packages that ship with Lectern, and their licences.\n\n${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
};
