/** Finds the names of speakers, series and topics in queries, and what a query asks besides them. */
import { isStopWord } from '../text/analyze.js';
import { foldedWords, type FoldedWord } from '../text/fold.js';
import { BY_WORDS, HONORIFICS, LEAD_NOUNS, LEAD_WORDS, QUESTION_WORDS } from './lead-words.js';
import { initialOf, isInitial, MAX_NAME_WORDS, nameKeys, type NameType } from './name-keys.js';
import { createTrie } from '../spelling/trie.js';

export interface NamedRecord {
  type: NameType;
  id: number;
  text: string;
}

/** The records that a part of the query may refer to. */
export interface FoundName {
  records: NamedRecord[];
  /** Half-open range of UTF-16 offsets in the query, honorifics included. */
  start: number;
  end: number;
}

export interface NameIndex {
  put(record: NamedRecord): void;
  remove(type: NameType, id: number): void;
  /**
   * The names in a query, in order. A name needs at least two consecutive words; a single word counts if the rest
   * of the query consists of words such as "sermons by". One typo per word is tolerated in speakers' names. Takes
   * microseconds, a few milliseconds at most.
   */
  find(query: string): FoundName[];
  /** The speakers whose whole name this is, with or without titles. */
  speakersNamed(name: string): NamedRecord[];
}

/** Words, separated by spaces, that may be meant. */
interface Form {
  form: string;
  typos: number;
}

interface Entry {
  record: NamedRecord;
  isDistinct: boolean;
  isFull: boolean;
}

/** Maximum number of words read of a query, and length of the longest query in which typos are tolerated. */
const MAX_WORDS = 64;
const MAX_FORGIVEN_WORDS = 16;
/** Limits for mistyped names: words per name, similar names per word, and typos in total. */
const MAX_MISTYPED = 3;
const MAX_NEAR = 6;
const MAX_TYPOS = 2;
/** Minimum number of letters of a word with a typo, and of a mistyped word that is a name by itself. */
const MIN_LETTERS = 4;
const MIN_LETTERS_ALONE = 7;
/** Maximum number of records that share a name. */
const MAX_RECORDS = 8;
/** What may stand between the words of a name. */
const JOINED = /^[\s.\-‐‑–]*$/u;

