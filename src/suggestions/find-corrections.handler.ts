/**
 * Job: looks for the words that an edit of a transcript replaced in the other transcripts of the account, and suggests
 * the same correction there. Only for words that look like names or are rare, because other edits say nothing about
 * other transcripts.
 */
import { setImmediate } from 'node:timers/promises';
import { addToVocabulary } from '../identity/accounts/account.repository.js';
import { isPostgres, type Db } from '../platform/db/dialect.js';
import { lockRow, rowsWhere } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import {
  postponed,
  oneByOne,
  type Job,
  type JobHandler,
  type JobOutcome,
} from '../platform/jobs/job.types.js';
import { wordsPattern } from '../transcripts/editing/replace-words.js';
import type { ReplacedWords } from '../transcripts/editing/replaced-words.js';
import { revisionAfter, revisionById } from '../transcripts/stored/transcript-revision.repository.js';
import { readText } from '../transcripts/stored/transcript-text.repository.js';
import { findTranscript, findTranscriptVersion } from '../transcripts/stored/transcript.repository.js';
import { announceSuggestions } from './store-suggestions.js';
import { storeCorrection } from './correction-suggestions.js';
import type { CorrectionDeps } from './transcript-corrections.js';
import { sql } from 'kysely';

/** Maximum number of transcripts in which one correction is suggested: those indexed last. */
const MAX_ITEMS = 200;
/** Rare words are in at most this share of the items, or in this number of others … */
const RARE_SHARE = 0.05;
const RARE_ITEMS = 2;
/** … and have at least this number of letters. */
const RARE_LETTERS = 4;
/** Languages that write all nouns with a capital, so that it does not tell names. */
const CAPITALIZED_NOUNS: ReadonlySet<string> = new Set(['de', 'lb']);

interface Edit {
  itemId: number;
  language: string | null;
  before: string;
  after: string;
}

export const findCorrectionsHandler = (deps: CorrectionDeps): JobHandler<'findCorrections'> => {
  const { db, clock, threads } = deps;
  const optionsFor = (accountId: number, bytes: number) =>
    ({ accountId, bytes, path: 'transcript', isJob: true }) as const;

  const suggestIn = async (accountId: number, itemId: number, { from, to }: ReplacedWords): Promise<void> => {
    const transcript = await findTranscript(db, accountId, itemId);
    if (!transcript) return;
    const { segments, contentHash } = transcript;
    const options = optionsFor(accountId, segments.length);
    const found = await threads.run('findWords', { segments, words: from }, options);
    if (!found) return;
    await db.transaction().execute(async (trx) => {
      const item = await lockRow(trx, 'item', accountId, itemId);
      if (!item) return;
      const isNew = await storeCorrection(
        trx,
        clock,
        { accountId, itemId },
        { from, to, contentHash },
        found,
      );
      if (isNew) await announceSuggestions(trx, clock, item);
    });
  };

  /** @returns false if the worker is stopping */
  const suggest = async (
    accountId: number,
    { itemId: ownId, language }: Edit,
    words: ReplacedWords,
    stopping: AbortSignal,
  ): Promise<boolean> => {
    const library = await useOf(db, accountId, words.from, ownId);
    const isName =
      words.isName && library.isMostlyCapitalized && !CAPITALIZED_NOUNS.has(language?.split('-')[0] ?? '');
    if (isName) await addToVocabulary(db, accountId, words.to);
    if (!isName && !(await isRare(db, accountId, words.from, library.items))) return true;
    for (const itemId of library.itemIds.slice(0, MAX_ITEMS)) {
      if (stopping.aborted) return false;
      await suggestIn(accountId, itemId, words);
      await setImmediate();
    }
    return true;
  };

  const run = async (
    { accountId, payload }: Job<'findCorrections'>,
    stopping: AbortSignal,
  ): Promise<JobOutcome> => {
    const edit = await readEdit(db, accountId, payload.correctionsFrom);
    if (!edit) return undefined;
    const { before, after } = edit;
    const options = optionsFor(accountId, before.length + after.length);
    for (const words of await threads.run('replacedWords', { before, after }, options))
      if (!(await suggest(accountId, edit, words, stopping))) return postponed;
    return undefined;
  };

  return {
    batchSize: 1,
    limit: { total: 1, perAccount: 1 },
    run: (jobs, stopping) => oneByOne(jobs, (job) => run(job, stopping)),
  };
};

