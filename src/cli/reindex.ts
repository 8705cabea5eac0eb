/** `lectern reindex`: a new search index beside the old one, then the switch. */
import { Command } from 'commander';
import { requireSchema, withApp, type CommandContext } from './context.js';
import { print, progress } from './output.js';

export const reindexCommand = (context: CommandContext): Command =>
  new Command('reindex')
    .description('build the search index anew from SQL, beside the one that serves, and switch at the end')
    .addHelpText(
      'after',
      '\nNeeded after a change of EMBEDDING_MODEL or the loss of the index. Searches go on meanwhile; safe to interrupt and repeat.',
    )
    .action(() =>
      withApp(context, async (app) => {
        await requireSchema(app);
        const bar = progress('Indexing');
        const { items, passages } = await app.reindex({ signal: context.signal, onProgress: bar.update });
        bar.stop();
        print(`The new index serves: ${items} items, ${passages} passages.`);
      }),
    );
