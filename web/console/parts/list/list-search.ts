/** What the address of a list says: the words searched for, the page, and the filters of the lists that have some. */
import { useNavigate, useSearch } from '@tanstack/react-router';

export interface ListSearch {
  q?: string;
  /** From 1. */
  page?: number;
  kind?: string;
  status?: string;
  collectionId?: number;
  outcome?: string;
  actor?: string;
  recordType?: string;
  recordId?: number;
  personId?: number;
  /** Days, such as `2026-03-01`. */
  from?: string;
  to?: string;
  /** What the form of a new record begins with, which is then open. */
  add?: string;
}

const TEXTS = ['q', 'kind', 'status', 'outcome', 'actor', 'recordType', 'from', 'to', 'add'] as const;
const NUMBERS = ['page', 'collectionId', 'recordId', 'personId'] as const;

/** Ignores what no list knows. Each list ignores values that it does not know: see `oneOf`. */
export const readListSearch = (search: Record<string, unknown>): ListSearch => {
  const read: Record<string, string | number> = {};
  for (const name of TEXTS) {
    const value = search[name];
    // Somebody may have typed a number, which the address has without quotes.
    if (typeof value === 'number') read[name] = String(value);
    if (typeof value === 'string' && value !== '') read[name] = value;
  }
  for (const name of NUMBERS) {
    const value = search[name];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) read[name] = value;
  }
  return read;
};

/** The value if it is one of these, else undefined. */
export const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((one) => one === value);

export interface ListAddress {
  search: ListSearch;
  /** Changes the address; the list starts at its first page again, unless the page itself changes. */
  change(changes: ListSearch): void;
}

export const useListSearch = (): ListAddress => {
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    search,
    change: (changes) =>
      void navigate({
        to: '.',
        // The fields are those of whichever list is open.
        search: ((former: ListSearch) => ({ ...former, page: undefined, ...changes })) as never,
        replace: true,
      }),
  };
};
