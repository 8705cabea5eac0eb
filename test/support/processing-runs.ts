/** Processing runs in the state after an interruption. */
import type { TestApp } from './start-app.js';
import type { Built } from './factories.js';

/** Sets the item's last run to running again, with these steps pending. */
export const resetRun = async ({ app }: TestApp, item: Built, steps: readonly string[]): Promise<void> => {
  await app.db
    .updateTable('processing')
    .set({ status: 'running', finishedDate: null })
    .where('itemId', '=', item.id)
    .execute();
  await app.db
    .updateTable('processingStep')
    .set({ status: 'pending', percent: 0, startedDate: null, finishedDate: null })
    .where('itemId', '=', item.id)
    .where('name', 'in', [...steps])
    .execute();
};
