/** Splits text into sentences, and long sentences into clauses or runs of words, in linear time. */

/** A range of a text as offsets; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Abbreviations whose full stop never ends a sentence. */
const TITLES = new Set(
  (
    'mr mrs ms dr rev revd revds prof sr jr st ste fr bro capt col lt sgt maj messrs mme vs viz cf eg ie approx vol dept ' +
    // German, Spanish, French, Portuguese.
    'bzw evtl ggf inkl usf vgl hr sra srta uds dra mlle mlles mgr exmo exma'
  ).split(' '),
);
/** Abbreviations with spaces: "z. B.", "d. h.", "u. a.", "p. ex.". */
const SPACED = 'z\\. B|d\\. h|u\\. a|p\\. ex|o\\. Ä';
/** From their first letter on, and up to their last full stop. */
const BEGINS_SPACED = new RegExp(`^(?:${SPACED})\\.`, 'u');
const ENDS_SPACED = new RegExp(`(?:^|[\\s(])(?:${SPACED})$`, 'u');
/** Abbreviations whose full stop does not end a sentence before a number: "1 Cor. 13", "No. 5", "Jan. 3". */
const BEFORE_NUMBER = new Set(
  (
    'no nos p pp v vv ver vol vols ch chs chap chaps fig sec art jan feb mar apr jun jul aug sep sept oct nov dec gen ex exod lev num deut ' +
    'dt josh judg jud sam kgs kin chron chr neh esth ps pss psa prov eccl eccles song isa jer lam ezek dan hos obad mic nah hab zeph hag zech ' +
    'mal matt mt mk lk jn rom cor gal eph phil col thess tim tit philem phlm heb jas pet rev ' +
    // German, Spanish, French, Portuguese.
    'nr joh röm kor offb jes apg spr hebr cap núm'
  ).split(' '),
);

/**
 * Possible ends of a sentence, with closing quotes and brackets. Chinese and Japanese marks need no space after them.
 */
