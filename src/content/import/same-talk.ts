/** Files that programs write side by side: one talk in several formats and languages, with its recordings. */
import { extname } from 'node:path';
import { groupBy } from '../../platform/lib/group.js';
import { transcriptExtensions } from '../transcripts/formats/readers.js';
import { talkName } from './name-language.js';

/**
 * Formats that say more come first: times of words, times and speakers, times, none. Documents that people write (`.md`,
 * `.docx`) are talks of their own.
 */
const BEST_FIRST = '.json .json3 .vtt .srt .ttml .dfxp .srv3 .srv1 .xml .ass .ssa .sbv .tsv .lrc .txt'.split(
  ' ',
);

export interface Talk {
  /** Of its text in several formats, the best first. */
  documents: string[];
  media: string[];
  /** Its text in other languages. */
  translations: string[];
}

const stemOf = (path: string): string => path.slice(0, path.length - extname(path).length).normalize('NFC');

/**
 * The talks of a folder: names that differ by the extension alone are one, and so are names that differ by the language
 * before it, unless each language has a recording. Media belong to the first document of their name.
 * @param language that a talk is imported in where it has several: a BCP 47 tag
 */
export const talksOf = (
  paths: readonly string[],
  media: readonly string[],
  language: string | null,
): Talk[] => {
  const recordings = groupBy(media, stemOf);
  const byName = groupBy(formatsOf(paths), ([first]) =>
    isWritten(first!) || recordings.has(stemOf(first!)) ? stemOf(first!) : talkName(first!).stem,
  );
  const talks = [...byName].flatMap(([name, formats]): Talk[] => {
    const own = recordings.get(name) ?? [];
    recordings.delete(name);
    const texts = formats.filter(([first]) => !isWritten(first!));
    const [best, ...others] = inLanguageOrder(texts, language);
    const isTranslated = others.length > 0 && new Set(texts.map(languageIn)).size === texts.length;
    const kept = isTranslated ? [best!] : texts;
    const all = [...kept, ...formats.filter(([first]) => isWritten(first!))];
    return all.map((documents, at) => ({
      documents,
      media: at === 0 ? own : [],
      translations: at === 0 && isTranslated ? others.flat() : [],
    }));
  });
  const alone = [...recordings.values()].map((own) => ({ documents: [], media: own, translations: [] }));
  return [...talks, ...alone];
};

const rankOf = (path: string): number => BEST_FIRST.indexOf(extname(path).toLowerCase());
const isWritten = (path: string): boolean => rankOf(path) < 0;
const languageIn = ([path]: readonly string[]): string => talkName(path!).language ?? '';

/** Those that name the language or none come first, of these the format that says most; then English, and the rest by name. */
const inLanguageOrder = (texts: readonly string[][], language: string | null): string[][] => {
  const primary = (tag: string): string => tag.split('-')[0]!;
  const order = [primary(language ?? 'en'), 'en'];
  const placeOf = (text: readonly string[]): number => {
    const own = languageIn(text);
    const at = own === '' ? 0 : order.indexOf(primary(own));
    return at < 0 ? order.length : at;
  };
  return [...texts].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) || rankOf(a[0]!) - rankOf(b[0]!) || languageIn(a).length - languageIn(b).length,
  );
};

/** The files of each text, the best first; names that differ in their composed letters or case alone are two texts. */
const formatsOf = (paths: readonly string[]): string[][] => {
  const keyOf = (path: string): string => (isWritten(path) ? path : stemOf(path));
  return [...groupBy(paths, keyOf).values()].flatMap((files) => {
    const sorted = files.sort((a, b) => rankOf(a) - rankOf(b));
    const isTwin = (path: string, at: number): boolean => at > 0 && rankOf(sorted[at - 1]!) === rankOf(path);
    const twins = sorted.filter(isTwin);
    return [sorted.filter((path) => !twins.includes(path)), ...twins.map((path) => [path])];
  });
};

/** Languages of texts that a recording may have lost. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'];

/** Names that a text of the same talk can have. */
export const textNames = (path: string): string[] => {
  const { stem, language } = talkName(path);
  const languages = new Set([...LANGUAGES, ...(language === undefined ? [] : [language])]);
  const names = [stem, ...[...languages].map((code) => `${stem}.${code}`)].flatMap((name) =>
    transcriptExtensions.map((extension) => name + extension),
  );
  // Macs decompose letters.
  return stem.normalize('NFD') === stem ? names : [...names, ...names.map((name) => name.normalize('NFD'))];
};
