/** `lectern reindex`: builds a new search index beside the current one, then switches to it. */
import { withApp, type CommandContext } from './context.js';
import { print, progress } from './output.js';

export const reindexCommand = ({ signal }: CommandContext): Promise<void> =>
  withApp(async (app) => {
    const bar = progress('Indexing');
    const { items, chunks } = await app.reindex({ signal, onProgress: bar.update });
    bar.stop();
    print(`Switched to the new index: ${items} items, ${chunks} chunks.`);
  });
