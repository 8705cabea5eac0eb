/** The languages of an account's items: which there are, by one count, and of each item where there are several. */
import type { SearchReader } from '../../ports.js';
import { ENGLISH } from '../../text/language.js';
import { createAccountCache, type AccountKey } from '../account-cache.js';
import type { QdrantClient } from './client.js';
import { pointItemId } from './ids.js';
import { accountFilter, type Names } from './schema.js';

/** Languages of one account that are counted. */
const MAX_LANGUAGES = 100;
/** Items of one account in other languages than English, or in unknown ones; further ones are taken to be in English. */
const MAX_ITEMS = 200_000;
/** Maximum size of a cache for all accounts, at `LANGUAGE_BYTES` per language and `ITEM_BYTES` per item. */
const MAX_BYTES = 32 * 2 ** 20;
const LANGUAGE_BYTES = 100;
const ITEM_BYTES = 40;

export interface Languages {
  /** Languages of the account's items, or of the published ones, as of the last reading. */
  held(key: AccountKey): Promise<readonly string[]>;
  /** Language of each item, as of the last reading; undefined for every item if all are in English. */
  byItem(accountId: number): Promise<NonNullable<SearchReader['languageOf']>>;
}

export function createLanguages(client: QdrantClient, names: Names): Languages {
  const count = async ({ accountId, publishedOnly }: AccountKey): Promise<string[]> => {
    const filter = accountFilter(accountId, publishedOnly);
    const asked = { key: 'languageCode', filter, limit: MAX_LANGUAGES, exact: true };
    return (await client.counts(names.items, asked)).map(({ value }) => String(value));
  };
  const held = createAccountCache(MAX_BYTES, async (key) => {
    const value = await count(key);
    return { value, bytes: value.length * LANGUAGE_BYTES };
  });
  const byItem = createAccountCache(MAX_BYTES, async (key) => {
    const languages = await count(key);
    if (languages.every((language) => language === ENGLISH))
      return { value: () => undefined, bytes: LANGUAGE_BYTES };
    const points = await client.scroll(names.items, {
      filter: {
        ...accountFilter(key.accountId),
        must_not: [{ key: 'languageCode', match: { value: ENGLISH } }],
      },
      with_payload: ['languageCode'],
      limit: MAX_ITEMS,
    });
    // A string of its own for each item would take more memory than its id.
    const known = new Map<unknown, string>(languages.map((language) => [language, language]));
    const others = new Map(
      points.map(({ id, payload }) => [pointItemId(String(id)), known.get(payload?.languageCode)]),
    );
    const value = (itemId: number): string | undefined => (others.has(itemId) ? others.get(itemId) : ENGLISH);
    return { value, bytes: points.length * ITEM_BYTES };
  });
  return { held, byItem: (accountId) => byItem({ accountId, publishedOnly: false }) };
}
