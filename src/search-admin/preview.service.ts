/** Searches with synonyms and pins that are not saved yet. */
import type { ClientInfo } from '../engagement/events/client-info.js';
import type { Account } from '../identity/accounts/account.record.js';
import type { Db } from '../platform/db/dialect.js';
import { invalid, unknownId } from '../platform/lib/errors.js';
import type { PublicSearchService } from '../public/search/public-search.service.js';
import { searchBody } from '../public/search/search.schema.js';
import { compileRules, readRules, type StoredRules } from '../search/rules/search-rules.js';
import { resultsOf, type DeskResult } from './result.schema.js';
import type { PreviewRequest } from './preview.schema.js';

interface Preview {
  results: DeskResult[];
  totalRecords: number;
}

export type SearchPreviewService = ReturnType<typeof createSearchPreviewService>;

/** @param searches records nothing in reports */
export const createSearchPreviewService = ({ db, searches }: { db: Db; searches: PublicSearchService }) => ({
  /** @throws {ValidationError} naming records that do not exist */
  preview: async (
    account: Account,
    { query, limit, ...changes }: PreviewRequest,
    clientInfo: ClientInfo,
  ): Promise<{ before: Preview; after: Preview }> => {
    const stored = await readRules(db, account.id);
    assertKnown(stored, changes);
    const searchWith = async (rules: StoredRules): Promise<Preview> => {
      const compiled = compileRules(rules);
      const params = searchBody.parse({ q: query, limit });
      const page = await searches.search(account, params, clientInfo, compiled);
      return {
        results: resultsOf(page, compiled.pinOf(query)?.pinned),
        totalRecords: page.totalRecords,
      };
    };
    return { before: await searchWith(stored), after: await searchWith(changed(stored, changes)) };
  },
});

type Changes = Omit<PreviewRequest, 'query' | 'limit'>;

/** New records come last, so that a new pin of a query counts rather than the stored one. */
const changed = (stored: StoredRules, { synonyms, pins, without }: Changes): StoredRules => {
  const replaced = <T extends { id: number }>(
    records: readonly T[],
    own: readonly (Omit<T, 'id'> & { id?: number | undefined })[],
    removed: readonly number[],
  ): T[] => {
    const ids = new Set([...own.map(({ id }) => id), ...removed]);
    return [...records.filter(({ id }) => !ids.has(id)), ...own.map((one) => ({ id: 0, ...one }) as T)];
  };
  return {
    synonyms: replaced(stored.synonyms, synonyms, without.synonymIds),
    pins: replaced(stored.pins, pins, without.pinIds),
  };
};

const assertKnown = (stored: StoredRules, { synonyms, pins, without }: Changes): void => {
  const unknown = (
    records: readonly { id: number }[],
    named: readonly (readonly [path: string, id: number | undefined])[],
  ) => {
    const ids = new Set(records.map(({ id }) => id));
    return named.flatMap(([path, id]) => (id === undefined || ids.has(id) ? [] : [unknownId(path)]));
  };
  const problems = [
    ...unknown(stored.synonyms, [
      ...synonyms.map(({ id }, at) => [`synonyms.${at}.id`, id] as const),
      ...without.synonymIds.map((id, at) => [`without.synonymIds.${at}`, id] as const),
    ]),
    ...unknown(stored.pins, [
      ...pins.map(({ id }, at) => [`pins.${at}.id`, id] as const),
      ...without.pinIds.map((id, at) => [`without.pinIds.${at}`, id] as const),
    ]),
  ];
  if (problems.length > 0) throw invalid(problems);
};