export function createNameIndex(): NameIndex {
  const entries = new Map<string, Entry[]>();
  const records = new Map<string, { text: string; keys: string[] }>();
  const trie = createTrie();
  /** Words by number in the trie. */
  const written: string[] = [];

  const remove = (type: NameType, id: number): void => {
    const known = records.get(`${type} ${id}`);
    records.delete(`${type} ${id}`);
    for (const key of known?.keys ?? []) {
      const left = entries.get(key)!.filter(({ record }) => record.type !== type || record.id !== id);
      if (left.length > 0) entries.set(key, left);
      else entries.delete(key);
    }
  };

  /** The forms under which a word may be found: as typed, without the s of a genitive, or with a typo corrected. */
  const formsOf = (word: string): Form[] => {
    const forms = [{ form: word, typos: 0 }];
    if (word.length > MIN_LETTERS && word.endsWith('s')) forms.push({ form: word.slice(0, -1), typos: 0 });
    if (word.length < MIN_LETTERS || /\p{N}/u.test(word)) return forms;
    const near = trie.near(word, 1).filter(({ typos }) => typos > 0);
    return [...forms, ...near.slice(0, MAX_NEAR).map((found) => ({ form: written[found.word]!, typos: 1 }))];
  };

  const exact = (words: readonly FoldedWord[]): Entry[] => {
    const found = entries.get(keyOf(words));
    if (found) return found;
    const [first, last] = [words[0]!.folded, words.at(-1)!.folded];
    if (last.length > MIN_LETTERS && last.endsWith('s')) {
      const speakers = speakersAmong(entries.get(keyOf(words).slice(0, -1)));
      if (speakers.length > 0) return speakers;
    }
    const isWord = first.length > 1 && isStopWord(first);
    if (words.length < 2 || words.length > MAX_MISTYPED || isWord) return [];
    // "Charles Spurgeon" finds C. H. Spurgeon; "C. H. Spurgeon" finds Charles.
    const byInitial = entries.get(`${initialOf(first)} ${last}`) ?? [];
    return words.slice(0, -1).every(({ folded }) => isInitial(folded))
      ? byInitial
      : byInitial.filter(({ isFull }) => isFull);
  };

  const mistyped = (words: readonly FoldedWord[], formsOfWord: (word: string) => Form[]): Entry[] => {
    const [{ folded: first }] = words as [FoldedWord];
    const isAlone = words.length === 1;
    if (words.length > MAX_MISTYPED || (isAlone && first.length < MIN_LETTERS_ALONE)) return [];
    let forms: Form[] = [{ form: '', typos: 0 }];
    for (const { folded } of words)
      forms = forms.flatMap((before) =>
        formsOfWord(folded).map(({ form, typos }) => ({
          form: before.form ? `${before.form} ${form}` : form,
          typos: before.typos + typos,
        })),
      );
    const found = forms
      .filter(({ form, typos }) => typos > 0 && typos <= MAX_TYPOS && !(isAlone && form[0] !== first[0]))
      .sort((a, b) => a.typos - b.typos)
      .find(({ form }) => entries.has(form));
    return found ? entries.get(found.form)! : [];
  };

  return {
    remove,
    speakersNamed: (name) =>
      speakersAmong(entries.get(keyOf(foldedWords(name))))
        .filter(({ isFull }) => isFull)
        .slice(0, MAX_RECORDS)
        .map(({ record }) => record),
    put: ({ type, id, text }) => {
      if (records.get(`${type} ${id}`)?.text === text) return;
      remove(type, id);
      const keys = nameKeys(type, text);
      records.set(`${type} ${id}`, { text, keys: keys.map(({ key }) => key) });
      for (const { key, ...kind } of keys) {
        entries.set(key, [...(entries.get(key) ?? []), { record: { type, id, text }, ...kind }]);
        for (const word of key.split(' ')) written[trie.add(word)] = word;
      }
    },
    find: (query) => {
      const words = foldedWords(query).slice(0, MAX_WORDS);
      const isJoined = (from: number, to: number): boolean => {
        for (let at = from + 1; at < to; at++)
          if (!JOINED.test(query.slice(words[at - 1]!.end, words[at]!.start))) return false;
        return true;
      };
      const nameOf = (from: number, to: number, found: readonly Entry[]): FoundName => {
        const full = found.filter(({ isFull }) => isFull);
        const best = full.length > 0 ? full : found;
        let first = from;
        while (first > 0 && HONORIFICS.has(words[first - 1]!.folded) && isJoined(first - 1, to)) first--;
        return {
          records: best.slice(0, MAX_RECORDS).map(({ record }) => record),
          start: words[first]!.start,
          end: words[to - 1]!.end,
        };
      };

      const forms = new Map<string, Form[]>();
      const nearly = (part: readonly FoldedWord[]): Entry[] =>
        mistyped(part, (word) => {
          const known = forms.get(word) ?? formsOf(word);
          forms.set(word, known);
          return known;
        });

      const whole = wholeNames(words);
      for (const lookUp of [exact, nearly])
        for (const [from, to] of whole) {
          const found = lookUp(words.slice(from, to));
          if (found.length > 0) return [nameOf(from, to, found)];
        }

      const names: (FoundName & { from: number; to: number })[] = [];
      const take = ([from, to]: Span, found: readonly Entry[]): void => {
        const isFree = names.every((name) => to <= name.from || name.to <= from);
        if (found.length > 0 && isFree && isJoined(from, to))
          names.push({ ...nameOf(from, to, found), from, to });
      };
      for (const span of spansOf(words.length, MAX_NAME_WORDS))
        take(
          span,
          exact(words.slice(...span)).filter(({ isDistinct }) => isDistinct),
        );
      if (words.length <= MAX_FORGIVEN_WORDS)
        for (const span of spansOf(words.length, MAX_MISTYPED))
          take(
            span,
            speakersAmong(nearly(words.slice(...span))).filter(({ isDistinct }) => isDistinct),
          );
      // "sermons by Spurgeon on prayer"
      for (const [at, { folded }] of words.entries())
        if (at > 1 && BY_WORDS.has(words[at - 1]!.folded) && LEAD_NOUNS.has(words[at - 2]!.folded))
          if (!isStopWord(folded)) take([at, at + 1], speakersAmong(exact([words[at]!])));
      return names
        .sort((a, b) => a.from - b.from)
        .map(({ records: named, start, end }) => ({ records: named, start, end }));
    },
  };
}

