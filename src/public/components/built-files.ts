/** Locates the files that `npm run build` writes for browsers: dist/web for visitors, dist/console for staff. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../platform/lib/package-folder.js';

export const builtFolder = (name: 'web' | 'console'): string => join(packageFolder(), 'dist', name);

/** Path of a source's built file, below the root of the host; null if it has not been built. */
export const builtFile = (source: string): string | null => {
  try {
    const manifest = JSON.parse(readFileSync(join(builtFolder('web'), 'manifest.json'), 'utf8')) as Record<
      string,
      { file: string } | undefined
    >;
    return manifest[source]?.file ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};
