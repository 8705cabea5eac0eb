/** The language of longer texts: transcripts, and the chunks of talks in two languages. */
import { languagesIn } from './language.js';

/** Number of characters that are read: a language shows in a few minutes of speech. */
const MAX_READ = 20_000;

/** ISO 639-1; null if uncertain. */
export function textLanguage(text: string): string | null {
  const { languages, isCertain } = languagesIn(text.slice(0, MAX_READ));
  return isCertain && languages.length === 1 ? languages[0]! : null;
}
