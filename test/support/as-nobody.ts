/** Permission errors for tests that may run as root. */

const NOBODY = 65_534;

/**
 * Runs `work` as a user without root's access to all files. Changes the user of this process, because a program of
 * another user may not be able to enter the clone. Load the modules that `work` needs before.
 */
export const asNobody = async <T>(work: () => Promise<T>): Promise<T> => {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid!(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
};
