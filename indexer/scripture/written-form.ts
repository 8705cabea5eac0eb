/**
 * Decides whether the writing of a possible Bible reference carries it, or it is a time of the day, a date, a version, a
 * count or a part of a code. All that reads references asks here: file names, queries, fields, talks.
 */
import { fold } from '../text/fold.js';
import { isWholeName } from './book-names.js';

export interface WrittenForm {
  text: string;
  /** Offsets of the possible reference, end exclusive. */
  start: number;
  end: number;
  /** Whether it has a verse beside the chapter. */
  hasVerse: boolean;
  /** `alone`: all of the text. `apart`: between separators or beside words without meaning. `inside`: among other words. */
  standing: 'alone' | 'apart' | 'inside';
  /** Languages of the text, the talk, the account or the query, as ISO 639-1; empty if nothing is known. */
  languages: ReadonlySet<string>;
}

/** Characters before and after the reference that are examined. */
const NEAR = 60;
/** Abbreviations of up to this many letters need a verse. */
const SHORT = 3;
const DATE_OR_VERSION = /^\d{1,3}([.:])\d{1,3}\1\d|^\d{1,2}([/-])\d{1,2}\2\d{4}/;
/** Three parts that are certainly no list of verses: `10.30.12`, `3.5.2025`. */
const CERTAIN_DATE = /^\d{1,2}[.:]\d{2}[.:]\d{2}(?!\d)|^\d{1,2}([./-])\d{1,2}\1\d{4}/;
const CLOCK = /^(?:[01]?\d|2[0-4])[.:][0-5]\d(?!\d)/;
const TIME = /^\d{1,2}(?:[.:,]\d\d)?(?!\d)/;
/** `10.30-11.30` */
const TIMES = /^\d{1,2}[.:]\d\d\s?[-–]\s?\d{1,2}[.:]\d\d/;
const DAY_AND_MONTH = /^(?:[0-2]?\d|3[01])\.(?:0?[1-9]|1[0-2])(?!\d)/;
const DECIMAL = /^\d{1,3}[.,]\d{1,3}(?![-–\d])/;
const OF_THE_CLOCK =
  /^\s?(?:A\.?M|P\.?M|p\.?m|a\.m|am(?=\W*$)|uhr|hrs?|h|heures?|horas|uur|o['’]?\s?clock)(?![\p{L}\p{N}])/iu;
/** `1 Kor`, `II Tim` */
const IS_NUMBERED = /^(?:[1-5]\P{L}*|I{1,3}\P{L}+)\p{L}/u;
/** Psalms are usually named without a verse; `PS 5` is a console. */
const PSALM = /^(?:[Pp]sa?|Sal|Sl)\.?[ _]\d{2,3}$/;
/** "on Rom 8 and hope": what leads to a chapter, and what may follow it. */
const INTRODUCED = /(?<!\p{L})(?:on|in|from|see|read|cf\.?|über|aus|zu|vgl\.?|sobre|en|de|sur|dans|em)\s+$/iu;
const ENDS = /^\s*(?:[.,;:!?)&"”—–-]|(?:and|und|y|e|et)(?!\p{L})|$)/iu;
/** Continues a verse: `16f`, `4a`. */
const OF_A_VERSE = /^(?:ff?|[a-d]|ss?|vv?)(?![\p{L}\p{N}])/u;
/** Shows that the number is a count, a time, a percentage or a date. */
const COUNTED =
  /^\s*(?:[-–]\s*\d+\s*)?(?:%|[€$£°]|(?:per\s?cent|years?|months?|weeks?|days?|hours?|minutes?|seconds?|pieces?|times?|ways?|things?|steps?|tips?|reasons?|people|lessons?|principles?|keys?|points?|questions?|facts?|million(?:s|en)?|mio|thousand|hundred|dollars?|euros?|km|kg|jahren?|monaten?|wochen?|tagen?|stunden?|mal|minuten?|sekunden?|personen|leute|prozent|schritten?|gründe|grad|meter|kilo|liter|años?|meses|semanas?|d[ií]as?|horas?|minutos?|segundos?|personas|pasos|razones|veces|millones|ans|ann[ée]es?|mois|semaines?|jours?|heures?|secondes?|personnes|raisons|fois|anos?|m[eê]s|pessoas|passos|vezes|raz[oõ]es|jaar|maanden|weken|dagen|uur|minuten)(?![\p{L}\p{N}]))/iu;
const MONTH =
  /^(?:\.\s?|\s(?:de\s)?|er\s)(?:Jan(?:uary|uar)?|Feb(?:ruary|ruar)?|March|April|May|June?|July?|August|Sept(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?|M[äa]rz|Mai|Juni|Juli|enero|febrero|marzo|abril|mayo|ju[ln]io|agosto|octubre|noviembre|diciembre|janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|octobre|d[ée]cembre|janeiro|fevereiro|março|maio|ju[ln]ho|outubro|dezembro)(?!\p{L})/u;
/** "Ruth 4. Geburtstag" */
const ORDINAL = /^\.\s?(?:Advent|Sonntag|Geburtstag|Jahrestag|Klasse)(?!\p{L})/u;
/** Words that say that a number is a chapter or a verse. */
const CHAPTER_OR_VERSE =
  /^(?:ch|chap(?:ter|itre)?s?|kap(?:itel)?|cap(?:[ií]tulo)?s?|v|vv|vers(?:e[nst]?|ets?|os?|[ií]culos?)?)$/iu;
/** Letters without digits, or digits without letters, such as the parts of `2024-03-10_Smith-Rom8`, are no code. */
const CODE = /(?<![sS]\d{1,2})\d\p{L}|[@#]/u;

/**
 * Abbreviations that are also words, days, months or first names in one of the languages. A time, a date or a decimal
 * after them is what it looks like.
 */
const EVERYDAY = new Set(
  (
    'ab ac act al am as at da dan de del di do dom du ed el en es est et ex ez fr ge ha hab he ho is ja jan jim jo joe jon ju jud ' +
    'jul jun la lam las le les lu lun ma mal mar max me mer mi mic mo na ne no nu num nun os per ph pp pr pro que re ' +
    'bar bel man mac mc sg si sir sus tb tob weis wis ' +
    'ro ru sa sab sal sam se si so sol son su te ter ti tim tit to tom um un us vi'
  ).split(' '),
);

/** Short for a deuterocanonical book, which few readers mean: never without a verse. */
const NEEDS_VERSE = new Set(
  'ba bar bel br eclo esg jdt lje man sab sb sg si sir sus tb tob weis wis'.split(' '),
);

/** @param language in which it can be read, ISO 639-1 */
export function isWrittenReference(form: WrittenForm, language: string): boolean {
  const { text, start, end, hasVerse } = form;
  const source = text.slice(start, end);
  const before = text.slice(Math.max(0, start - NEAR), start);
  const after = text.slice(end, end + NEAR);
  const words = source.match(/[\p{L}\p{M}]+/gu) ?? [];
  const numbers = numbersOf(text.slice(start, end + NEAR));
  if (CERTAIN_DATE.test(numbers) || isInIdentifier(before, after)) return false;
  // The next verse of a list.
  if (words.length === 1 && NEEDS_VERSE.has(fold(words[0] ?? '')) && !hasVerse) return false;
  // Saturday, rather than the book of Wisdom.
  if (/^s[aá]b$/iu.test(words[0] ?? '') && CLOCK.test(numbers)) return false;
  if (words.length === 0 || form.standing === 'alone')
    return !(fold(words[0] ?? '') === 'am' && DAY_AND_MONTH.test(numbers) && after.startsWith('.'));
  if (isGlued(form, source, before, after)) return false;
  if (DATE_OR_VERSION.test(numbers) || OF_THE_CLOCK.test(numbers.replace(TIME, ''))) return false;
  if (!hasVerse && (MONTH.test(after) || ORDINAL.test(after) || /^\/\d/.test(after))) return false;
  if (!hasVerse && COUNTED.test(after) && !/^(?:psa|salm)/i.test(source)) return false;
  if (IS_NUMBERED.test(source)) return words[0]!.length >= SHORT || isCounted(form, words, language);
  if (words.some(isWholeName) || words.some((word) => CHAPTER_OR_VERSE.test(word))) return true;
  if (!isCounted(form, words, language)) return false;
  const [word = ''] = words;
  if (EVERYDAY.has(fold(word))) return hasVerse && isBesideWords(source, numbers, before, after);
  if (word.length > SHORT || form.standing === 'apart' || PSALM.test(source)) return true;
  if (/^\p{Lu}\p{Ll}/u.test(word) && INTRODUCED.test(before) && ENDS.test(after)) return true;
  return hasVerse && !(DECIMAL.test(numbers) && COUNTED.test(after));
}

/** The numbers of the reference, from the chapter on. */
const numbersOf = (source: string): string =>
  /\p{L}[\p{M}.]*[\s_-]*(\d.*)$/su.exec(source)?.[1]?.trim() ?? '';

/** Whether the language counts; if none is known, the notation of a verse after three letters tells enough. */
function isCounted(
  { text, start, end, languages, standing }: WrittenForm,
  words: string[],
  language: string,
): boolean {
  if (language === 'en' || languages.has(language) || standing !== 'inside') return true;
  if (words.some(isWholeName)) return true;
  const isVerse = /\d[:,]\s?\d/.test(text.slice(start, end));
  return languages.size === 0 && isVerse && words[0]!.length >= SHORT && /^\p{Lu}/u.test(words[0]!);
}

/** Whether an abbreviation that is also a word is meant: "why is 53:5", "see Is 7:14", but not "is 7:14" or "am 3.5.". */
function isBesideWords(source: string, numbers: string, before: string, after: string): boolean {
  if (COUNTED.test(after)) return false;
  const isPlain = CLOCK.test(numbers) || DAY_AND_MONTH.test(numbers);
  if (!/^\p{Lu}/u.test(source)) return /^\d+:/.test(numbers) && !isPlain;
  const isInSentence = /(?:\p{Ll}|[(,;])\s*$/u.test(before);
  if (/^\d+[:,]/.test(numbers)) return !isPlain || (isInSentence && !/^At(?!\p{L})/u.test(source));
  const isRange = /\d\s?[-–]\s?\d/.test(source);
  return isRange
    ? !TIMES.test(numbers) && !/^A[mt](?!\p{L})/u.test(source)
    : !(isPlain || DECIMAL.test(numbers));
}

/** Whether letters or digits touch it, or it is part of a code such as `coldcard-mk3`. */
function isGlued({ hasVerse }: WrittenForm, source: string, before: string, after: string): boolean {
  if (/[\p{L}\p{N}@#]$/u.test(before)) return true;
  if (/^[\p{L}\p{N}º°]/u.test(after) && !OF_A_VERSE.test(after)) return true;
  const token = /[^\s()[\]{},;:]*$/u.exec(before)![0] + ' ' + /^[^\s()[\]{},;:]*/u.exec(after)![0];
  if (token === ' ' || !/[\p{L}\p{N}][-_.@#/]+ | [-_.@#/]+[\p{L}\p{N}]/u.test(token)) return false;
  if (CODE.test(token)) return true;
  // In `Smith-1Kor13` and `Smith_Joh3,16`, a name is joined.
  if (IS_NUMBERED.test(source) || /\p{L}{4}/u.test(source)) return false;
  const isWritten =
    /\d[:,]\d/.test(source) ||
    (/^\p{Lu}/u.test(source) && /\d[._v-]\d/.test(source)) ||
    /\p{L}\P{L}?[ _-]\d/u.test(source);
  return !(hasVerse && isWritten) && /\p{L}[-_.@#/]+ | [-_.@#/]+\p{L}/u.test(token);
}

/** Whether it stands inside brackets around an identifier: `[dQ1x-Ab3_9k]`. */
function isInIdentifier(before: string, after: string): boolean {
  const [, head] = /[[({]([^\s[\](){}]*)$/u.exec(before) ?? [];
  const [, tail] = /^([^\s[\](){}]*)[\])}]/u.exec(after) ?? [];
  if (head === undefined || tail === undefined) return false;
  return /[\p{L}\p{N}]/u.test(head + tail.replace(OF_A_VERSE, '')) && !/^[.,;:–-]?\d/.test(tail);
}
