/** Lists the files of a folder that can be imported. */
import { access, constants, lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../platform/lib/errors.js';
import { TRANSCRIPT_LIMIT_BYTES } from '../transcripts/transcript.schema.js';
import { DOCUMENT_EXTENSIONS } from './parse-document.js';

export interface ImportFolder {
  /** Paths below the root with `/` between folders, sorted by code point. */
  files: string[];
  /** What was left out, and why. */
  problems: { path: string; message: string }[];
}

export interface WalkOptions {
  /** Follow symbolic links, also out of the folder. */
  followLinks: boolean;
}

/** The largest file that is read; larger ones are left out. */
const MAX_DOCUMENT_BYTES = TRANSCRIPT_LIMIT_BYTES;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'the link is broken',
  ELOOP: 'the link points to itself',
  ENOTDIR: 'not a folder',
};

/**
 * Lists every document below a folder except READMEs, licences and hidden files. The root may be a link; links below it
 * are followed only on request, and each folder is entered once.
 * @throws {Error} when the root itself cannot be listed
 */
export async function walkImportFolder(root: string, { followLinks }: WalkOptions): Promise<ImportFolder> {
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
    const isLink = (await lstat(join(root, path))).isSymbolicLink();
    // A broken link is a problem only if its name is that of a document.
    const found = await stat(join(root, path)).catch((error: unknown) => {
      if (importable) throw error;
      return null;
    });
    const isFolder = found?.isDirectory() ?? false;
    if (!isFolder && !(importable && found?.isFile())) return;
    if (isLink && !followLinks) throw new Error('a symbolic link (use --follow-links to follow links)');
    if (isFolder) return enter(path);
    await access(join(root, path), constants.R_OK);
    if (found!.size > MAX_DOCUMENT_BYTES)
      throw new Error(`larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`);
    result.files.push(path);
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
