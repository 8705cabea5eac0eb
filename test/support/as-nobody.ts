/** Permission errors for tests that may run as root. */

const NOBODY = 65_534;

/**
 * Runs `work` as a user whom file permissions bind: root may read everything. The process changes its user for as long,
 * rather than starting a program as another user, who may not be able to enter the clone. Load what `work` needs before.
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
