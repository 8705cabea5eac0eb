/** Decides whether a possible Bible reference is meant as one, or an ordinary reading of the words is more likely. */
import { fold } from '../text/fold.js';
import { isBookName } from './book-names.js';
import type { FoundReference } from './references.js';
import type { SearchLanguage } from '../text/search-languages.js';

/**
 * Abbreviations that are also words, and names without their number: with only a chapter, they are a reference
 * only if they are the whole query.
 */
const WORD_ABBREVIATIONS = new Set(
  (
    'is am so ac act ex ho la na re ru ge le he ha ph pr pro jo jon ja mi mic mal lam lu lev nu num number dan hag sam ' +
    'wisdom judith tobit baruch susanna song songs sos tit tim tm pet col max mat mar pp judge king kings samuel peter timothy'
  ).split(' '),
);

/** Books whose names are everyday words or first names: not a reference after an article or before a counted noun. */
const WORD_NAMES = new Set(
  (
    'mark acts job numbers judges ruth james john luke daniel titus amos joel jonah micah matthew esther ezra joshua ' +
    'proverb revelation romans hebrews'
  ).split(' '),
);

const ARTICLE = /(?:^|\s)(?:the|a|an|my|your|his|her|our|their|any|some|these|those|of|in|by|top)\s+$/i;
/** After these words, a first name is a book: "in mark 5", "what does the book of job 3 say". */
const BOOK_AHEAD = /(?:\b(?:of|in|by)\s+|\b(?:book|gospel|epistle|letter)\s+(?:of|to)\s+(?:the\s+)?)$/i;

/** Names that can be followed by a spelled number without being a reference: they need a verse. */
const NOUNS = new Set('mark acts job numbers judges kings is am so no do as at it'.split(' '));
/**
 * Books with names of people: in languages other than English, a chapter is a reference only if it is the whole
 * query.
 */
const PERSONS = new Set(
  'JOS RUT EZR EST JOB DAN JOL AMO JON MIC MAT MRK LUK JHN TIT JAS JUD TOB JDT BAR SUS WIS'.split(' '),
);
const VERSE = /(?<!\p{L})(?:vers(?:e[nst]?|ets?|os?|[ií]culos?)?)(?!\p{L})/u;
const CHAPTER = /(?:\bch(?:apters?|ap)?\b|kapitel|cap[ií]tulo|chapitre)/;

/**
 * @param text with numbers in digits
 * @param isSpelled whether the numbers were spelled as words
 */
export function isMeant(
  text: string,
  found: FoundReference,
  language: SearchLanguage,
  isSpelled: boolean,
): boolean {
  const matched = text.slice(found.start, found.end).toLowerCase();
  if (/\d\s*[:.v]\s*\d|\d,\d/.test(matched) || VERSE.test(matched)) return true;
  if (!/\p{L}/u.test(matched)) return false;
  const before = text.slice(0, found.start);
  const after = text.slice(found.end);
  const [, number, word = ''] =
    /^(\d\.?\s*|(?:[1-3](?:st|nd|rd)|i{1,3}|first|second|third)[.\s]+)?(\p{L}+)/u.exec(matched) ?? [];
  if (isSpelled && !found.hasVerse && NOUNS.has(word)) return false;
  if (!before.trim() && !after.trim()) return true;
  if (CHAPTER.test(matched)) return true;
  if (number) return true;
  if (language !== 'en') return isBookName(fold(word), language) && !PERSONS.has(found.book);
  if (WORD_ABBREVIATIONS.has(word)) return false;
  return !WORD_NAMES.has(word) || BOOK_AHEAD.test(before) || !ARTICLE.test(before);
}
