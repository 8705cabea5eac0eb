/** A public search from its parameters to its response: recognises scripture, searches, and reads the items to show. */
import {
  bibleBook,
  citation,
  parseQuery,
  parseScriptureQuery,
  queryLanguage,
  withWords,
  type ScriptureQuery,
} from '../../../indexer/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { newId } from '../../platform/lib/ids.js';
import type { RecordSearch } from '../../engagement/events/search-recorder.js';
import type { ClientInfo } from '../../engagement/events/client-info.js';
import { countFacets, isListed } from '../../search/query/facets.js';
import { itemsOnVerses } from '../../search/query/filter-sql.js';
import type { SearchService } from '../../search/query/search.service.js';
import { speakersOf } from './passage-speakers.repository.js';
import { readPublicItems } from '../items/public-item.repository.js';
import { browse } from './browse.js';
import { DEFAULT_LIMIT, filterOf, type SearchParams, type SearchResponseRecord } from './search.schema.js';

export type PublicSearchService = ReturnType<typeof createPublicSearchService>;

/** Maximum number of items on the exact verses that are ranked first. */
const MAX_ON_VERSES = 500;

export const createPublicSearchService = ({
  db,
  searchService,
  record,
}: {
  db: Db;
  searchService: SearchService;
  record: RecordSearch;
}) => ({
  search: async (
    account: Account,
    params: SearchParams,
    clientInfo: ClientInfo,
  ): Promise<Omit<SearchResponseRecord, 'page' | 'totalPages' | 'hasMore'>> => {
    const accountId = account.id;
    if (params.q === '') return browse(db, accountId, params);
    const started = performance.now();
    const { q, mode, limit = DEFAULT_LIMIT, offset = 0, passages = 3, facets, spelling } = params;
    const filter = filterOf(accountId, params);
    const query = parseQuery(q);
    const scripture = parseScriptureQuery(query.text);
    const itemIds =
      scripture?.chapter === undefined
        ? []
        : await itemsOnVerses(
            db,
            { accountId, publishedOnly: true },
            { ...scripture, chapter: scripture.chapter },
            MAX_ON_VERSES,
          );
    const found = await searchService.search({
      ...query,
      spelling,
      ...(scripture && { text: scripture.rest || citationOf(scripture) }),
      mode,
      filter,
      limit,
      offset,
      passages,
      ...(scripture && { scripture: { book: scripture.book, chapter: scripture.chapter, itemIds } }),
    });
    const items = new Map(
      (
        await readPublicItems(
          db,
          accountId,
          found.results.map(({ itemId }) => itemId),
        )
      ).map((item) => [item.id, item]),
    );
    const interviews = new Set([...items.values()].filter(isInterview).map(({ id }) => id));
    const speakerOf = await speakersOf(
      db,
      accountId,
      found.results
        .filter(({ itemId }) => interviews.has(itemId))
        .flatMap(({ itemId, passages: shown }) => shown.map(({ ordinal }) => ({ itemId, ordinal }))),
    );
    const results = found.results.flatMap(({ itemId, score, passages: shown }) => {
      const item = items.get(itemId);
      const named = shown.map((passage) =>
        Object.assign(passage, { speaker: speakerOf({ itemId, ordinal: passage.ordinal }) }),
      );
      return item ? [{ score, item, passages: named }] : [];
    });
    const counts = facets && (await countFacets(db, isListed(db, accountId, found.itemIds), facets));
    const summary = {
      searchId: newId(),
      query: q,
      mode: found.mode,
      totalRecords: found.totalRecords,
      tookMs: Math.round((performance.now() - started) * 10) / 10,
    };
    record(account, clientInfo, { ...summary, itemIds: results.map(({ item }) => item.id) });
    return {
      ...summary,
      interpretation: {
        language: queryLanguage(query.text),
        ...(scripture && { scripture: interpreted(scripture) }),
        ...(found.corrections.size > 0 && { corrected: { from: q, to: withWords(q, found.corrections) } }),
      },
      results,
      limit,
      offset,
      ...(counts && { facets: counts, facetsAreEstimates: !found.totalIsExact }),
      totalIsExact: found.totalIsExact,
    };
  },
});

/** Of a collection of interviews. The collection is JSON text where the database has no JSON. */
const isInterview = ({ collection }: { collection: unknown }): boolean => {
  const { contentFormat } = (
    typeof collection === 'string' ? JSON.parse(collection) : (collection ?? {})
  ) as {
    contentFormat?: string;
  };
  return contentFormat === 'interview';
};

const interpreted = (scripture: ScriptureQuery) => ({
  book: scripture.book,
  bookName: bibleBook(scripture.book)?.name ?? scripture.book,
  chapter: scripture.chapter ?? null,
  chapterEnd: scripture.chapterEnd ?? null,
  verseStart: scripture.verseStart ?? null,
  verseEnd: scripture.verseEnd ?? null,
  citation: citationOf(scripture),
});

/** `John`, `John 3`, `John 3-4`, `John 3:16`, `John 3:16-18`, `John 3:16-4:2`. */
const citationOf = ({ book, chapter, chapterEnd, verseStart, verseEnd }: ScriptureQuery): string => {
  const name = bibleBook(book)?.name ?? book;
  if (chapter === undefined) return name;
  if (verseStart === undefined) return `${name} ${chapter}${chapterEnd ? `-${chapterEnd}` : ''}`;
  if (chapterEnd !== undefined) return `${name} ${chapter}:${verseStart}-${chapterEnd}:${verseEnd ?? ''}`;
  return citation(book, chapter, verseStart, verseEnd ?? verseStart);
};
