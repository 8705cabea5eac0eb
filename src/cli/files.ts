/** `lectern files copy`: copies stored files from the data folder to the bucket. */
import { withApp, type CommandContext } from './context.js';
import { print, progress } from './output.js';

export const copyFiles = ({ signal }: CommandContext): Promise<void> =>
  withApp(async (app) => {
    if (!app.copyFiles) throw new Error('S3_BUCKET is not set');
    const bar = progress('Copying');
    const { copied, present } = await app.copyFiles({ signal, onProgress: bar.update });
    bar.stop();
    print(`${copied} files copied, ${present} already in the bucket.`);
  });
