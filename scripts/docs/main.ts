/** `npm run docs:api`, `npm run client`: writes what is made from the declarations of the endpoints. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { note } from '../../src/cli/output.js';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { generatedFiles } from './generated.js';

/** @param folders `docs`, `client`; both where none is named */
export const main = async (folders: string[]): Promise<number> => {
  const data = await mkdtemp(join(tmpdir(), 'lectern-docs-'));
  const app = createApp(loadConfig({ DATA_DIR: data, LOG_LEVEL: 'silent' }));
  try {
    for (const [path, text] of await generatedFiles(app)) {
      if (folders.length > 0 && !folders.some((folder) => path.startsWith(`${folder}/`))) continue;
      await writeFile(path, text);
      note(`wrote ${path}`);
    }
    return 0;
  } finally {
    await app.close();
    await rm(data, { recursive: true, force: true });
  }
};
