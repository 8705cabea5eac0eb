/** Lists the files of a folder that can be imported. */
import { access, constants, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../platform/lib/errors.js';
import { DOCUMENT_EXTENSIONS } from './parse-document.js';

export interface ImportFolder {
  /** Paths below the root with `/` between folders, sorted by code point. */
  files: string[];
  /** What could not be read, and why. */
  problems: { path: string; message: string }[];
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'the link is broken',
  ELOOP: 'the link points to itself',
  ENOTDIR: 'not a folder',
};

/**
 * Lists every document below a folder except READMEs, licences and hidden files. Links are followed; each folder is
 * entered once.
 * @throws {Error} when the root itself cannot be listed
 */
export async function walkImportFolder(root: string): Promise<ImportFolder> {
  const result: ImportFolder = { files: [], problems: [] };
  const entered = new Set<string>();
  await readdir(root);
  await enter('');
  result.files.sort((a, b) => (a < b ? -1 : 1));
  return result;

  async function enter(folder: string): Promise<void> {
    const real = await realpath(join(root, folder));
    if (entered.has(real)) return;
    entered.add(real);
    const names = await readdir(real);
    for (const name of names.sort()) {
      if (name.startsWith('.')) continue;
      const path = folder ? `${folder}/${name}` : name;
      try {
        await visit(path, name);
      } catch (error) {
        result.problems.push({ path, message: reasonOf(error) });
      }
    }
  }

  async function visit(path: string, name: string): Promise<void> {
    const importable = isDocument(name);
    // A broken link is a problem only if its name is that of a document.
    const found = await stat(join(root, path)).catch((error: unknown) => {
      if (importable) throw error;
      return null;
    });
    if (found?.isDirectory()) {
      await enter(path);
    } else if (found?.isFile() && importable) {
      await access(join(root, path), constants.R_OK);
      result.files.push(path);
    }
  }
}

function isDocument(name: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith('readme') || lower.startsWith('license') || lower.startsWith('licence')) return false;
  return DOCUMENT_EXTENSIONS.some((extension) => lower.endsWith(extension));
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? messageOf(error);
}
