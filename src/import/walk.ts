/** Lists the files of a folder that can be imported, and counts the others. */
import { access, constants, lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../platform/lib/errors.js';
import { mediaExtensions } from '../content/media/media-types.js';
import { transcriptExtensions } from '../transcripts/formats/readers.js';
import { TRANSCRIPT_LIMIT_BYTES } from '../transcripts/stored/transcript.schema.js';

export interface ImportFolder {
  /** Paths below the root with `/` between folders, sorted by code point. */
  files: string[];
  /** Paths of audio and video files, in the same form. */
  media: string[];
  /** Unreadable documents and folders, with the reason. */
  problems: { path: string; message: string }[];
  /** Files that are not documents by kind, the most frequent kind first. */
  leftOut: LeftOut[];
}

export interface LeftOut {
  /** Singular: `.mp3 file`, `hidden folder`. */
  kind: string;
  /** Paths below the root. */
  paths: string[];
}

export interface WalkOptions {
  /** Whether to follow symbolic links, even out of the folder. */
  followLinks: boolean;
}

/** Maximum size of a document; larger ones are left out. */
const MAX_DOCUMENT_BYTES = TRANSCRIPT_LIMIT_BYTES;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'the link is broken',
  ELOOP: 'the link points to itself',
  ENOTDIR: 'not a folder',
};

/** Folders of programs and systems, which contain no documents of the user. */
const SYSTEM_FOLDERS = new Set(['node_modules', '__macosx', '$recycle.bin', '@eadir', 'lost+found']);
/** System files, and Word's lock files. */
const HIDDEN_FILE = /^(?:\.|~\$|thumbs\.db$|desktop\.ini$|icon\r$)/i;
const ABOUT_THE_FOLDER = /^(?:readme|licen[cs]e)(?:[-._ ].*)?$/i;

/** @throws {Error} with a readable message, when the folder does not exist or cannot be read */
export async function requireFolder(root: string): Promise<void> {
  try {
    if (!(await stat(root)).isDirectory())
      throw new Error(`${root} is a file, not a folder. Name the folder that it is in.`);
    await readdir(root);
  } catch (error) {
    const code = codeOf(error);
    const fail = (message: string): never => {
      throw new Error(message, { cause: error });
    };
    if (code === 'EACCES' || code === 'EPERM') fail(`No permission to read the folder ${root}`);
    if (code === 'ELOOP') fail(`${root} is a link that points to itself`);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG')
      fail(`The folder ${root} does not exist. Check its spelling.`);
    throw error;
  }
}

/**
 * Lists every document in a folder except READMEs, licences and hidden files. The root may be a link; links
 * inside it are followed only on request, and each folder is visited once.
 * @throws {Error} when the root itself cannot be listed
 */
export async function walkImportFolder(root: string, { followLinks }: WalkOptions): Promise<ImportFolder> {
  const files: string[] = [];
  const media: string[] = [];
  const problems: ImportFolder['problems'] = [];
  const others = new Map<string, string[]>();
  const entered = new Set<string>();
  await requireFolder(root);
  await enter('');
  files.sort((a, b) => (a < b ? -1 : 1));
  media.sort((a, b) => (a < b ? -1 : 1));
  const leftOut = [...others]
    .map(([kind, paths]) => ({ kind, paths }))
    .sort((a, b) => b.paths.length - a.paths.length || (a.kind < b.kind ? -1 : 1));
  return { files, media, problems, leftOut };

  function leaveOut(kind: string, path: string): void {
    const paths = others.get(kind) ?? [];
    others.set(kind, paths);
    paths.push(path);
  }

  async function enter(folder: string): Promise<void> {
    const real = await realpath(join(root, folder));
    if (entered.has(real)) return leaveOut('link to a folder that is already imported', folder);
    entered.add(real);
    const names = await readdir(real);
    for (const name of names.sort()) {
      const path = folder ? `${folder}/${name}` : name;
      try {
        await visit(path, name);
      } catch (error) {
        problems.push({ path, message: reasonOf(error) });
      }
    }
  }

  async function visit(path: string, name: string): Promise<void> {
    const isMedia = isMediaFile(name);
    const importable = isMedia || isDocument(name);
    if (importable && name.includes('\uFFFD') && !(await exists(join(root, path))))
      throw new Error('its name is not UTF-8: rename it');
    const isLink = (await lstat(join(root, path))).isSymbolicLink();
    // A broken link is a problem only if it has the name of a document.
    const found = await stat(join(root, path)).catch((error: unknown) => {
      if (importable) throw error;
      return null;
    });
    if (found?.isDirectory()) {
      if (name.startsWith('.')) return leaveOut('hidden folder', path);
      if (SYSTEM_FOLDERS.has(name.toLowerCase())) return leaveOut('system folder', path);
    } else if (!importable) return leaveOut(kindOf(name), path);
    else if (!found?.isFile()) return leaveOut('special file', path);
    if (isLink && !followLinks) throw new Error('a symbolic link (use --follow-links to follow links)');
    if (found.isDirectory()) return enter(path);
    await access(join(root, path), constants.R_OK);
    if (isMedia) return void media.push(path);
    if (found.size > MAX_DOCUMENT_BYTES)
      throw new Error(`larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`);
    files.push(path);
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

function isDocument(name: string): boolean {
  const [base, extension] = splitName(name);
  return !HIDDEN_FILE.test(name) && !ABOUT_THE_FOLDER.test(base) && transcriptExtensions.includes(extension);
}

const isMediaFile = (name: string): boolean =>
  !HIDDEN_FILE.test(name) && mediaExtensions.has(splitName(name)[1]);

/** The kind of a file that is not imported. */
function kindOf(name: string): string {
  if (HIDDEN_FILE.test(name)) return 'hidden file';
  const [base, extension] = splitName(name);
  if (ABOUT_THE_FOLDER.test(base)) return 'README or licence file';
  return extension ? `${extension} file` : 'file without an extension';
}

/** The name without extension, and the extension in lower case with its dot, or an empty string. */
function splitName(name: string): [base: string, extension: string] {
  const extension = /(?<=.)\.[^.\s]{1,12}$/.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - extension.length), extension.toLowerCase()];
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error)] ?? messageOf(error);
}