const END = /[.!?…؟۔।]+(?:["'”’»)\]]|[ \u00a0\u202f]»)*|[。！？]+["'”’」』）]*/gu;
const NEEDS_SPACE = /^[.!?…؟۔।]/u;
const SPACE = /\s/u;
const OPENING = /["'“‘«([\s]/u;
const CAPITAL = /\p{Lu}/u;
const SMALL = /\p{Ll}/u;
const DIGIT = /\d/u;
const LAST_WORD = /[\p{L}\p{N}.]+$/u;
/** What follows an ordinal in German: "am 3. Oktober", "im 3. Kapitel". */
const AFTER_ORDINAL =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Kapitel|Vers|Buch|Mose|Jahrhundert|Korinther|Johannes|Petrus|Könige|Samuel|Chronik|Timotheus|Thessalonicher|Klasse|Gebot)(?!\p{L})/u;
const ORDINAL = /^\d{1,2}$/;
/** "C. H. Spurgeon", "e.g. Paul", "U.S. Army". */
const INITIALS = /^(?:\p{Lu}|\p{L}(?:\.\p{L})+)$/u;
/** Maximum length of the word before a full stop. */
const MAX_WORD_LENGTH = 24;

/**
 * The sentences of a text, in order, without the white space between them. Uses no locale data, so the result is
 * the same on all machines.
 */
export function sentenceSpans(text: string): Span[] {
  const spans: Span[] = [];
  const writesCapitals = CAPITAL.test(text);
  let start = 0;
  const push = (end: number): void => {
    const span = trimmed(text, start, end);
    if (span.end > span.start) spans.push(span);
    start = end;
  };
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (NEEDS_SPACE.test(match[0]) && end < text.length && !SPACE.test(text[end]!)) continue;
    if (endsSentence(text, match[0], match.index, end, start, writesCapitals)) push(end);
  }
  push(text.length);
  return spans;
}

function endsSentence(
  text: string,
  marks: string,
  at: number,
  end: number,
  start: number,
  writesCapitals: boolean,
): boolean {
  let next = end;
  while (next < text.length && OPENING.test(text[next]!)) next++;
  const follower = String.fromCodePoint(text.codePointAt(next) ?? 32);
  if (writesCapitals && SMALL.test(follower)) return false;
  if (!marks.startsWith('.') || marks.startsWith('..')) return true;
  const word = LAST_WORD.exec(text.slice(Math.max(start, at - MAX_WORD_LENGTH), at))?.[0] ?? '';
  const lower = word.toLowerCase();
  if (TITLES.has(lower)) return false;
  if (BEFORE_NUMBER.has(lower) && DIGIT.test(follower)) return false;
  if (
    BEGINS_SPACED.test(text.slice(Math.max(0, at - 1), at + 6)) ||
    ENDS_SPACED.test(text.slice(Math.max(0, at - 6), at))
  )
    return false;
  if (ORDINAL.test(word) && AFTER_ORDINAL.test(text.slice(next, next + MAX_WORD_LENGTH))) return false;
  if (INITIALS.test(word)) return word === 'I' || /^[ap]\.m$/.test(lower);
  // "2. The second head": the number begins the sentence.
  return !(/^\d{1,3}$/.test(word) && text.slice(start, at).trim() === word);
}

function trimmed(text: string, start: number, end: number): Span {
  while (start < end && SPACE.test(text[start]!)) start++;
  while (end > start && SPACE.test(text[end - 1]!)) end--;
  return { start, end };
}

/** From this number of words, a piece ends at a mark of at least this strength. */
const PIECE_LIMITS = [
  { words: 12, strength: 3 },
  { words: 20, strength: 2 },
  { words: 24, strength: 1 },
  { words: 40, strength: 0 },
] as const;
/** Tokens up to this length count as one word. */
const ORDINARY_WORD = 30;
const FIRST_KANA = 0x3040;
const KANA_OR_HAN = /[\u3040-\u30ff\u3400-\u9fff]/;
const STRONG_MARK = /(?:[;:–—؛；：]|--)["'”’)]*\s*$/;
const COMMA = /[,،，、)]["'”’]*\s*$/;
/** Longer runs of letters are cut: they are no words, or in a language without spaces. */
const TOKEN_LIMIT = 80;

/**
 * Cuts a span into pieces of about a sentence's length: at pauses, semicolons, colons and dashes, then at commas,
 * then at cue starts, and finally between words.
 * @param seams offsets of cue starts; true after a pause
 */
export function pieceSpans(text: string, span: Span, seams: ReadonlyMap<number, boolean>): Span[] {
  const pieces: Span[] = [];
  let pieceStart = span.start;
  let words = 0;
  const tokens = new RegExp(`\\S{1,${TOKEN_LIMIT}}`, 'gu');
  tokens.lastIndex = span.start;
  for (let token = tokens.exec(text); token && token.index < span.end; token = tokens.exec(text)) {
    const seam = seams.get(token.index);
    const before = text.slice(Math.max(pieceStart, token.index - 4), token.index);
    const strength = seam || STRONG_MARK.test(before) ? 3 : COMMA.test(before) ? 2 : seam === false ? 1 : 0;
    if (PIECE_LIMITS.some((limit) => words >= limit.words && strength >= limit.strength)) {
      pieces.push(trimmed(text, pieceStart, token.index));
      pieceStart = token.index;
      words = 0;
    }
    words += wordWeight(token[0]);
  }
  pieces.push(trimmed(text, pieceStart, span.end));
  return pieces;
}

/**
 * Counts the words of a cleaned text by its spaces; a very long run counts as several words, two Chinese or
 * Japanese characters as one.
 */
export function countWords(text: string): number {
  let words = 0;
  for (let from = 0; from < text.length;) {
    const space = text.indexOf(' ', from);
    const end = space < 0 ? text.length : space;
    if (end > from) {
      const ordinary = end - from <= ORDINARY_WORD && text.charCodeAt((from + end) >> 1) < FIRST_KANA;
      words += ordinary ? 1 : wordWeight(text.slice(from, end));
    }
    from = end + 1;
  }
  return words;
}

function wordWeight(token: string): number {
  if (KANA_OR_HAN.test(token)) return Math.ceil(token.length / 2);
  return token.length <= ORDINARY_WORD ? 1 : Math.ceil(token.length / 8);
}