/** The texts before and after; undefined if they are no longer stored. */
const readEdit = async (db: Db, accountId: number, revisionId: number): Promise<Edit | undefined> => {
  const revision = await revisionById(db, accountId, revisionId);
  const next = revision && ((await revisionAfter(db, revision)) ?? (await currentOf(db, revision)));
  if (!next) return undefined;
  const { itemId, language, textId } = revision;
  const before = await readText(db, accountId, textId);
  return { itemId, language, before, after: await readText(db, accountId, next.textId) };
};

const currentOf = (db: Db, { accountId, itemId, mediaAssetId }: Row<'transcriptRevision'>) =>
  findTranscriptVersion(db, accountId, itemId, mediaAssetId ?? undefined);

/** How the other transcripts of the account use the words. */
const useOf = async (db: Db, accountId: number, words: string, ownId: number) => {
  const passages = (await passagesWithWords(db, accountId, words)).filter(({ itemId }) => itemId !== ownId);
  const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const [exact, small] = [wordsPattern(words), wordsPattern(words.toLowerCase())];
  const itemIds = new Set<number>();
  let [capitalized, all] = [0, 0];
  for (const { itemId, text } of passages) {
    const count = countOf(text, exact);
    if (count > 0) itemIds.add(itemId);
    capitalized += count;
    all += Math.max(count, countOf(text, small));
  }
  return {
    /** Items with the words as written, the last indexed first. */
    itemIds: [...itemIds],
    /** Number of items with the words in any form. */
    items: new Set(passages.map(({ itemId }) => itemId)).size,
    isMostlyCapitalized: capitalized * 2 >= all,
  };
};

const isRare = async (db: Db, accountId: number, words: string, items: number): Promise<boolean> => {
  if (words.replace(/[^\p{L}]/gu, '').length < RARE_LETTERS) return false;
  const { items: all } = await rowsWhere(db, 'accountUsage', { accountId })
    .select('items')
    .executeTakeFirstOrThrow();
  return items <= Math.max(RARE_ITEMS, all * RARE_SHARE);
};

interface PassageWithWords {
  itemId: number;
  text: string;
}

/** Maximum number of passages read, and of those examined for the account. */
const MAX_PASSAGES = 2_000;
const MAX_EXAMINED = 20_000;

/**
 * Passages that have the words in any form and case, the last indexed first, of items that are not deleted.
 * @param words letters, spaces, hyphens and apostrophes only
 */
const passagesWithWords = async (db: Db, accountId: number, words: string): Promise<PassageWithWords[]> => {
  const ofItem = sql`join "item" on "item"."id" = "chunk"."itemId" and "item"."deletedDate" is null
    where "chunk"."accountId" = ${accountId}`;
  const query = isPostgres(db)
    ? sql<PassageWithWords>`select "chunk"."itemId", "chunk"."text" from "chunk" ${ofItem}
        and to_tsvector('english', "chunk"."text") @@ phraseto_tsquery('english', ${words})
        order by "chunk"."id" desc limit ${MAX_PASSAGES}`
    : sql<PassageWithWords>`select "chunk"."itemId", "chunk"."text"
        from (select rowid from "chunkWords" where "chunkWords" match ${`"${words}"`}
          order by rowid desc limit ${MAX_EXAMINED}) as "hit"
        cross join "chunk" on "chunk"."id" = "hit".rowid ${ofItem}
        order by "chunk"."id" desc limit ${MAX_PASSAGES}`;
  return (await query.execute(db)).rows;
};
