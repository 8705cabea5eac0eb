/** The folder of the program's package.json, and the version in it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether this runs compiled or from source. */
export const packageFolder = (): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
};

export const programVersion = (): string => {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
};
