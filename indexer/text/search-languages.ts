/**
 * The languages of search: those that queries and texts are read in. What each needs is a record by them, so that a
 * missing one is a type error; CONTRIBUTING.md lists the places.
 */
export const SEARCH_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;
export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];

export type ForeignLanguage = Exclude<SearchLanguage, 'en'>;
/** All but English, which the embedding model is made for. */
export const FOREIGN_LANGUAGES = SEARCH_LANGUAGES.filter((language) => language !== 'en');

/** Languages that are told from others, but not searched in. */
export type DetectableLanguage = ForeignLanguage | 'it' | 'nl';
