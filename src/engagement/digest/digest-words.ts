/** The texts of the digest's mail in the language of its reader. */
import { de } from '../../../strings/digest/de.js';
import { en } from '../../../strings/digest/en.js';
import { es } from '../../../strings/digest/es.js';
import { fr } from '../../../strings/digest/fr.js';
import { pt } from '../../../strings/digest/pt.js';
import { createFormat, type Format } from '../../../strings/format.js';
import type { DigestStrings } from '../../../strings/message.js';

const STRINGS: Record<string, DigestStrings> = { de, en, es, fr, pt };

export interface DigestWords {
  /** Value of the `lang` attribute. */
  lang: string;
  format: Format;
  say(key: keyof DigestStrings, values?: Record<string, string | number>): string;
}

/**
 * In the first language that has texts; in English if none has.
 * @param languages BCP 47, the preferred one first: `de-AT` uses the texts of `de`
 */
export const digestWords = (languages: readonly (string | null | undefined)[]): DigestWords => {
  const known = languages
    .map((language) => (language ?? '').toLowerCase().split('-', 1).join())
    .find((language) => Object.hasOwn(STRINGS, language));
  const lang = known ?? 'en';
  const format = createFormat(lang);
  return { lang, format, say: (key, values) => format.say((STRINGS[lang] ?? en)[key], values) };
};
