/** Derives a title, a date and a series from the path of a file. */
import { findDate } from './dates.js';
import { isGenericTitle, isProgramName, mayNameTalk, withoutVideoId } from './program-names.js';
import { talkName } from './read-name.js';

export interface NameMetadata {
  title: string;
  /** YYYY-MM-DD */
  date: string | null;
  /** The folder that contains the file, unless it is named after a day or a year. */
  series: string | null;
  /** An ambiguous date, as written. */
  ambiguousDate: string | null;
}

/**
 * @param path with `/` between folders
 * @param isAlone whether no other talk is in the folder
 */
export function readPath(path: string, isAlone = true): NameMetadata {
  const names = talkName(path).stem.split('/').reverse();
  const parts = names.map(withoutVideoId).map((name) => {
    const found = findDate(name);
    return { name, found, words: titleCased(found?.date ? withoutDate(name, found.text) : name) };
  });
  const [file, ...folders] = parts;
  const isTitle = (words: string): boolean => /\p{L}/u.test(words) && !isGenericTitle(words);
  const dated = parts.find(({ found }) => found !== null)?.found;
  // A year says nothing.
  const folder = folders.find(({ words }) => /\p{L}/u.test(words));
  const folderTitle =
    folder && isAlone && isTitle(folder.words) && mayNameTalk(folder.words) ? folder.words : undefined;
  const isNamed = file!.words !== '' && !isGenericTitle(file!.words) && !isProgramName(file!.name);
  return {
    title: isNamed
      ? file!.words
      : ((file!.found ? undefined : folderTitle) ?? file!.found?.date ?? titleCased(file!.name)),
    date: dated?.date ?? null,
    series: folders.find(({ words, found }) => !found && isTitle(words))?.words ?? null,
    ambiguousDate: dated && dated.date === null ? dated.text : null,
  };
}

function withoutDate(name: string, date: string): string {
  return name
    .replace(date, ' ')
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/^[\s_\-–—.,+]+|[\s_\-–—.,+]+$/g, '');
}

/** Words that show that a name is not English, in which case `ai` and `vi` are words. */
const NOT_ENGLISH =
  /[^\p{ASCII}]|(?:^| )(?:j|je|n|tu|il|la|le|les|des|du|un|une|et|en|que|pas|vu|el|los|las|y|di|da|do|dei|gli|lettera|romani|och|og|vi|der|die|das|und|ist)(?: |$)/u;
/** Capitalised if an English name is otherwise in lower case. */
const ACRONYM =
  /(?<=^| )(?:ai|api|bbc|css|diy|dna|faq|html|ii|iii|iv|ix|js|kjv|lgbt|ml|nasa|nt|ot|php|q&a|qa|sql|tv|uk|usa|ux|vii|viii|xi|xii)(?= |$)/giu;

/** Converts `the-good_shepherd` to "The Good Shepherd". A name with capitals keeps them. */
export function titleCased(name: string): string {
  const words = name.replace(/\s/.test(name) ? /[_\s]+/g : /[_\-.+\s]+/g, ' ').trim();
  if (/\p{Lu}/u.test(words)) return words;
  const english = NOT_ENGLISH.test(words)
    ? words
    : words.replace(ACRONYM, (acronym) => acronym.toUpperCase());
  return english.replace(
    /(^| )(\p{Ll})/gu,
    (_, space: string, letter: string) => space + letter.toUpperCase(),
  );
}
