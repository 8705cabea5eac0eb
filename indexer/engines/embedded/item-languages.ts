/** Languages of the items in memory. */
import type { SearchReader } from '../../ports.js';
import type { AccountIndex } from './account-index.js';

/** Counted once per change of the account. */
export function languagesIn(index: AccountIndex): NonNullable<SearchReader['languages']> {
  const held = new Map<boolean, { revision: number; languages: string[] }>();
  return ({ publishedOnly }) => {
    const known = held.get(publishedOnly);
    if (known?.revision === index.revision) return known.languages;
    const found = new Set<string>();
    for (const item of index.items)
      if (item?.language && (!publishedOnly || item.attributes.published)) found.add(item.language);
    held.set(publishedOnly, { revision: index.revision, languages: [...found] });
    return [...found];
  };
}
