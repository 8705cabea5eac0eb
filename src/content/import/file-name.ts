/** What the path of a file says about its item: a title, a date and a series. */
import { findDate } from './dates.js';
import { talkName } from './name-language.js';

export interface NameMetadata {
  title: string;
  /** YYYY-MM-DD */
  date: string | null;
  /** The folder that the file is in, unless it is that of a day or a year. */
  series: string | null;
  /** A date that can mean two days, as written. */
  ambiguousDate: string | null;
}

/** Words of which the titles consist that programs give. */
const GENERIC = new Set(
  (
    'audio video voice auto automatic generated full raw edited final text file new meeting zoom microsoft word transcript transcripts ' +
    'transcription transcriptions captions caption subtitles subtitle recording untitled document memo transkript transkription ' +
    'untertitel aufnahme dokument unbenannt neue neues datei'
  ).split(' '),
);
/** At least one of them is in such a title. */
const CORE =
  /transcri|transkri|caption|subtitle|untertitel|recording|aufnahme|untitled|unbenannt|do[ck]ument/i;

/** True for `Audio Transcription`, `Untitled document 2` and the like. */
export function isGenericTitle(title: string): boolean {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return CORE.test(title) && words.every((word) => GENERIC.has(word) || /^\d+$/.test(word));
}

/** @param path with `/` between folders */
export function readPath(path: string): NameMetadata {
  const names = talkName(path).stem.split('/').reverse();
  const parts = names.map((name) => {
    const found = findDate(name);
    return { name, found, words: wordsOf(found?.date ? withoutDate(name, found.text) : name) };
  });
  const [file, ...folders] = parts;
  const isTitle = (words: string): boolean => /\p{L}/u.test(words) && !isGenericTitle(words);
  const dated = parts.find(({ found }) => found !== null)?.found;
  const folderTitle = folders.find(({ words }) => isTitle(words))?.words;
  const isNamed = file!.words !== '' && !isGenericTitle(file!.words);
  return {
    title: isNamed
      ? file!.words
      : ((file!.found ? undefined : folderTitle) ?? file!.found?.date ?? wordsOf(file!.name)),
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

/** Words by which a name is not in English, where `ai` and `vi` are words. */
const NOT_ENGLISH =
  /[^\p{ASCII}]|(?:^| )(?:j|je|n|tu|il|la|le|les|des|du|un|une|et|en|que|pas|vu|el|los|las|y|di|da|do|dei|gli|lettera|romani|och|og|vi|der|die|das|und|ist)(?: |$)/u;
/** Written in capitals wherever an English name is in small letters throughout. */
const ACRONYM =
  /(?<=^| )(?:ai|api|bbc|css|diy|dna|faq|html|ii|iii|iv|ix|js|kjv|lgbt|ml|nasa|nt|ot|php|q&a|qa|sql|tv|uk|usa|ux|vii|viii|xi|xii)(?= |$)/giu;

/** `the-good_shepherd` is "The Good Shepherd"; capitals that a name has are the author's. */
function wordsOf(name: string): string {
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
