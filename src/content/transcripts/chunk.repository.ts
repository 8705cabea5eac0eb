/** The passages into which processing has cut a transcript. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';

type Passage = Pick<Row<'chunk'>, 'text' | 'startMs' | 'endMs'>;

/** Passages per query, so that a long transcript does not delay other requests. */
const PAGE_PASSAGES = 1_000;

/** The passages of a processed item, in order, page by page. */
export async function* readChunks(db: Db, accountId: number, itemId: number): AsyncGenerator<Passage[]> {
  for (let after = -1; ;) {
    const rows = await db
      .selectFrom('chunk')
      .select(['ordinal', 'text', 'startMs', 'endMs'])
      .where('accountId', '=', accountId)
      .where('itemId', '=', itemId)
      .where('ordinal', '>', after)
      .orderBy('ordinal')
      .limit(PAGE_PASSAGES)
      .execute();
    if (rows.length > 0) yield rows.map(({ text, startMs, endMs }) => ({ text, startMs, endMs }));
    if (rows.length < PAGE_PASSAGES) return;
    after = rows.at(-1)!.ordinal;
    await setImmediate();
  }
}
