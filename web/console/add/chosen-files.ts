/** Files and folders that were dropped or chosen, with their paths. */

export interface ChosenFile {
  file: File;
  /** With the folders that were chosen; null for a file that was chosen by itself. */
  relativePath: string | null;
}

/** Folders contain files of the operating system, such as `.DS_Store`. */
const isHidden = (name: string): boolean => name.startsWith('.');

const filesOf = async (entry: FileSystemEntry): Promise<ChosenFile[]> => {
  if (isHidden(entry.name)) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    const relativePath = entry.fullPath.replace(/^\//, '');
    return [{ file, relativePath: relativePath.includes('/') ? relativePath : null }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: ChosenFile[] = [];
  // It returns some entries at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return found;
    for (const child of entries) found.push(...(await filesOf(child)));
  }
};

/** Must be called while the event is handled: the browser empties the transfer after it. */
export const filesOfDrop = async ({ items }: DataTransfer): Promise<ChosenFile[]> => {
  const dropped = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const chosen: ChosenFile[] = [];
  for (const { entry, file } of dropped) {
    if (entry) chosen.push(...(await filesOf(entry)));
    else if (file) chosen.push({ file, relativePath: null });
  }
  return chosen;
};

/** The files chosen in a file input, one by one or as a folder. */
export const filesOfInput = (files: readonly File[]): ChosenFile[] =>
  files
    .filter(({ name }) => !isHidden(name))
    .map((file) => ({ file, relativePath: file.webkitRelativePath || null }));

/** The path without the ending of the name: the recording and the transcript of a talk have the same. */
export const stemOf = ({ file, relativePath }: ChosenFile): string =>
  (relativePath ?? file.name).replace(/\.[^./]*$/, '').toLowerCase();
