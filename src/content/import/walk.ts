/** Lists the files of a folder that an import takes. */
import { access, constants, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DOCUMENT_EXTENSIONS } from './parse-document.js';

export interface ImportFolder {
  /** Paths below the root with `/` between folders, sorted by code point. */
  files: string[];
  /** What could not be looked into, and why. */
  problems: { path: string; message: string }[];
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  ENOENT: 'the link leads nowhere',
  ELOOP: 'the link leads back to itself',
  ENOTDIR: 'it is not a folder',
};

/**
 * Every document below a folder but READMEs, licences and what is hidden. Links are followed; a folder that was met before is not
 * entered again. @throws where the root itself cannot be listed.
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
        await look(path, name);
      } catch (error) {
        result.problems.push({ path, message: reasonOf(error) });
      }
    }
  }

  async function look(path: string, name: string): Promise<void> {
    const wanted = isDocument(name);
    // A broken link is a problem only where a document was to be expected.
    const found = await stat(join(root, path)).catch((error: unknown) => {
      if (wanted) throw error;
      return null;
    });
    if (found?.isDirectory()) {
      await enter(path);
    } else if (found?.isFile() && wanted) {
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
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
