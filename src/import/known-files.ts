/** Matches documents with imported files: at the same path, renamed, or imported from elsewhere before. */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import type { ImportDocument } from './import-document.js';
import type { ImportedPlace } from './import-outcome.js';
import { textNames } from './same-talk.js';
import { findFilesByContent, findImportedFiles } from './import.repository.js';

export interface KnownFile {
  file: Row<'importedFile'>;
  /** Imported from another folder or collection, which it keeps as its place. */
  isElsewhere: boolean;
}

interface Place {
  accountId: number;
  collectionId: number;
  /** Absolute path of the imported folder; absent for documents outside a folder. */
  folder?: string | undefined;
  /** Existing paths in the folder. */
  present?: ReadonlySet<string> | undefined;
}

type File = Row<'importedFile'>;

export const placeOf = ({ folder, path, collectionId }: File): ImportedPlace => ({
  folder,
  path,
  collectionId,
});

/** Whether the file came from another folder, in which it still exists. */
const belongsToOtherFolder = ({ folder, path }: File, target: Pick<Place, 'folder'>): boolean =>
  folder !== null &&
  target.folder !== undefined &&
  folder !== target.folder &&
  existsSync(join(folder, path));

/**
 * The file that this import continues, among those with the same path: the folder's own, otherwise one from
 * a folder that was moved. If several folders have disappeared, prefers the file with the same content, then
 * the path with the most similar end.
 */
const ownFile = (
  files: readonly File[] | undefined,
  place: Place,
  { contentHash }: Pick<ImportDocument, 'contentHash'>,
): File | undefined => {
  const likeness = (file: File): number => {
    if ((file.folder ?? undefined) === place.folder) return Infinity;
    return file.contentHash === contentHash ? MAX_NAMES : sharedNames(file.folder, place.folder);
  };
  return files
    ?.filter((file) => !belongsToOtherFolder(file, place))
    .sort((a, b) => (likeness(a) === likeness(b) ? 0 : likeness(b) - likeness(a)))[0];
};

/** More than the number of names in any path. */
const MAX_NAMES = 10_000;

/** Number of equal names at the end of two paths. */
const sharedNames = (a: string | null, b: string | undefined): number => {
  const [names, others] = [a, b].map((path) => (path ?? '').split(sep).filter(Boolean).reverse());
  const differing = names!.findIndex((name, at) => name !== others![at]);
  return differing < 0 ? names!.length : differing;
};

/**
 * The known files of the documents, by present path. The first match of:
 * 1. the file at the same path of the folder in the collection, or one of the same talk in another format,
 *    or a text of its recordings that no longer exists,
 * 2. the same file, imported into the collection from a parent or subfolder,
 * 3. a file of the collection with the same content that no longer exists: it was renamed,
 * 4. a file of the account with the same content that is not elsewhere in this folder.
 */
export const knownFiles = async (
  db: Db,
  place: Place,
  documents: readonly ImportDocument[],
): Promise<Map<string, KnownFile>> => {
  const known = new Map<string, KnownFile>();
  const { accountId, collectionId, folder, present } = place;
  const unknown = (): ImportDocument[] => documents.filter(({ path }) => !known.has(path));
  const find = (paths: readonly string[]): Promise<Map<string, File[]>> =>
    findImportedFiles(db, accountId, collectionId, [...new Set(paths)]);
  const atPath = await find(documents.map(({ path }) => path));
  for (const document of documents) {
    const file = ownFile(atPath.get(document.path), place, document);
    if (file) known.set(document.path, { file, isElsewhere: false });
  }
  const formats = await find(unknown().flatMap(({ sameTalk = [] }) => sameTalk));
  for (const document of unknown()) {
    const { path, sameTalk = [] } = document;
    const [file] = sameTalk.flatMap((other) => ownFile(formats.get(other), place, document) ?? []);
    if (file) known.set(path, { file, isElsewhere: false });
  }
  if (!present) return known;
  const formerTexts = ({ path, media = [] }: ImportDocument): string[] =>
    media.length === 0 ? [] : textNames(path).filter((name) => !present.has(name));
  const texts = await find(unknown().flatMap(formerTexts));
  for (const document of unknown()) {
    const [file] = formerTexts(document).flatMap((name) => ownFile(texts.get(name), place, document) ?? []);
    if (file) known.set(document.path, { file, isElsewhere: false });
  }

  const ownPath = (path: string): string | null => (folder === undefined ? null : join(folder, path));
  const nested = await find(unknown().flatMap(({ path }) => endsOf(ownPath(path))));
  for (const { path } of unknown()) {
    const own = ownPath(path);
    const file = endsOf(own)
      .flatMap((end) => nested.get(end) ?? [])
      .find((each) => absolutePath(each) === own);
    if (file) known.set(path, { file, isElsewhere: true });
  }
  const equal = await findFilesByContent(
    db,
    accountId,
    unknown().map(({ contentHash }) => contentHash),
  );
  const gone = equal.filter(
    (file) =>
      file.collectionId === collectionId && !present.has(file.path) && !belongsToOtherFolder(file, place),
  );
  const others = equal.filter(({ isDeleted }) => folder !== undefined && !isDeleted);
  for (const { path, contentHash } of unknown()) {
    const same = (file: File): boolean => file.contentHash === contentHash;
    const at = gone.findIndex(same);
    const [renamed] = at < 0 ? [] : gone.splice(at, 1);
    const file =
      renamed ??
      others.find((each) => same(each) && absolutePath(each) === ownPath(path)) ??
      others.find((each) => same(each) && !isIn(each, folder ?? '', present));
    if (file) known.set(path, { file, isElsewhere: file !== renamed });
  }
  return known;
};

const absolutePath = ({ folder, path }: File): string | null => (folder === null ? null : join(folder, path));

/** `c.txt`, `b/c.txt` and `a/b/c.txt` for `/a/b/c.txt`: its paths relative to each parent folder. */
const endsOf = (path: string | null): string[] => {
  const names = (path ?? '').split(sep).filter(Boolean);
  return names.map((_, at) => names.slice(at).join('/'));
};

/** Whether the file is currently in the folder. */
const isIn = (file: File, folder: string, present: ReadonlySet<string>): boolean => {
  const path = absolutePath(file);
  return path !== null && present.has(relative(folder, path).split(sep).join('/'));
};
