/** Names of languages, in English. */
const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** @returns the tag itself where it has no name */
export const languageName = (tag: string): string => {
  try {
    return NAMES.of(tag) ?? tag;
  } catch {
    return tag;
  }
};
