/** Autocomplete: finds completions in memory, then checks them against SQL. */
import { accountReaders } from '../../identity/accounts/account.repository.js';
import {
  highlightTyped,
  limitTypes,
  parseQuery,
  completeScriptures,
  withinTypos,
  type ScriptureCompletion,
  type Completion,
} from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { groupBy } from '../../platform/lib/group.js';
import type { AutocompleteProvider } from '../../search/autocomplete/autocomplete-provider.js';
import { publicRecords } from '../../search/autocomplete/public-records.repository.js';
import {
  DEFAULT_COMPLETIONS,
  type AutocompleteResponse,
  type CompletionRecord,
  type AutocompleteParams,
} from './autocomplete.schema.js';
import { sql } from 'kysely';
import { prepared } from '../../platform/db/prepared.js';
import { isPublicItem, isVisibleScripture } from '../../content/items/visibility.js';

const onPassage = prepared(
  (db: Db, book: string, chapter: number, accountId: number, start: number, end: number, now: string) => ({
    compile: () =>
      sql<{
        found: number;
      }>`select 1 as "found" from "scripture" join "item" on "item"."id" = "scripture"."itemId"
        where "scripture"."book" = ${book} and "scripture"."chapter" = ${chapter}
          and "scripture"."accountId" = ${accountId} and "scripture"."verseStart" = ${start}
          and "scripture"."verseEnd" = ${end} and ${isVisibleScripture} and ${isPublicItem(now)} limit 1`.compile(
        db,
      ),
  }),
);

/** Whether a public item has exactly these verses. */
const isOnPassage = async (
  db: Db,
  now: string,
  accountId: number,
  { book, chapter, verseStart, verseEnd }: ScriptureCompletion,
): Promise<boolean> =>
  (await onPassage(db, book, chapter ?? 0, accountId, verseStart ?? 0, verseEnd ?? 0, now)).length > 0;

export type AutocompleteService = ReturnType<typeof createAutocompleteService>;

/** Number of additional completions to look up, because some may no longer be public. */
const EXTRA = 10;
const MAX_SCRIPTURES = 5;

/** A completion of any type before ranking. */
interface Candidate {
  type: CompletionRecord['type'];
  typos: number;
  rank: number;
  shown: Omit<CompletionRecord, 'type' | 'highlights'>;
}

export const createAutocompleteService = ({
  db,
  clock,
  libraries,
}: {
  db: Db;
  clock: Clock;
  libraries: AutocompleteProvider;
}) => {
  const shownRecords = async (accountId: number, found: readonly Completion[]): Promise<Candidate[]> => {
    const byType = groupBy(found, ({ record }) => record.type);
    const shown = new Map(
      await Promise.all(
        [...byType].map(
          async ([type, all]) =>
            [
              type,
              await publicRecords(
                db,
                isoTime(clock),
                accountId,
                type,
                all.map(({ record }) => record.id),
              ),
            ] as const,
        ),
      ),
    );
    return found.flatMap(({ record, typos, rank }) => {
      const now = shown.get(record.type)?.get(record.id);
      // A renamed record may no longer match; its new name will be found shortly.
      return now?.text === record.text
        ? [{ type: record.type, typos, rank, shown: { ...now, ...NO_VERSES } }]
        : [];
    });
  };

  const shownScriptures = async (
    accountId: number,
    found: readonly ScriptureCompletion[],
  ): Promise<Candidate[]> => {
    const shown = await Promise.all(
      found.map(async (one) => !one.fromItems || (await isOnPassage(db, isoTime(clock), accountId, one))),
    );
    return found
      .filter((_one, at) => shown[at])
      .map(({ text, typos, rank, book, chapter, verseStart, verseEnd }) => ({
        type: 'scripture',
        typos,
        rank,
        shown: { ...NO_RECORD, text, book, chapter, verseStart, verseEnd },
      }));
  };

  return {
    complete: async (
      accountId: number,
      { q, limit = DEFAULT_COMPLETIONS }: AutocompleteParams,
    ): Promise<AutocompleteResponse> => {
      const started = performance.now();
      const { index, scriptures } = await libraries.libraryOf(accountId);
      const { text } = parseQuery(q);
      const { versification } = await accountReaders(db, accountId);
      const [records, references] = await Promise.all([
        shownRecords(accountId, index.search(text, limit + EXTRA)),
        shownScriptures(
          accountId,
          completeScriptures(text, scriptures, versification).slice(0, MAX_SCRIPTURES),
        ),
      ]);
      const found = [...references, ...records].sort((a, b) => a.rank - b.rank);
      return {
        suggestions: limitTypes(withinTypos(found), limit).map(({ type, shown }) => ({
          type,
          ...shown,
          highlights: highlightTyped(shown.text, text),
        })),
        tookMs: Math.round((performance.now() - started) * 10) / 10,
      };
    },
  };
};

const NO_VERSES = { book: null, chapter: null, verseStart: null, verseEnd: null };
const NO_RECORD = { id: null, date: null, urlSlug: null, collectionId: null };
