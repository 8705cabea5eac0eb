/** Checks the records and addresses that the items of an import refer to, before any is created. */
import { passageExists, verseCount, type VerseRange } from '../../indexer/index.js';
import type { Db } from '../platform/db/dialect.js';
import { existingIds, existingRows } from '../platform/db/rows.js';
import { messageOf, unknownId, type ErrorDetail } from '../platform/lib/errors.js';
import type { PublicFiles } from '../platform/outgoing/fetch-public.js';
import type { NewImportedItem } from './create-items.schema.js';

interface Deps {
  db: Db;
  publicFiles: Pick<PublicFiles, 'assertAllowed'>;
}

export const problemsOfImport = async (
  { db, publicFiles }: Deps,
  accountId: number,
  collectionId: number,
  items: readonly NewImportedItem[],
): Promise<ErrorDetail[]> => {
  const speakers = await existingIds(
    db,
    'speaker',
    accountId,
    items.flatMap((item) => item.speakers.flatMap(({ id }) => id ?? [])),
  );
  const topics = await existingIds(
    db,
    'topic',
    accountId,
    items.flatMap((item) => item.topics.map(({ id }) => id)),
  );
  const series = await seriesIn(
    db,
    accountId,
    collectionId,
    items.flatMap((item) => item.series?.id ?? []),
  );
  return items.flatMap((item, at) => {
    const problems: ErrorDetail[] = [];
    item.speakers.forEach(({ id }, i) => {
      if (id !== null && !speakers.has(id)) problems.push(unknownId(`speakers.${i}.id`));
    });
    item.topics.forEach(({ id }, i) => {
      if (!topics.has(id)) problems.push(unknownId(`topics.${i}.id`));
    });
    const seriesId = item.series?.id ?? null;
    if (seriesId !== null && !series.has(seriesId))
      problems.push({ path: 'series.id', message: 'does not exist in the collection' });
    item.scriptures.forEach((scripture, i) => {
      if (!importedPassage(scripture)) problems.push({ path: `scriptures.${i}`, message: 'does not exist' });
    });
    for (const field of ['enclosureUrl', 'transcriptUrl', 'chaptersUrl', 'feedUrl'] as const) {
      const url = item.episode?.[field];
      const message = url ? problemOf(publicFiles, url) : undefined;
      if (message) problems.push({ path: `episode.${field}`, message });
    }
    return problems.map(({ path, message }) => ({ path: `items.${at}.${path}`, message }));
  });
};

const seriesIn = async (
  db: Db,
  accountId: number,
  collectionId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set();
  const rows = await existingRows(db, 'series', accountId)
    .select('id')
    .where('collectionId', '=', collectionId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Set(rows.map(({ id }) => id));
};

const problemOf = (publicFiles: Deps['publicFiles'], url: string): string | undefined => {
  try {
    publicFiles.assertAllowed(url);
    return undefined;
  } catch (error) {
    return messageOf(error).replace(/^The URL /, '');
  }
};

/** With the verses that the defaults stand for; null if it does not exist. */
export const importedPassage = ({
  book,
  chapter,
  verseStart,
  verseEnd,
}: NewImportedItem['scriptures'][number]): VerseRange | null => {
  const first = verseStart ?? 1;
  const last = verseEnd ?? verseStart ?? verseCount(book, chapter);
  return passageExists(book, chapter, first, last)
    ? { book, chapter, verseStart: first, verseEnd: last }
    : null;
};
