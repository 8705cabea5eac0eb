/** What a scripture in a query is interpreted as, and what to search for instead of its words. */
import {
  bibleBook,
  chapterCount,
  citationOf,
  verseCount,
  type ScriptureBoost,
  type Readers,
  type ScriptureQuery,
  type Versification,
} from '../../../indexer/index.js';
import { TRANSLATIONS, verseText, type Translation } from '../../content/scriptures/bible.js';
import type { Db } from '../../platform/db/dialect.js';
import { itemsOnVerses } from '../../search/query/filter-sql.js';

/** Maximum number of items on the exact verses that are ranked first. */
const MAX_ON_VERSES = 500;
/** Maximum number of verses of a longer passage whose words are searched. */
const MAX_VERSES = 180;
/** More than the model reads. */
const MAX_TEXT_LENGTH = 2_000;

interface ReadScripture {
  interpretation: ReturnType<typeof interpreted>;
  /** Replaces the text of the query. */
  request: { text: string; mode?: 'keyword'; scripture: ScriptureBoost };
}

export const readScripture = async (
  db: Db,
  now: string,
  accountId: number,
  read: ScriptureQuery,
  { versification }: Readers,
): Promise<ReadScripture> => {
  const { rest, ...passage } = read;
  const { book, chapter } = passage;
  const { itemIds, total } = await itemsOnVerses(
    db,
    now,
    { accountId, publishedOnly: true },
    passage,
    MAX_ON_VERSES,
  );
  const interpretation = interpreted(read, total, versification);
  const text = rest || citationOf(read);
  const translations = TRANSLATIONS.toReversed().map((translation) => versesOf(passage, translation));
  const mentioned = { ...passage, translations };
  if (total > 0) {
    // An item that names only the book is usually about other verses of it.
    const scripture = { book, chapter, itemIds, ...(chapter !== undefined && { mentioned }) };
    return { interpretation, request: { text, scripture } };
  }
  const scripture = { book, chapter, mentioned, isWholeQuery: rest === '' };
  if (rest) return { interpretation, request: { text, scripture } };
  const verses = translations[0]!.join(' ').slice(0, MAX_TEXT_LENGTH);
  return {
    interpretation,
    // The name of a book has no meaning to search by, so keyword mode is used.
    request: { text: verses || text, ...(verses === '' && { mode: 'keyword' }), scripture },
  };
};

const versesOf = (
  { book, chapter, chapterEnd = chapter, verseStart = 1, verseEnd }: Omit<ScriptureQuery, 'rest'>,
  translation: Translation,
): string[] => {
  const verses: string[] = [];
  if (chapter === undefined) return verses;
  for (let at = chapter; at <= Math.min(chapterEnd!, chapterCount(book)); at++) {
    const first = at === chapter ? verseStart : 1;
    const last = at === chapterEnd ? (verseEnd ?? verseCount(book, at)) : verseCount(book, at);
    for (let verse = first; verse <= last && verses.length < MAX_VERSES; verse++) {
      const text = verseText(translation, book, at, verse, verse);
      if (text !== null) verses.push(text);
    }
  }
  return verses;
};

const interpreted = (scripture: ScriptureQuery, found: number, versification: Versification) => ({
  book: scripture.book,
  bookName: bibleBook(scripture.book)?.name ?? scripture.book,
  chapter: scripture.chapter ?? null,
  chapterEnd: scripture.chapterEnd ?? null,
  verseStart: scripture.verseStart ?? null,
  verseEnd: scripture.verseEnd ?? null,
  citation: citationOf(scripture, versification),
  englishCitation: citationOf(scripture),
  found,
});
