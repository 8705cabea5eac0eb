/** `lectern files copy`: takes the files along from the folder to the bucket. */
import { Command } from 'commander';
import { withApp, type CommandContext } from './context.js';
import { print, progress } from './output.js';

export const filesCommand = (context: CommandContext): Command => {
  const files = new Command('files').description('files of resources and media, and artwork');
  files
    .command('copy')
    .description('copy the files kept in DATA_DIR/blobs to the bucket that S3_BUCKET names')
    .addHelpText(
      'after',
      '\nWhat is in the bucket already is left as it is: safe to interrupt and repeat. The folder stays; remove it when you no longer need it.',
    )
    .exitOverride()
    .action(() =>
      withApp(context, async (app) => {
        if (!app.copyFiles) throw new Error('S3_BUCKET is not set: there is no bucket to copy to');
        const bar = progress('Copying');
        const { copied, present } = await app.copyFiles({ signal: context.signal, onProgress: bar.update });
        bar.stop();
        print(`${copied} files copied, ${present} were there already.`);
      }),
    );
  return files;
};
