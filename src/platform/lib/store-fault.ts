/** Explains an error of a file or folder in one sentence, with its path and the remedy, by the error's code. */
import { messageOf } from './errors.js';

const DISK_FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/;

/** Whether a write failed because a disk or a quota is full; 53100 is PostgreSQL's. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } | null };
  return [code, cause?.code].some((one) => typeof one === 'string' && DISK_FULL.test(one));
};

const FAULTS: readonly (readonly [code: RegExp, sentence: (path: string, message: string) => string])[] = [
  [DISK_FULL, (path) => `The disk of ${path} is full: free some space`],
  [
    /^(SQLITE_CORRUPT|SQLITE_NOTADB)/,
    (path, message) => `${path} is damaged (${message}): stop the server and restore it from a backup`,
  ],
  [
    /^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EROFS|EACCES|EPERM|ENOENT)/,
    (path, message) =>
      `${path} cannot be written (${message}): fix its permissions, or set DATA_DIR to another folder`,
  ],
  [
    /^(SQLITE_IOERR|EIO$)/,
    (path, message) => `The disk of ${path} fails (${message}): check it, and restore from a backup`,
  ],
];

/**
 * @param path of the file or folder that was used
 * @returns an error with the explanation and the code of `error`; `error` itself if its code is not about the
 * store
 */
export const storeFault = (error: unknown, path: string): unknown => {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return error;
  const [, sentence] = FAULTS.find(([pattern]) => pattern.test(code)) ?? [];
  return sentence
    ? Object.assign(new Error(sentence(path, messageOf(error)), { cause: error }), { code })
    : error;
};