const keyOf = (words: readonly FoldedWord[]): string => words.map(({ folded }) => folded).join(' ');

const speakersAmong = (found: readonly Entry[] = []): Entry[] =>
  found.filter(({ record }) => record.type === 'speaker');

/** A half-open range of words. */
type Span = [from: number, to: number];

/** The ranges of two words and more, longest first. */
function spansOf(words: number, longest: number): Span[] {
  const spans: Span[] = [];
  for (let length = Math.min(words, longest); length > 1; length--)
    for (let from = 0; from + length <= words; from++) spans.push([from, from + length]);
  return spans;
}

/**
 * Ranges that may be a name with only lead words around them, longest first. If there are lead words, a single
 * word needs a noun such as "sermons" among them: "what is love" asks about more than the topic.
 */
function wholeNames(words: readonly FoldedWord[]): Span[] {
  const isLead = (word: FoldedWord): boolean => LEAD_WORDS.has(word.folded) || HONORIFICS.has(word.folded);
  const first = words.findIndex((word) => !isLead(word));
  if (first < 0) return words.length > 0 && words.length <= MAX_NAME_WORDS ? [[0, words.length]] : [];
  const last = words.findLastIndex((word) => !isLead(word)) + 1;
  const spans: Span[] = [];
  for (let from = Math.max(0, first - MAX_NAME_WORDS); from <= first; from++)
    for (let to = last; to <= Math.min(words.length, from + MAX_NAME_WORDS); to++) {
      const around = [...words.slice(0, from), ...words.slice(to)];
      const needsNoun = to - from === 1 && around.length > 0;
      const introduces = ({ folded }: FoldedWord): boolean =>
        LEAD_NOUNS.has(folded) || HONORIFICS.has(folded);
      if (!needsNoun || around.some(introduces)) spans.push([from, to]);
    }
  return spans.sort((a, b) => b[1] - b[0] - (a[1] - a[0]));
}

/**
 * Removes these parts, and the words that lead to them, from the query: "what does … say about patience" becomes
 * "patience". Empty if nothing else is left.
 *
 * @param parts half-open ranges of UTF-16 offsets, in order and without overlap
 */
export function withoutNames(query: string, parts: readonly { start: number; end: number }[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of parts) {
    rest += `${query.slice(from, start)} `;
    from = end;
  }
  rest += query.slice(from);
  const words = foldedWords(rest);
  const isAside = ({ folded }: { folded: string }): boolean =>
    LEAD_WORDS.has(folded) || QUESTION_WORDS.has(folded) || HONORIFICS.has(folded);
  const first = words.find((word) => !isAside(word));
  const last = words.findLast((word) => !isAside(word));
  // Keeps quotation marks, brackets and asterisks next to the remaining words.
  if (!first || !last) return '';
  const begin = /["“„«(]*$/u.exec(rest.slice(0, first.start))![0].length;
  const [end = ''] = /^["”“»)*?!]*/u.exec(rest.slice(last.end)) ?? [];
  return rest
    .slice(first.start - begin, last.end + end.length)
    .replace(/\s+/g, ' ')
    .trim();
}
