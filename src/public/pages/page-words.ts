/** The texts of pages in the language of the account. */
import type { Account } from '../../identity/accounts/account.record.js';
import { de } from '../../../strings/de.js';
import { en } from '../../../strings/en.js';
import { es } from '../../../strings/es.js';
import { createFormat, type Format } from '../../../strings/format.js';
import { fr } from '../../../strings/fr.js';
import type { SiteLanguage } from '../../../strings/languages.js';
import type { Message, PageStrings, Strings } from '../../../strings/message.js';
import { de as dePages } from '../../../strings/pages/de.js';
import { en as enPages } from '../../../strings/pages/en.js';
import { es as esPages } from '../../../strings/pages/es.js';
import { fr as frPages } from '../../../strings/pages/fr.js';
import { pt as ptPages } from '../../../strings/pages/pt.js';
import { pt } from '../../../strings/pt.js';

const STRINGS = {
  de: { ...de, ...dePages },
  en: { ...en, ...enPages },
  es: { ...es, ...esPages },
  fr: { ...fr, ...frPages },
  pt: { ...pt, ...ptPages },
} satisfies Record<SiteLanguage, Strings & PageStrings>;
type Key = keyof typeof STRINGS.en;

export interface PageWords {
  /** Value of the `lang` attribute. */
  lang: SiteLanguage;
  format: Format;
  say(key: Key, values?: Record<string, string | number>): string;
}

export const pageLanguages = Object.keys(STRINGS) as SiteLanguage[];

const made = new Map<SiteLanguage, PageWords>();

export const pageStringsIn = (lang: SiteLanguage): PageWords => {
  const strings: Record<Key, Message> = STRINGS[lang];
  const format = createFormat(lang);
  const words: PageWords = made.get(lang) ?? {
    lang,
    format,
    say: (key, values) => format.say(strings[key], values),
  };
  made.set(lang, words);
  return words;
};

const isKnown = (language: string): language is SiteLanguage => Object.hasOwn(STRINGS, language);

/** Falls back to English if the account has no language, or one without texts. */
export const pageStringsOf = (account: Pick<Account, 'settings'> | undefined): PageWords => {
  // BCP 47: `de-AT` uses the texts of `de`.
  const [language = ''] = (account?.settings.language ?? '').toLowerCase().split('-');
  return pageStringsIn(isKnown(language) ? language : 'en');
};
