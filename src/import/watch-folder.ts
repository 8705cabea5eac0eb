/**
 * Watches a folder by listing it again and again, which works on network folders too, and tells which files are new or
 * have changed and no longer grow.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { walkImportFolder, type ImportFolder, type WalkOptions } from './walk.js';

export interface Listing {
  folder: ImportFolder;
  /** Paths that are new or have changed since they were imported, and have stopped growing. */
  ready: ReadonlySet<string>;
  /** Paths that still change. */
  growing: ReadonlySet<string>;
}

export interface FolderWatch {
  /** @throws {Error} when the folder cannot be listed, or is empty although it was not: it may be unmounted */
  look(): Promise<Listing>;
  /** Their present state has been imported, or tried. */
  done(paths: Iterable<string>): void;
  /** To try again later, although they have not changed. */
  retry(paths: Iterable<string>): void;
}

/** A file that is older than this when it is first seen is complete. */
const SETTLED_MS = 10_000;

export const createFolderWatch = (
  root: string,
  options: WalkOptions,
  now: () => number = Date.now,
): FolderWatch => {
  /** Size and times of the last look, by path. */
  let seen = new Map<string, string>();
  const imported = new Map<string, string>();
  let hadFiles = false;

  const stateOf = async (path: string): Promise<{ state: string; isOld: boolean } | null> => {
    // Disappears while the folder is listed.
    const info = await stat(join(root, path)).catch(() => null);
    if (!info) return null;
    const changedMs = Math.max(info.mtimeMs, info.ctimeMs);
    return { state: `${info.size} ${info.mtimeMs} ${info.ctimeMs}`, isOld: now() - changedMs > SETTLED_MS };
  };

  return {
    look: async () => {
      const folder = await walkImportFolder(root, options);
      const paths = [...folder.files, ...folder.media];
      if (paths.length === 0 && folder.problems.length === 0 && hadFiles)
        throw new Error(`${root} is empty. Is it unmounted?`);
      hadFiles ||= paths.length > 0;
      const ready = new Set<string>();
      const growing = new Set<string>();
      const present = new Map<string, string>();
      for (const path of paths) {
        const current = await stateOf(path);
        if (!current) continue;
        const { state, isOld } = current;
        present.set(path, state);
        if (imported.get(path) === state) continue;
        const isStill = seen.has(path) ? seen.get(path) === state : isOld;
        (isStill ? ready : growing).add(path);
      }
      seen = present;
      return { folder, ready, growing };
    },
    done: (paths) => {
      for (const path of paths) {
        const state = seen.get(path);
        if (state !== undefined) imported.set(path, state);
      }
    },
    retry: (paths) => {
      for (const path of paths) imported.delete(path);
    },
  };
};
