/** Groups files that belong to one talk: in several formats and languages, with recordings. */
import { extname } from 'node:path';
import { groupBy } from '../platform/lib/group.js';
import { transcriptExtensions } from '../transcripts/formats/readers.js';
import { talkName } from './names/read-name.js';
import { SEARCH_LANGUAGES } from '../../indexer/index.js';

/**
 * Richest formats first: word times, times and speakers, times, none. Documents that people write (`.md`,
 * `.docx`) are separate talks.
 */
const BEST_FIRST = '.json .json3 .vtt .srt .ttml .dfxp .srv3 .srv1 .xml .ass .ssa .sbv .tsv .lrc .txt'.split(
  ' ',
);

export interface Talk {
  /** Its text in several formats, the richest first. */
  documents: string[];
  media: string[];
  /** Its text in other languages. */
  translations: string[];
}

const stemOf = (path: string): string => path.slice(0, path.length - extname(path).length).normalize('NFC');

/**
 * Groups the files of a folder into talks. Names that differ only in the extension belong together, and so do
 * names that differ in the language before it, unless each language has a recording. Media belong to the first
 * document of their name.
 * @param language language to import if a talk has several: a BCP 47 tag
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

/**
 * Texts in the requested language or without one come first, the richest format before others; then English, and
 * the rest by name.
 */
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

/** The files of each text, the richest first. Names that differ only in case or Unicode composition are two texts. */
const formatsOf = (paths: readonly string[]): string[][] => {
  const keyOf = (path: string): string => (isWritten(path) ? path : stemOf(path));
  return [...groupBy(paths, keyOf).values()].flatMap((files) => {
    const sorted = files.sort((a, b) => rankOf(a) - rankOf(b));
    const isTwin = (path: string, at: number): boolean => at > 0 && rankOf(sorted[at - 1]!) === rankOf(path);
    const twins = sorted.filter(isTwin);
    return [sorted.filter((path) => !twins.includes(path)), ...twins.map((path) => [path])];
  });
};

/** Possible names of a text of the same talk, in each language that is searched in. */
export const textNames = (path: string): string[] => {
  const { stem, language } = talkName(path);
  const languages = new Set([...SEARCH_LANGUAGES, ...(language === undefined ? [] : [language])]);
  const names = [stem, ...[...languages].map((code) => `${stem}.${code}`)].flatMap((name) =>
    transcriptExtensions.map((extension) => name + extension),
  );
  // macOS decomposes letters in file names.
  return stem.normalize('NFD') === stem ? names : [...names, ...names.map((name) => name.normalize('NFD'))];
};
