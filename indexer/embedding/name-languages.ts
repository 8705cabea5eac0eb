/** Tells the languages of short names, such as topics, by the words that the tables know. */
import { complete, type Embedder } from '../ports.js';
import { tokenize } from '../text/analyze.js';
import { ENGLISH } from '../text/language.js';
import { createTranslatedWords } from './word-lists.js';

/**
 * The language whose table knows more words of a name than the English one, else English; ISO 639-1, in order.
 * @throws {EmbedderUnavailableError}
 */
export async function languagesOfNames(model: Embedder, names: readonly string[]): Promise<string[]> {
  const embedder = complete(model);
  const tables = await embedder.languages();
  if (tables.length === 0) return names.map(() => ENGLISH);
  const words = names.map((name) => tokenize(name).map(({ word }) => word));
  const all = [...new Set(words.flat())];
  const pieces = await embedder.countPieces(all);
  const english = new Set(all.filter((_word, at) => pieces[at] === 1));
  const known = await Promise.all(
    tables.map(async (language) => {
      const translations = createTranslatedWords(await embedder.wordList(language)).english(all);
      return new Set(all.filter((_word, at) => translations[at]!.length > 0));
    }),
  );
  return words.map((own) => {
    const counts = known.map((of) => own.filter((word) => of.has(word)).length);
    const most = Math.max(...counts);
    return most > own.filter((word) => english.has(word)).length ? tables[counts.indexOf(most)]! : ENGLISH;
  });
}
