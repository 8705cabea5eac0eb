/**
 * The languages of the site: of its components, its pages and the mail to staff. What each needs is a record by them, so
 * that a missing one is a type error; CONTRIBUTING.md lists the places.
 */
export type SiteLanguage = 'de' | 'en' | 'es' | 'fr' | 'pt';
/** Those that are loaded when a page is in them, as English always is. */
export type LoadedLanguage = Exclude<SiteLanguage, 'en'>;
